"""BLAKE2b, the digest of states, texts and dice.

`hashlib` has the same function, but loads OpenSSL with it, which takes a tenth of the time in which
a command starts. So it stands in only where a Python keeps its own under another name.
"""

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
