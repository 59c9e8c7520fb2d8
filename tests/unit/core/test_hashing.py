"""The digest, which is BLAKE2b."""

import hashlib

from game.core.hashing import blake2b


def test_digest_equals_that_of_hashlib() -> None:
    for text in (b"", b"red.ann", bytes(1000)):
        expected = hashlib.blake2b(text, digest_size=12).hexdigest()
        assert blake2b(text, digest_size=12).hexdigest() == expected
