"""BLAKE2b, the digest of states, texts and dice.

`hashlib` has the same function, but importing it also loads OpenSSL, which takes a tenth of a
command's start-up time. So use `hashlib` only if Python has no `_blake2`.
"""

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
