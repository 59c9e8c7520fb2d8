"""Make the sounds in this folder from `recipes.toml`: `python assets/sounds/make.py`.

Name sounds to make only those. `--check` writes nothing and lists the files that differ from their
recipes. Equal recipes make equal bytes everywhere: all randomness comes from seeds, and values that
mathematical libraries may round differently are rounded before use.
"""

import argparse
import math
import sys
import tomllib
import wave
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
LOUDEST = 32767
BLOCK = 64
"""Number of samples between updates of a filter or pitch that changes over time."""
RUMBLE = 60.0
"""Pitch in hertz below which most loudspeakers can't play a sound well."""
LEAD = 4000
"""Samples that a filter has to settle before a loop, and over which a bed's ends overlap."""

Samples = list[float]
Mode = tuple[float, float, float]
"""A resonance of a material: pitch relative to the lowest, strength, and seconds to fade."""


@dataclass(frozen=True)
class Layer:
    """One of the layers of a sound, which play together. `recipes.toml` explains the fields."""

    kind: str
    at: float = 0.0
    gain: float = 1.0
    count: int = 1
    over: float = 0.0
    each: int = 1
    gap: float = 0.1
    slow: float = 1.0
    fade: float = 1.0
    skip: float = 0.0
    vary: float = 0.1
    notes: tuple[tuple[float, float, float], ...] = ((0.0, 1.0, 1.0),)
    attack: float = 0.001
    hold: float = 0.0
    decay: float = 0.1
    low: float = 100.0
    high: float = 4000.0
    to: float = 1.0
    rough: float = 0.0
    pitch: float = 440.0
    material: str = "wood"
    hard: float = 0.001
    voice: float = 120.0


@dataclass(frozen=True)
class Sound:
    """A recipe for a sound: length, loudness, layers and more."""

    name: str
    length: float
    peak: float
    layers: tuple[Layer, ...]
    variants: int = 1
    spread: float = 0.06
    room: str = "table"
    warm: float = 6000.0
    tail: float = 0.03
    rate: int = 22050
    loop: bool = False

    def files(self) -> list[str]:
        """Return the names of the sound's files, one for each variant."""
        if self.variants == 1:
            return [f"{self.name}.wav"]
        return [f"{self.name}_{number}.wav" for number in range(1, self.variants + 1)]


@dataclass(frozen=True)
class Recipes:
    """The recipes of all sounds, and the materials and rooms that they share."""

    sounds: tuple[Sound, ...]
    materials: dict[str, list[Mode]]
    rooms: dict[str, list[tuple[float, float]]]

    @classmethod
    def read(cls, path: Path) -> "Recipes":
        """Read the recipes from a file."""
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        return cls(
            tuple(_sound(name, dict(table)) for name, table in raw["sound"].items()),
            raw["material"],
            raw["room"],
        )


def _sound(name: str, table: dict[str, Any]) -> Sound:
    layers = tuple(Layer(**layer) for layer in table.pop("layer"))
    return Sound(name=name, layers=layers, **table)


def steady(value: float) -> float:
    """Return a value rounded so that differences between libraries vanish."""
    return round(value, 12)


def share(hertz: float, rate: int) -> float:
    """Return the share by which a one-pole filter approaches its input in each sample."""
    return steady(1 - math.exp(-2 * math.pi * min(hertz, rate * 0.45) / rate))


def smooth(part: float) -> float:
    """Return `part` (0 to 1) eased in and out."""
    return part * part * (3 - 2 * part)


def noise(rng: Random, length: int) -> Samples:
    """Return white noise: all pitches are equally loud."""
    draw = rng.random
    return [draw() - 0.5 for _ in range(length)]


