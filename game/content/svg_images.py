"""Check SVG images: whether the window can draw everything in them, and quickly.

SDL silently drops what it doesn't know, such as texts and most colour names, so an allow-list names
what it draws. Images from elsewhere must also be small: numbers, depth and size have limits.
Patterns are compiled when they are first needed, because most commands read levels without images.
"""

import re
from collections.abc import Iterator
from itertools import chain

import msgspec

from game.content.toml_files.finding_texts import Words, because, quoted, words_text

MOST_BYTES = 30_000
"""Maximum size of an image."""
MOST_ELEMENTS, DEEPEST = 1500, 24
"""Maximum number of elements, and of elements within each other."""
LARGEST, WIDEST_LINE, MOST_SCALE, MOST_SCALED = 2000, 100, 4, 3
"""Maximum of a number, of the width of a line, of the factor of a transform, and maximum number of
transforms within each other. Large lines take long to draw."""
Boxes = tuple[tuple[int, int], ...]
BOXES: Boxes = ((120, 160), (160, 200), (220, 260))
"""Allowed sizes of the images of units."""
GROUND_BOXES: Boxes = ((96, 96),)
"""Allowed size of the images of grounds."""

SPACE = "http://www.w3.org/2000/svg"
PAINT = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule"}
CLEAR = {"opacity", "fill-opacity", "stroke-opacity"}
SHAPE = PAINT | CLEAR | {"transform"}
KNOWN: dict[str, set[str]] = {
    "svg": {"viewBox", "width", "height"},
    "g": SHAPE,
    "path": SHAPE | {"d"},
    "rect": SHAPE | {"x", "y", "width", "height", "rx", "ry"},
    "circle": SHAPE | {"cx", "cy", "r"},
    "ellipse": SHAPE | {"cx", "cy", "rx", "ry"},
    "line": SHAPE | {"x1", "y1", "x2", "y2"},
    "polyline": SHAPE | {"points"},
    "polygon": SHAPE | {"points"},
    "defs": set(),
    "linearGradient": {"id", "x1", "y1", "x2", "y2"},
    "radialGradient": {"id", "cx", "cy", "r", "fx", "fy"},
    "stop": {"offset", "stop-color", "stop-opacity"},
}
"""Elements and attributes that SDL draws."""
COLOUR = r"#[0-9a-f]{6}|none|url\(#(\w+)\)"
SHARE = r"-?\d+(\.\d+)?%"
NUMBER = r"-?\d*\.?\d+"
WORDS = {
    "stroke-linecap": {"round", "butt", "square"},
    "stroke-linejoin": {"round", "bevel", "miter"},
    "fill-rule": {"evenodd", "nonzero"},
}
TURNS = r"((translate|rotate|scale|matrix|skewX|skewY)\([-\d., ]+\)\s*)+"
PATH = r"[MmLlHhVvCcSsQqTtAaZz\d\s.,e+-]+"
FIGURE = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
"""A number in a path or transform."""
FACTORS = r"(scale|matrix|skewX|skewY)\(([^)]*)\)"
TOKEN = (
    r"""<!--(?:[^-]|-(?!-))*-->|<\?xml\s[^<>?]*\?>|</(?P<end>[A-Za-z]+)\s*>|<(?P<tag>[A-Za-z]+)"""
    r"""(?P<keys>(?:\s+[A-Za-z][A-Za-z0-9:-]*\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(?P<empty>/?)>|(?P<text>[^<&]+)"""
)
"""A part of an image: a comment, a tag, or text. Entities and document types are none."""
KEY = r"""\s+([A-Za-z][A-Za-z0-9:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')"""
FIXED = ("id", "viewBox", "fill", "stroke", "stop-color", *WORDS)
"""Attributes that have no numbers to limit."""


class NotSvg(ValueError):
    """The error for a text that isn't a plain SVG image. The message is part of a sentence."""


