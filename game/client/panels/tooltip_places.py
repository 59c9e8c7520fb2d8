"""Places for tooltips: inside the window, and never on what they are about."""

from collections.abc import Iterable, Iterator, Sequence

import pygame


def place_of(
    size: tuple[int, int],
    anchor: pygame.Rect,
    around: pygame.Rect,
    taken: Sequence[pygame.Rect],
    bounds: pygame.Rect,
    gap: int,
    is_above: bool = False,
    kept: Sequence[pygame.Rect] = (),
    heads: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Return the rectangle of a tooltip of a size.

    It is in `bounds` and not on the `anchor`. If it is about a keyword, it is beside the text
    `around` that keyword if there is room, and otherwise below or above the keyword. It covers
    nothing `kept` if possible, and as little as possible of the rectangles `taken`. To cover less
    of the `heads` of units, it is moved sideways. If there is no room for all of it, it is lower.
    """
    most = bounds.inflate(-2 * gap, -2 * gap)
    size = min(size[0], most.width), min(size[1], most.height)
    beside = _beside(size, anchor, around, gap) if around else ()
    nearby = _stacked(size, anchor, gap, is_above)
    aside = _aside(size, anchor, gap) if heads else ()
    places: Iterable[pygame.Rect] = (*beside, *nearby, *aside)
    able = [rect for rect in places if _fits(rect, anchor, most)]
    if able:
        covers = (*taken, *heads)
        hidden = [(rect.collidelist(kept) >= 0, _covered(rect, covers)) for rect in able]
        return able[hidden.index(min(hidden))]
    return _cut(size, anchor, most, gap)


def _beside(
    size: tuple[int, int], anchor: pygame.Rect, around: pygame.Rect, gap: int
) -> Iterator[pygame.Rect]:
    """Yield the places to the right and left of a text, at the height of the anchor."""
    for x in (around.right + gap, around.x - gap - size[0]):
        rect = pygame.Rect((x, anchor.y - gap), size)
        rect.bottom = min(rect.bottom, max(around.bottom, anchor.bottom))
        yield rect


def _stacked(
    size: tuple[int, int], anchor: pygame.Rect, gap: int, is_above: bool
) -> Iterator[pygame.Rect]:
    """Yield the places below and above the anchor, the better one first."""
    below, above = pygame.Rect((0, 0), size), pygame.Rect((0, 0), size)
    below.midtop = anchor.centerx, anchor.bottom + gap
    above.midbottom = anchor.centerx, anchor.y - gap
    yield from (above, below) if is_above else (below, above)


def _aside(size: tuple[int, int], anchor: pygame.Rect, gap: int) -> Iterator[pygame.Rect]:
    """Yield places above the anchor, but to the right and to the left of its middle."""
    above = pygame.Rect((0, anchor.y - gap - size[1]), size)
    yield above.move(anchor.x, 0)
    yield above.move(anchor.right - size[0], 0)


def _fits(rect: pygame.Rect, anchor: pygame.Rect, most: pygame.Rect) -> bool:
    """Move a rectangle into the window; return whether it leaves the anchor free there."""
    rect.clamp_ip(most)
    return not rect.colliderect(anchor)


def _covered(rect: pygame.Rect, taken: Sequence[pygame.Rect]) -> int:
    """Return the number of pixels that a rectangle covers of others."""
    parts = (rect.clip(one) for one in taken)
    return sum(part.width * part.height for part in parts)


def _cut(size: tuple[int, int], anchor: pygame.Rect, most: pygame.Rect, gap: int) -> pygame.Rect:
    """Return the larger of the places above and below the anchor, as low as there is room."""
    over, under = anchor.y - gap - most.y, most.bottom - anchor.bottom - gap
    high = max(1, min(size[1], max(over, under)))
    top = anchor.bottom + gap if under >= over else anchor.y - gap - high
    rect = pygame.Rect(anchor.centerx - size[0] // 2, top, size[0], high)
    rect.x = max(most.x, min(rect.x, most.right - rect.width))
    return rect