def band(sound: Samples, low: float, high: float, to: float, rate: int) -> Samples:
    """Return a sound filtered to a band of pitches, whose limits glide to `to` times as high."""
    out: Samples = []
    put = out.append
    a = b = c = d = 0.0
    blocks = max(1, len(sound) // BLOCK)
    for start in range(0, len(sound), BLOCK):
        moved = steady(to ** min(1.0, start / BLOCK / blocks))
        up, down = share(high * moved, rate), share(low * moved, rate)
        for x in sound[start : start + BLOCK]:
            a += up * (x - a)
            b += up * (a - b)
            c += down * (b - c)
            d += down * (b - c - d)
            put(b - c - d)
    return out


def envelope(layer: Layer, rate: int, stretch: float = 1.0) -> Samples:
    """Return a layer's loudness over time: a rise, a hold, and a fall by 60 decibels."""
    rise = max(1, int(layer.attack * rate))
    fall = max(1, int(layer.decay * stretch * rate))
    ratio = steady(10 ** (-3 / fall))
    shape = [smooth(i / rise) for i in range(rise)] + [1.0] * int(layer.hold * stretch * rate)
    level = 1.0
    for i in range(fall):
        shape.append(level * min(1.0, (fall - i) * 8 / fall))
        level *= ratio
    return shape


def grains(rng: Random, length: int, span: float) -> Samples:
    """Return strengths that glide to a new random value about every `span` samples."""
    out: Samples = []
    last = 0.5
    while len(out) < length:
        steps = max(2, int(span * (0.5 + rng.random())))
        goal = rng.random()
        goal *= goal * 1.4
        step = (goal - last) / steps
        out.extend([last + step * i for i in range(steps)])
        last = goal
    return out[:length]


def ring(blow: Samples, pitch: float, decay: float, length: int, rate: int) -> Samples:
    """Return the sound of a single resonance after a hit with the samples `blow`."""
    angle = 2 * math.pi * pitch / rate
    kept = 10 ** (-3 / (decay * rate))
    a, b, gain = steady(2 * kept * math.cos(angle)), steady(kept * kept), steady(math.sin(angle))
    out: Samples = []
    put = out.append
    y = last = 0.0
    for x in blow[:length]:
        y, last = a * y - b * last + gain * x, y
        put(y)
    for _ in range(length - len(blow)):
        y, last = a * y - b * last, y
        put(y)
    return out


def resonance(blow: Samples, modes: Sequence[Mode], pitch: float, rate: int) -> Samples:
    """Return the sound of a material, with all its resonances, after a hit."""
    total: Samples = []
    for ratio, gain, decay in sorted(modes, key=lambda mode: -mode[2]):
        if pitch * ratio > rate * 0.45:
            continue
        length = len(blow) + int(decay * rate)
        part = ring(blow, pitch * ratio, decay, length, rate)
        if not total:
            total = [gain * y for y in part]
        else:
            total[:length] = [x + gain * y for x, y in zip(total, part, strict=False)]
    return total


class Maker:
    """Maker of one variant of a sound."""

    def __init__(self, recipes: Recipes, sound: Sound, variant: int) -> None:
        self.recipes = recipes
        self.sound = sound
        self.rate = sound.rate
        self.rng = Random(f"{sound.name} {variant}")
        self.tune = 1 + sound.spread * (2 * self.rng.random() - 1)
        self.samples = [0.0] * round(sound.length * sound.rate)

    def made(self) -> bytes:
        """Return the contents of the sound's file."""
        for layer in self.sound.layers:
            for start, pitch, gain in self._starts(layer):
                self._add(start, gain * layer.gain, self._part(layer, pitch))
        self._reflect()
        self._finish()
        return _wav(self.samples, self.rate)

    def _either_way(self, size: float) -> float:
        return 1 + size * (2 * self.rng.random() - 1)

    def _starts(self, layer: Layer) -> Iterator[tuple[float, float, float]]:
        """Yield the start, pitch and loudness of each sound of a layer."""
        for when, pitch, strength in layer.notes:
            for number in range(layer.count):
                spot = (number + self.rng.random()) / layer.count if layer.count > 1 else 0.0
                start = layer.at + when + layer.over * spot
                loud = strength * self._either_way(2 * layer.vary)
                high = pitch * self._either_way(layer.vary)
                gap = layer.gap * self._either_way(layer.vary)
                for _ in range(layer.each):
                    if self.rng.random() >= layer.skip:
                        gain = loud * self._either_way(3 * layer.vary)
                        yield start, high * self._either_way(layer.vary / 2), gain
                    start += gap * self._either_way(2 * layer.vary)
                    gap *= layer.slow
                    loud *= layer.fade

    def _part(self, layer: Layer, pitch: float) -> Samples:
        """Return one sound of a layer, with a loudness of at most 1."""
        pitch *= self.tune
        part = {
            "noise": self._noise,
            "bed": self._bed,
            "struck": self._struck,
            "voice": self._voice,
            "drop": self._drop,
        }[layer.kind](layer, pitch)
        loudest = max(max(part), -min(part), 1e-9)
        return [x / loudest for x in part]

    def _noise(self, layer: Layer, pitch: float) -> Samples:
        shape = envelope(layer, self.rate)
        sound = noise(self.rng, len(shape))
        sound = band(sound, layer.low * pitch, layer.high * pitch, layer.to, self.rate)
        if layer.rough:
            rough = grains(self.rng, len(shape), self.rate / layer.rough)
            shape = [x * y for x, y in zip(shape, rough, strict=True)]
        return [x * y for x, y in zip(sound, shape, strict=True)]

    def _bed(self, layer: Layer, pitch: float) -> Samples:
        """Return noise as long as the whole sound; its end blends into its start, for a loop."""
        length = len(self.samples)
        sound = noise(self.rng, length + LEAD)
        sound = band(sound, layer.low * pitch, layer.high * pitch, 1.0, self.rate)
        rough = grains(self.rng, length + LEAD, self.rate / layer.rough)
        sound = [x * (0.3 + y) for x, y in zip(sound, rough, strict=True)]
        for i in range(LEAD):
            part = smooth(i / LEAD)
            sound[i] = part * sound[i] + (1 - part) * sound[length + i]
        return sound[:length]

    def _struck(self, layer: Layer, pitch: float) -> Samples:
        """Return the sound of a material that is hit for a moment."""
        touch = max(3, int(layer.hard * self.rate))
        blow = [
            smooth(1 - abs(2 * i / touch - 1)) * (0.6 + 0.8 * self.rng.random())
            for i in range(touch)
        ]
        modes = self.recipes.materials[layer.material]
        return resonance(blow, modes, layer.pitch * pitch, self.rate)

    def _voice(self, layer: Layer, pitch: float) -> Samples:
        """Return pulses in a hollow body, for a syllable or a creak."""
        shape = envelope(layer, self.rate, self._either_way(3 * layer.vary))
        blow = [0.0] * len(shape)
        spot = 0.0
        while spot < len(blow):
            at = int(spot)
            blow[at] = shape[at]
            moved = steady(layer.to ** (at / len(blow)))
            spot += self.rate / (layer.voice * pitch * moved) * self._either_way(0.03)
        modes = self.recipes.materials[layer.material]
        sound = resonance(blow, modes, layer.pitch * self._either_way(layer.vary), self.rate)
        return band(sound, layer.low, layer.high, 1.0, self.rate)

    def _drop(self, layer: Layer, pitch: float) -> Samples:
        """Return a pure tone that glides, like a closing bubble."""
        shape = envelope(layer, self.rate)
        out: Samples = []
        x, y = 1.0, 0.0
        for start in range(0, len(shape), BLOCK):
            moved = layer.to ** (start / len(shape))
            angle = 2 * math.pi * layer.pitch * pitch * moved / self.rate
            c, s = steady(math.cos(angle)), steady(math.sin(angle))
            for level in shape[start : start + BLOCK]:
                out.append(y * level)
                x, y = x * c - y * s, x * s + y * c
        return out

    def _add(self, start: float, gain: float, part: Samples) -> None:
        """Add a part to the sound; in a loop, what exceeds the end continues at the start."""
        length = len(self.samples)
        first = round(start * self.rate)
        while part:
            first = first % length if self.sound.loop else first
            room = max(0, length - first)
            piece = self.samples[first : first + len(part)]
            self.samples[first : first + len(part)] = [
                x + gain * y for x, y in zip(piece, part, strict=False)
            ]
            part = part[room:] if self.sound.loop else []
            first += room

    def _reflect(self) -> None:
        """Add the echo from the table and the walls, which is duller than the sound."""
        taps = self.recipes.rooms[self.sound.room]
        dull = band(self.samples, 20.0, 2200.0, 1.0, self.rate) if taps else []
        for delay, gain in taps:
            self._add(delay, gain, dull)

    def _finish(self) -> None:
        """Remove rumble and sharpness, set the loudness, and start and end in silence."""
        sound, length = self.samples, len(self.samples)
        before = sound[-LEAD:] if self.sound.loop else []
        up, down = share(self.sound.warm, self.rate), share(RUMBLE, self.rate)
        a = b = c = 0.0
        out: Samples = []
        for x in before + sound:
            a += up * (x - a)
            b += down * (a - b)
            c += down * (a - b - c)
            out.append(a - b - c)
        out = out[-length:]
        if self.sound.loop:
            out = _turned(out)
        else:
            _fade(out, 12, int(self.sound.tail * self.rate))
        scale = self.sound.peak / max(max(out), -min(out))
        self.samples = [x * scale for x in out]


def _turned(sound: Samples) -> Samples:
    """Return a loop that starts at its quietest place, so that its start can't be heard."""
    size = [abs(x) for x in sound]
    loud = [a + b + c + d for a, b, c, d in zip(size, size[1:], size[2:], size[3:], strict=False)]
    start = loud.index(min(loud)) + 2
    return sound[start:] + sound[:start]


def _fade(sound: Samples, first: int, last: int) -> None:
    for i in range(first):
        sound[i] *= smooth(i / first)
    for i in range(last):
        sound[-1 - i] *= smooth(i / last)


def _wav(sound: Samples, rate: int) -> bytes:
    """Return the contents of a WAV file with 16 bits per sample and one channel."""
    numbers = array("h", [round(x * LOUDEST) for x in sound])
    if sys.byteorder == "big":
        numbers.byteswap()
    file = BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(numbers.tobytes())
    return file.getvalue()


def made(recipes: Recipes, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield name and contents of the files of the named sounds, or of all if none is named."""
    for sound in recipes.sounds:
        if not names or sound.name in names:
            for variant, file in enumerate(sound.files()):
                yield file, Maker(recipes, sound, variant).made()


def differences(recipes: Recipes, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for every file that differs from its recipe."""
    for file, data in made(recipes, names):
        path = HERE / file
        if not path.is_file():
            yield f"{file} is missing."
        elif path.read_bytes() != data:
            yield f"{file} is not what its recipe makes."
    known = {file for sound in recipes.sounds for file in sound.files()}
    for path in sorted(HERE.glob("*.wav")):
        if path.name not in known:
            yield f"{path.name} has no recipe."


def main() -> int:
    """Make or check the sounds."""
    parser = argparse.ArgumentParser(description="Make the sounds from recipes.toml.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="sounds to make (default: all)")
    parser.add_argument("--check", action="store_true", help="compare the files and write nothing")
    options = parser.parse_args()
    recipes = Recipes.read(HERE / "recipes.toml")
    if unknown := set(options.names) - {sound.name for sound in recipes.sounds}:
        parser.error(f"there is no sound {sorted(unknown)[0]!r}")
    if options.check:
        found = list(differences(recipes, options.names))
        print("\n".join(found) or "All sounds are what their recipes make.")
        return 1 if found else 0
    for file, data in made(recipes, options.names):
        (HERE / file).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