class SvgElement(msgspec.Struct):
    """An element of an image, with its attributes and the elements in it."""

    name: str
    keys: dict[str, str]
    inner: "list[SvgElement]" = msgspec.field(default_factory=list)
    has_text: bool = False
    """Whether there is text in it, or after an element in it."""

    def all(self) -> "Iterator[SvgElement]":
        """Yield this element and all elements in it."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.inner)


def image_trouble(text: str, boxes: Boxes = BOXES) -> str:
    """Return why an image can't be used, as the end of a sentence, or "".

    It must have one of the sizes `boxes`: by default, those of units.
    """
    if len(text.encode()) > MOST_BYTES:
        return because("image-bytes", most=MOST_BYTES)
    try:
        root = parsed_svg(text)
    except NotSvg as fault:
        return because("image-not-svg", why=Words(str(fault)))
    if _depth(root) > DEEPEST or sum(1 for _ in root.all()) > MOST_ELEMENTS:
        return because("image-complex", most=MOST_ELEMENTS, depth=DEEPEST)
    strange = next(chain(strangers(root), _excesses(root)), None)
    if strange is not None:
        return because("image-strange", part=Words(strange))
    if _box(root) not in boxes:
        sizes = tuple(Words(f"{width} × {height}") for width, height in boxes)
        return because("image-size", sizes=words_text(sizes, "or"))
    return ""


def parsed_svg(text: str) -> SvgElement:
    """Return the outermost element of an image. Raise NotSvg if it isn't plain SVG."""
    top, at = SvgElement("", {}), 0
    token_at = re.compile(TOKEN).match
    opened = [top]
    while at < len(text):
        token = token_at(text, at)
        if token is None:
            raise NotSvg(because("image-markup", line=text.count("\n", 0, at) + 1))
        at = token.end()
        if token["text"] is not None:
            opened[-1].has_text |= bool(token["text"].strip())
        elif token["end"] is not None:
            if opened.pop().name != token["end"]:
                raise NotSvg(because("image-end", element=f"</{token['end'][:40]}>"))
        elif token["tag"] is not None:
            element = SvgElement(token["tag"], _keys(token["keys"]))
            opened[-1].inner.append(element)
            if not token["empty"]:
                opened.append(element)
    if len(opened) > 1 or len(top.inner) != 1 or top.has_text:
        raise NotSvg(because("image-one"))
    root = top.inner[0]
    if root.keys.pop("xmlns", "") != SPACE or root.name != "svg":
        raise NotSvg(because("image-space", space=SPACE))
    return root


def _keys(text: str) -> dict[str, str]:
    found = [(key, one or other) for key, one, other in re.findall(KEY, text)]
    if len(dict(found)) < len(found):
        raise NotSvg(because("image-twice"))
    return dict(found)


def strangers(root: SvgElement) -> Iterator[str]:
    """Yield everything in an image that SDL would silently drop or draw differently."""
    ids = {element.keys.get("id") for element in root.all()} - {None}
    for element in root.all():
        name = element.name
        if name not in KNOWN:
            yield f"<{name[:40]}>"
            continue
        if element.has_text:
            yield because("image-text", element=Words(f"<{name}>"))
        for key, value in element.keys.items():
            if key not in KNOWN[name]:
                yield because("image-part", part=Words(key[:40]), element=Words(f"<{name}>"))
            elif not _is_sound(name, key, value, ids):
                yield _part(element, key)


def _part(element: SvgElement, key: str) -> str:
    """Return the words for an attribute of an element."""
    part = f"{key}={quoted(element.keys[key][:40])}"
    return because("image-part", part=Words(part), element=Words(f"<{element.name}>"))


def _is_sound(name: str, key: str, value: str, ids: set[str | None]) -> bool:
    if key in ("fill", "stroke", "stop-color"):
        found = re.fullmatch(COLOUR, value)
        return found is not None and (found[1] is None or found[1] in ids)
    if (name.endswith("Gradient") and key != "id") or key == "offset":
        return re.fullmatch(SHARE, value) is not None
    if key in WORDS:
        return value in WORDS[key]
    if key == "transform":
        return re.fullmatch(TURNS, value) is not None
    if key in ("d", "points"):
        return re.fullmatch(PATH, value) is not None
    if key in ("id", "viewBox"):
        return True
    return re.fullmatch(NUMBER, value) is not None


def _excesses(root: SvgElement) -> Iterator[str]:
    """Yield the attributes with numbers beyond the limits, and transforms within too many."""
    waiting = [(root, 0)]
    while waiting:
        element, scaled = waiting.pop()
        scaled += bool(re.search(FACTORS, element.keys.get("transform", "")))
        waiting += [(inner, scaled) for inner in element.inner]
        for key, value in element.keys.items():
            is_scaled = key == "transform" and (scaled > MOST_SCALED or _scales_far(value))
            if is_scaled or not _is_small(key, value):
                yield _part(element, key)


def _is_small(key: str, value: str) -> bool:
    if key in FIXED:
        return True
    most = WIDEST_LINE if key == "stroke-width" else LARGEST
    return all(abs(float(number)) <= most for number in re.findall(FIGURE, value.rstrip("%")))


def _scales_far(value: str) -> bool:
    """Return whether a transform has a factor beyond the limit, or more than one."""
    found = re.findall(FACTORS, value)
    if len(found) > 1 or any(word.startswith("skew") for word, _ in found):
        return True
    factors = (re.findall(FIGURE, numbers)[:4] for _, numbers in found)
    return any(abs(float(number)) > MOST_SCALE for some in factors for number in some)


def _depth(root: SvgElement) -> int:
    deepest, waiting = 0, [(root, 1)]
    while waiting:
        element, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(inner, depth + 1) for inner in element.inner]
    return deepest


def _box(root: SvgElement) -> tuple[int, int] | None:
    """Return the size of an image, or None if its `viewBox` isn't from 0, 0 to that size."""
    box = re.fullmatch(r"0 0 (\d{1,4}) (\d{1,4})", root.keys.get("viewBox", ""))
    if box is None or (root.keys.get("width"), root.keys.get("height")) != (box[1], box[2]):
        return None
    return int(box[1]), int(box[2])
