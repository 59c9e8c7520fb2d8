"""The sheet on which an author says how a level is shared: file, title, name, version, licence."""

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BODY, HARM, INK, INK_FADED, LARGE, SPACE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.text_field import Field
from game.client.packs.pack_making_sheet import PackMakingSheet
from game.record.failure import Failure
from game.workshop.packs.pack_making import PackWishes, proposed_pack, proposed_wishes, wished_goal

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, ROW, HIGH = 680, 26, 46, 42
"""Width and margin of the sheet, and heights of a row and of a button, at 100%."""
MOST_PATH, MOST_LINE, MOST_VERSION = 300, 60, 17


class ShareSheet(Screen):
    """A form for the pack of a single level. It stays below the sheet on which the pack is made."""

    is_over = True

    def __init__(self, app: "App", source: Path) -> None:
        """Set up the form for the level in the file `source`."""
        super().__init__(app)
        self._source, say = source, app.words.say
        author = next(iter(app.settings.names), "")
        wishes = proposed_wishes(source, author)
        self.title = Field(say("pack", "title"), wishes.title, most=MOST_LINE)
        self.author = Field(say("pack", "author"), wishes.author, most=MOST_LINE)
        self.version = Field(
            say("pack", "version"),
            wishes.version,
            most=MOST_VERSION,
            about=say("pack", "version_about"),
        )
        self.licence = Field(
            say("pack", "licence"), most=MOST_LINE, empty=say("pack", "licence_empty")
        )
        self.file = Field(say("pack", "file"), str(proposed_pack(source)), most=MOST_PATH)
        self._fields = (self.title, self.author, self.version, self.licence, self.file)
        for field in self._fields:
            field.share = 0.24
        self.give = Button(say("pack", "share_give"), self._give, icon="icons/share")
        self.give.is_main = True
        self.back = Button(say("pack", "back"), self.left, icon="icons/back")
        self.trouble = ""
        """Why no pack can be made of what the fields say, or ""."""
        self.ring.hold((*self._fields, self.back, self.give))
        self.ring.focus(self.give)
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self._tops = 0, 0

    def _give(self) -> None:
        """Make the pack, unless a field has something that can't be."""
        texts = (field.text.strip() for field in self._fields)
        title, author, version, licence, file = texts
        try:
            goal = wished_goal(file)
        except Failure as failure:
            self.trouble = str(failure)
            self.app.sounds.ui("refused")
            self.layout(self.size)
            return
        self.trouble = ""
        wishes = PackWishes("", title, version, author, licence)
        self.app.push(PackMakingSheet(self.app, self._source, goal, wishes, self._made))

    def _made(self) -> None:
        """Close the form, because the pack is made."""
        if self.app.scene is self:
            self.app.pop()

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        width = min(px(WIDTH), size[0] - px(4 * SPACE))
        inner = width - 2 * px(PAD)
        head = app.type.height("serif bold", LARGE) + px(6)
        about = self._about_block(inner).get_height() + px(8)
        told = self._trouble_block(inner).get_height() + px(8) if self.trouble else 0
        fixed = 2 * px(PAD) + head + about + told + px(12) + px(HIGH)
        row = min(px(ROW), (size[1] - px(16) - fixed) // len(self._fields))
        high = fixed + row * len(self._fields)
        self._sheet = pygame.Rect(0, 0, width, high)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, y = self._sheet.x + px(PAD), self._sheet.y + px(PAD) + head
        top = y + about
        for n, field in enumerate(self._fields):
            field.place(pygame.Rect(left, top + n * row, inner, row - px(6)), app)
        self._tops = y, top + row * len(self._fields) + px(4)
        wide, bottom = (inner - px(10)) // 2, self._sheet.bottom - px(PAD) - px(HIGH)
        self.back.place(pygame.Rect(left, bottom, wide, px(HIGH)), app)
        self.give.place(pygame.Rect(left + inner - wide, bottom, wide, px(HIGH)), app)

    def _about_block(self, width: int) -> pygame.Surface:
        about = self.app.words.say("pack", "share_about")
        return self.app.type.block(about, width, "sans", BODY, INK_FADED)

    def _trouble_block(self, width: int) -> pygame.Surface:
        return self.app.type.block(self.trouble, width, "sans", BODY, HARM)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        head = app.words.say("pack", "share_head")
        surface.blit(app.type.fit_line(head, inner.width, "serif bold", LARGE, INK), inner)
        surface.blit(self._about_block(inner.width), (inner.x, self._tops[0]))
        if self.trouble:
            surface.blit(self._trouble_block(inner.width), (inner.x, self._tops[1]))
