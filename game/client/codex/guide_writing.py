"""A page of the guide, on the screen: its text, and the signs that it explains."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pygame

from game.client.board.camera import Camera
from game.client.board.forecast_signs import PlateSign, plate
from game.client.board.objective_marks import ICONS, ObjectiveMark, sign
from game.client.board.threat_marks import TileThreat, tag
from game.client.codex.guide import GuidePage
from game.client.kit.guide_pages import FORECAST, OBJECTIVES, THREATS, UNDO
from game.client.kit.theme import BODY, BRASS_DARK, HARM, INK_FADED, SMALL, TITLE, WALNUT_DARK
from game.client.panels.parchment_page import Sheet
from game.client.panels.pips import pip_image

if TYPE_CHECKING:
    from game.client.kit.app import App

POINT = "- "
"""Beginning of a paragraph that is a point of a list."""
COLUMN, TILE, DISC, PIP = 76, 44, 24, 14
"""Width of the column of signs, and sizes of their parts, at 100%."""
PLATES = {
    "dies": PlateSign("skull", "35%", tint=HARM),
    "gains": PlateSign("conditions/prone", "60%"),
    "ends": PlateSign("conditions/prone", is_crossed=True),
    "objective": PlateSign("flag"),
    "over": PlateSign("crown", "10%"),
    "trigger": PlateSign("scroll"),
}
"""Signs of a forecast, some with a chance to show what it looks like."""
KINDS = "reach", "defeat", "protect"
"""Kinds of objectives with a sign on the board."""
STEPS = "step", "wall"
EXAMPLE = TileThreat(2, 5.0)

Signs = Mapping[str, pygame.Surface]
"""Signs by their keys in the catalogue."""


def write_guide(sheet: Sheet, page: GuidePage, under: str) -> None:
    """Write a page of the guide: its text, with the signs above the first point."""
    sheet.text(page.title, "serif bold", TITLE, most=2)
    sheet.text(under, "sans", SMALL, INK_FADED)
    sheet.gap(12)
    paragraphs = page.text.strip().split("\n")
    texts = [one for one in paragraphs if not one.startswith(POINT)]
    for text in texts:
        sheet.text(text, "serif", BODY + 1)
        sheet.gap(8)
    _signs(sheet, page.address)
    for point in paragraphs:
        if point not in texts:
            sheet.point(point.removeprefix(POINT))
            sheet.gap(5)
    sheet.gap(8)


def _signs(sheet: Sheet, address: str) -> None:
    """Write the signs of a page, each with its meaning."""
    app, px = sheet.app, sheet.app.look.px
    made = SIGNS[address](app) if address in SIGNS else {}
    for key, image in made.items():
        top, high = sheet.y, app.type.height("sans", BODY)
        sheet.put(image, (px(COLUMN) - image.get_width()) // 2, top)
        if image.get_height() > high:
            sheet.y += (image.get_height() - high) // 2
        sheet.text(app.words.say("guide_sign", key), "sans", BODY, left=px(COLUMN + 10))
        sheet.y = max(sheet.y, top + image.get_height())
        sheet.gap(5)
    if made:
        sheet.gap(6)


def _plates(app: "App") -> Signs:
    return {key: plate(app.art, app.type, (one,)) for key, one in PLATES.items()}


def _threat(app: "App") -> Signs:
    camera = Camera(1, 1)
    camera.tile = app.look.px(TILE)
    return {"threat": tag(app.art, app.type, camera, EXAMPLE)}


def _objectives(app: "App") -> Signs:
    size = app.look.px(DISC)
    marks = {kind: ObjectiveMark(ICONS[kind], BRASS_DARK) for kind in KINDS}
    return {kind: sign(app.art, mark, size) for kind, mark in marks.items()}


def _steps(app: "App") -> Signs:
    return {key: _on_wood(app, key) for key in STEPS}


def _on_wood(app: "App", key: str) -> pygame.Surface:
    """Return a symbol of the undo button, on the button's wood."""
    px, image = app.look.px, pip_image(app, key, app.look.px(PIP))
    made = pygame.Surface((px(2 * PIP), px(PIP + 8)), pygame.SRCALPHA)
    pygame.draw.rect(made, WALNUT_DARK, made.get_rect(), border_radius=px(5))
    made.blit(image, image.get_rect(center=made.get_rect().center))
    return made


SIGNS: Mapping[str, Callable[["App"], Signs]] = {
    FORECAST: _plates,
    THREATS: _threat,
    OBJECTIVES: _objectives,
    UNDO: _steps,
}
"""Function that draws the signs of each page that has any."""
