"""Check WAV files by their header and size."""

from collections.abc import Iterator
from struct import error, unpack_from

from game.workshop.packs.pack_sentences import said

PCM = 1
RATES = range(8_000, 48_001)
WIDTHS = 8, 16
MOST_SECONDS = 10
HEAD, CHUNK = 12, 8
FORMAT, SAMPLES = b"fmt ", b"data"
EXTRA = b"LIST", b"fact", b"INFO"
"""Chunks without sound that are allowed."""


def sound_trouble(data: bytes) -> str:
    """Return why a sound can't be used, as the end of a sentence, or ""."""
    if data[:4] != b"RIFF" or data[8:HEAD] != b"WAVE":
        return said("sound", "no_wav")
    try:
        chunks = dict(_chunks(data))
        kind, channels, rate, _, _, bits = unpack_from("<HHIIHH", data, chunks[FORMAT][0])
    except (KeyError, ValueError, error):
        return said("sound", "damaged")
    if SAMPLES not in chunks or set(chunks) - {FORMAT, SAMPLES, *EXTRA}:
        return said("sound", "damaged")
    if kind != PCM or channels not in (1, 2) or rate not in RATES or bits not in WIDTHS:
        return said("sound", "other_kind")
    if chunks[SAMPLES][1] > MOST_SECONDS * rate * channels * bits // 8:
        return said("sound", "long", most=MOST_SECONDS)
    return ""


def _chunks(data: bytes) -> Iterator[tuple[bytes, tuple[int, int]]]:
    """Yield each chunk's name, start and length. Raise ValueError if they don't fill the file."""
    at = HEAD
    while at < len(data):
        (size,) = unpack_from("<I", data, at + 4)
        if at + CHUNK + size > len(data):
            raise ValueError
        yield data[at : at + 4], (at + CHUNK, size)
        at += CHUNK + size + size % 2
