"""A page of the reference, on the screen: a unit, item, ability, condition or ground."""

from typing import TYPE_CHECKING

import pygame

from game.client.board.camera import Camera
from game.client.board.ground_layer import GroundLayer
from game.client.board.standees import SideStand, Standees
from game.client.board.terrain_looks import read_terrain
from game.client.kit.theme import (
    BODY,
    BRASS_DARK,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    TITLE,
)
from game.client.panels.parchment_page import LinkFinder, Sheet
from game.present.codex.keywords import TextLink
from game.present.codex.library import Library
from game.present.codex.pages import CONDITIONS, GROUNDS, KINDS, Page, PageSection
from game.present.thing_icons import PLAIN
from game.record.data_folders import assets_dir
from game.terms.level import OwnLooks

if TYPE_CHECKING:
    from game.client.kit.app import App

PORTRAIT, SIGN, GAP = (84, 98), 64, 18
"""Sizes of a portrait and of a sign, and the gap between them and the title, at 100%."""
PATCH = 3, 2
"""Tiles across and down in a sample of ground."""
TILE, INSET = 34, 12
STAND = SideStand(BRASS_DARK, "round")
"""The look of a unit that belongs to no side."""
MOUNTS = "mounts"


def write_page(sheet: Sheet, library: Library, page: Page, book: str) -> None:
    """Write a whole page."""
    app, px = sheet.app, sheet.app.look.px
    kind = library.reference.books[page.head.book].kind_title(page.head.shelf)
    picture, top = _picture(app, page), sheet.y
    left = picture.get_width() + px(GAP)
    sheet.put(picture, 0, top)
    sheet.text(page.head.title, "serif bold", TITLE, left=left, most=3)
    sheet.text(f"{kind} · {book}", "sans", SMALL, INK_FADED, left=left)
    sheet.y = max(sheet.y, top + picture.get_height())
    sheet.gap(10)

    keywords = library.keywords(page.head.book)

    def find(words: str) -> tuple[TextLink, ...]:
        return keywords.links(words, page.head.address)

    if page.facts:
        sheet.linked(page.facts, find, "sans", BODY + 1)
        sheet.gap(4)
    if page.about:
        sheet.linked(page.about, find, "serif", BODY + 1, INK_FADED)
    if page.figures:
        sheet.gap(8)
        sheet.pair([(one.name, one.value) for one in page.figures])
    for section in page.sections:
        sheet.gap(8)
        _section(sheet, section, find)
    sheet.gap(8)


def _section(sheet: Sheet, section: PageSection, find: LinkFinder) -> None:
    """Write a section: its titles in a row, or each with its facts line below."""
    sheet.head(section.head)
    sheet.gap(3)
    if not any(entry.facts for entry in section.entries):
        sheet.flow([(entry.title, entry.page) for entry in section.entries])
        return
    for entry in section.entries:
        sheet.flow([(entry.title, entry.page)])
        if entry.facts:
            sheet.linked(entry.facts, find, "sans", BODY, left=sheet.app.look.px(INSET))
            sheet.gap(4)


# Pictures


def _picture(app: "App", page: Page) -> pygame.Surface:
    """Return the picture for a page: the portrait of a kind, a sample of ground, or a sign."""
    px, head = app.look.px, page.head
    if head.shelf in (KINDS, MOUNTS):
        size = px(PORTRAIT[0]), px(PORTRAIT[1])
        return Standees(app.art, head.book, {"": STAND}, OwnLooks()).portrait(head.id, "", size)
    if head.shelf == GROUNDS:
        return _ground(app, head.id)
    return _sign(app, page)


def _ground(app: "App", id: str) -> pygame.Surface:
    """Return an image of a few tiles of a ground."""
    tile = app.look.px(TILE)

    def make() -> pygame.Surface:
        terrain = read_terrain(assets_dir() / "terrain" / "terrain.toml")
        board = GroundLayer(app.art, terrain, own=OwnLooks())
        board.show(["." * PATCH[0]] * PATCH[1], {".": id}, ())
        camera = Camera(*PATCH)
        made = pygame.Surface((PATCH[0] * tile, PATCH[1] * tile))
        camera.lay(made.get_rect().inflate(4 * tile, 4 * tile), 1.0)
        camera.tile = tile
        board.draw(made, camera)
        pygame.draw.rect(made, PARCHMENT_EDGE, made.get_rect(), app.look.px(1))
        return made

    return app.art.once(("sample", id, tile), make)


def _sign(app: "App", page: Page) -> pygame.Surface:
    """Return the icon of an item, ability or condition on a disc."""
    id = page.head.id
    names = (f"conditions/{id}", id) if page.head.shelf == CONDITIONS else page.icons
    name = f"icons/{app.art.icon(names) or PLAIN}"
    px, size = app.look.px, app.look.px(SIGN)

    def make() -> pygame.Surface:
        made = pygame.Surface((size, size), pygame.SRCALPHA)
        middle = size / 2, size / 2
        pygame.draw.aacircle(made, BRASS_DARK, middle, size / 2)
        pygame.draw.aacircle(made, PARCHMENT_DARK, middle, size / 2 - px(2))
        icon = app.art.image(name, (size * 5 // 8, size * 5 // 8), INK)
        made.blit(icon, icon.get_rect(center=made.get_rect().center))
        return made

    return app.art.once(("disc", name, size), make)
