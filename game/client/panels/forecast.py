"""What would come of it: the exact odds of a command, or what is known of a unit or a tile."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pygame

from game.client.board.standees import Standees
from game.client.inputs import Act, Input
from game.client.panels.chart import chart
from game.client.panels.numbers import Summary, decimal, percent, share_hurt, summary
from game.client.panels.parts import ground, life
from game.client.panels.sheet import Page, Sheet
from game.client.theme import (
    BODY,
    HARM,
    HUGE,
    INK,
    INK_FADED,
    LARGE,
    PARCHMENT_EDGE,
    SMALL,
    TITLE,
)
from game.session.picture import Card, Lasting, Picture, Piece, TileCard
from game.session.protocol import OddsTold
from game.terms.odds import Chance, Modifier

if TYPE_CHECKING:
    from game.client.app import App

Changed = Callable[[str | None, str, Any], str]
"""From the unit, the key and the value of a change to a sentence."""
SIDE = 20
MOST_JOINT = 4
"""Of more outcomes than this the chance of each thing is told, and not of all together."""
MOST_ROWS = 6
ATTACK = "attack"
"""The verb of attacks, which all books share; they can be looked at under other books."""
CHART = 72


def plain(id: str) -> str:
    """A name where none is known."""
    return id.replace("_", " ")


class ForecastPanel:
    """One page of parchment at the upper right."""

    def __init__(self, app: "App", standees: Standees, changed: Changed) -> None:
        self._app, self._standees, self._changed = app, standees, changed
        self.rect = pygame.Rect(0, 0, 1, 1)
        self._page = Page(app)
        self._write: Callable[[Sheet], None] | None = None
        self._what: object = None
        self.summary: Summary | None = None

    def lay(self, rect: pygame.Rect) -> None:
        """Takes a place on the screen."""
        px, self.rect = self._app.look.px, rect.copy()
        inner = rect.inflate(-2 * px(SIDE), -2 * px(15))
        self._page.rect = pygame.Rect(inner.x, inner.y, max(1, inner.width), max(1, inner.height))
        self._rewrite(False)

    # What it shows

    def show(
        self,
        title: str,
        odds: OddsTold,
        picture: Picture,
        actor: str | None = None,
        goal: TileCard | None = None,
    ) -> None:
        """The odds of a command, and of a walk what the tile is like that it leads to."""
        left = {piece.id: piece.life for piece in picture.pieces if piece.life is not None}
        found = summary(odds, left, actor)

        def write(sheet: Sheet) -> None:
            self._odds(sheet, title, odds, found, picture)
            if goal is not None and goal.lines:
                sheet.head(goal.title)
                for line in goal.lines:
                    self._point(sheet, line)

        self._take(write, ("odds", title, odds, goal))
        self.summary = found

    def show_ways(
        self, title: str, ways: Sequence[tuple[str, OddsTold]], picture: Picture, actor: str
    ) -> None:
        """The odds of an attack for each way in which it may be met."""
        left = {piece.id: piece.life for piece in picture.pieces if piece.life is not None}

        def write(sheet: Sheet) -> None:
            sheet.text(title, "serif bold", LARGE, most=2)
            for words, odds in ways:
                self._way(sheet, words, odds, summary(odds, left, actor), actor)
            modifiers = dict.fromkeys(one for _, odds in ways for one in odds.modifiers)
            self._modifiers(sheet, list(modifiers))
            sheet.gap(8)
            sheet.row("", rule=self.link)

        self._take(write, ("ways", title, tuple(ways)))

    def _way(self, sheet: Sheet, words: str, odds: OddsTold, found: Summary, actor: str) -> None:
        """One of several ways: what it does to the other, and to who attacks."""
        say, (back, lost) = self._app.words.say, share_hurt(odds, actor)
        sheet.head(words[:1].upper() + words[1:])
        mean = say("forecast", "mean", value=decimal(found.mean))
        sheet.row(f"{say('forecast', 'hurts')} ({mean})", f"{percent(found.chance)}%", is_wide=True)
        if found.fells:
            sheet.row(say("forecast", "fells"), f"{percent(found.fells)}%", is_wide=True)
        if back:
            mean = say("forecast", "mean", value=decimal(lost))
            row = f"{say('forecast', 'countered')} ({mean})"
            sheet.row(row, f"{percent(back)}%", is_wide=True)

    def _modifiers(self, sheet: Sheet, modifiers: Sequence[Modifier]) -> None:
        """What counts in a roll, with the rule of each."""
        if modifiers:
            sheet.head(self._app.words.say("forecast", "modifiers"))
        for one in modifiers:
            value = f"{one.value:+}".replace("-", "−") if one.value else ""
            sheet.row(one.text[:1].upper() + one.text[1:], value, one.rule or "")

    def show_card(self, card: Card, piece: Piece) -> None:
        """What is known of a unit."""
        self._take(lambda sheet: self._card(sheet, card, piece), ("card", card, piece))

    def show_tile(self, tile: TileCard) -> None:
        """What a tile is like."""

        def write(sheet: Sheet) -> None:
            sheet.text(tile.title, "serif bold", LARGE + 4)
            x, y = tile.at
            where = self._app.words.say("forecast", "tile", x=x, y=y)
            sheet.text(where, "sans", SMALL, INK_FADED)
            sheet.gap(6)
            for line in tile.lines:
                self._point(sheet, line)

        self._take(write, ("tile", tile))

    def show_text(self, title: str, text: str, rule: str | None = None) -> None:
        """Some words, such as why something cannot be done, with the rule that says so."""

        def write(sheet: Sheet) -> None:
            sheet.text(title, "serif bold", LARGE + 4, most=3)
            sheet.gap(6)
            sheet.text(text, "sans", BODY)
            if rule:
                sheet.gap(8)
                sheet.row("", rule=rule)

        self._take(write, ("text", title, text, rule))

    def show_points(self, title: str, points: Sequence[str], foot: Sequence[str] = ()) -> None:
        """Several things under a title, each with a mark; hints stand at the foot of the page."""

        def write(sheet: Sheet) -> None:
            sheet.text(title, "serif bold", LARGE + 4, most=3)
            sheet.gap(6)
            for point in points:
                self._point(sheet, point)
                sheet.gap(3)
            lines = Sheet(self._app, sheet.width)
            for words in foot:
                lines.text(words, "sans", SMALL, INK_FADED)
            top = self._page.rect.height - lines.y
            if foot and top >= sheet.y + self._app.look.px(SIDE):
                for piece in lines.pieces:
                    sheet.put(piece.image, piece.rect.x, piece.rect.y + top)
                sheet.y = top + lines.y

        self._take(write, ("points", title, tuple(points), tuple(foot)))

    def clear(self) -> None:
        """Shows an empty page."""
        self._write, self._what, self.summary = None, None, None
        self._rewrite(True)

    def _take(self, write: Callable[[Sheet], None], what: object) -> None:
        if what is not None and what == self._what:
            return
        self._write, self._what, self.summary = write, what, None
        self._rewrite(True)

    def _rewrite(self, is_new: bool) -> None:
        sheet = Sheet(self._app, self._page.rect.width)
        if self._write:
            self._write(sheet)
        self._page.take(sheet, is_new)

    # The odds

    def _odds(
        self, sheet: Sheet, title: str, odds: OddsTold, found: Summary, picture: Picture
    ) -> None:
        sheet.text(title, "serif bold", LARGE, most=2)
        is_joint = found.kind == "list" and len(odds.outcomes) <= MOST_JOINT
        if is_joint:
            self._outcomes(sheet, odds)
        elif found.kind == "struck" and not found.chance:
            sheet.gap(4)
            self._point(sheet, self._app.words.say("forecast", "safe"))
        elif found.kind != "list":
            self._number(sheet, found)
        if found.bars:
            self._chart(sheet, found, picture)
        self._modifiers(sheet, odds.modifiers)
        if not is_joint:
            self._besides(sheet, found)
        self._assumed(sheet, odds, found, is_joint)
        if odds.command.get("do") == ATTACK:
            sheet.gap(8)
            sheet.row("", rule=self.link)

    def _number(self, sheet: Sheet, found: Summary) -> None:
        """The one huge number, and beside it what it is the chance of."""
        app, px, say = self._app, self._app.look.px, self._app.words.say
        is_heal = found.kind == "heal"
        words = decimal(found.chance) if is_heal else f"{percent(found.chance)}%"
        size = HUGE if app.type.width(words, "serif bold", HUGE) < sheet.width * 0.55 else TITLE
        number = app.type.line(words, "serif bold", size, INK)
        top, cut = sheet.y, round(number.get_height() * 0.14)
        sheet.put(number, 0, top - cut)
        high = number.get_height() - 2 * cut
        beside = Sheet(app, sheet.width - number.get_width() - px(12))
        key = found.kind if found.main or found.kind != "hurt" else "hurt_thing"
        beside.text(say("forecast", key), "sans", BODY, INK_FADED, most=2)
        if found.fells:
            fells = "fells_self" if found.kind == "struck" else "fells"
            line = f"{say('forecast', fells)} {percent(found.fells)}%"
            beside.text(line, "sans bold", BODY, HARM)
        if found.kind == "struck" and found.arrives < 1:
            beside.text(
                f"{say('forecast', 'arrives')} {percent(found.arrives)}%", "sans bold", BODY
            )
        start = top + max(0, (high - beside.y) // 2)
        for piece in beside.pieces:
            x = piece.rect.x + number.get_width() + px(12)
            sheet.put(piece.image, x, piece.rect.y + start)
        sheet.y = max(top + high, start + beside.y)

    def _chart(self, sheet: Sheet, found: Summary, picture: Picture) -> None:
        say, piece = self._app.words.say, picture.piece(found.main)
        key = "healed" if found.kind == "heal" else "damage"
        left = piece.life if piece and found.kind != "heal" else None
        caption = say("forecast", key)
        if found.kind != "heal":
            caption = f"{caption}, {say('forecast', 'mean', value=decimal(found.mean))}"
        if left is not None:
            caption = f"{caption} · {say('forecast', 'has', life=left)}"
        sheet.gap(4)
        size = sheet.width, self._app.look.px(CHART)
        sheet.put(chart(self._app, found.bars, size, caption, left), 0, sheet.y)
        sheet.y += size[1]

    def _outcomes(self, sheet: Sheet, odds: OddsTold) -> None:
        """All that may come of it, the likeliest first, in words."""
        rows: dict[str, int] = {}
        for one in odds.outcomes:
            words = self._sentence(one)
            rows[words] = rows.get(words, 0) + one.weight
        ranked = sorted(rows.items(), key=lambda row: -row[1])
        say, px = self._app.words.say, self._app.look.px
        sheet.gap(4)
        if len(ranked) == 1:
            sheet.text(say("forecast", "certain"), "serif", TITLE)
            for words in ranked[0][0].split("; "):
                self._point(sheet, words[:1].upper() + words[1:])
            return
        for n, (words, weight) in enumerate(ranked[: MOST_ROWS + 6]):
            size = TITLE if n == 0 else LARGE
            share = f"{percent(Fraction(weight, max(1, odds.of)))}%"
            number = self._app.type.line(share, "serif bold", size, INK)
            rect = sheet.put(number, 0, sheet.y)
            left = max(px(72), number.get_width() + px(12))
            high = self._app.type.height("sans", BODY)
            sheet.y += max(0, (rect.height - high) // 2)
            sheet.text(words, "sans", BODY, left=left)
            sheet.y = max(sheet.y, rect.bottom) + px(2)

    def _sentence(self, one: Chance) -> str:
        """An outcome in words."""
        said = []
        for change in one.changes:
            for key, value in change.items():
                if key == "unit" or (key == "movement" and len(change) > 2):
                    continue
                many = value if isinstance(value, list | tuple) and key != "at" else [value]
                is_plain = not any(isinstance(single, dict | list) for single in many)
                for single in many if is_plain else [None]:
                    said.append(self._changed(change.get("unit"), key, single))
        if one.then:
            if all("movement" in change or not change for change in one.changes):
                said = []
            said.append(self._changed(None, "then", one.then))
        nothing = self._app.words.say("forecast", "nothing")
        return "; ".join(words for words in dict.fromkeys(said) if words) or nothing

    def _besides(self, sheet: Sheet, found: Summary) -> None:
        """What else happens, with its chances."""
        if not found.besides:
            return
        sheet.head(self._app.words.say("forecast", "besides"))
        for one in found.besides[:MOST_ROWS]:
            words = self._changed(one.unit, one.key, one.value)
            if words:
                sheet.row(words, f"{percent(one.share)}%", is_wide=True)

    def _assumed(self, sheet: Sheet, odds: OddsTold, found: Summary, is_joint: bool) -> None:
        """What the odds take for granted."""
        say = self._app.words.say
        for ask, share in () if is_joint else found.stops:
            words = self._changed(None, "then", ask)
            sheet.row(words, f"{percent(share)}%", is_wide=True)
        if odds.assume == "stop" and not found.stops:
            return
        if isinstance(odds.assume, str):
            how = say("assume", odds.assume)
        else:
            parts = odds.assume.items()
            how = "; ".join(
                say("assume", "kind", kind=plain(kind), how=say("assume", answer))
                for kind, answer in parts
            )
        sheet.gap(6)
        sheet.text(say("forecast", "assume", how=how), "sans italic", SMALL, INK_FADED)

    # Cards

    def _card(self, sheet: Sheet, card: Card, piece: Piece) -> None:
        app, px, say = self._app, self._app.look.px, self._app.words.say
        size = px(72), px(84)
        portrait = self._standees.portrait(piece.kind, piece.side, size)
        top = sheet.y
        sheet.put(portrait, 0, top)
        left = size[0] + px(14)
        sheet.text(card.title, "serif bold", LARGE, left=left, most=2)
        if piece.life is not None and piece.most:
            self._life(sheet, piece, left)
        for one in piece.conditions[:4]:
            icon = f"icons/conditions/{one.id}"
            if app.art.has(icon):
                image = app.art.image(icon, (px(20), px(20)), INK)
                sheet.put(image, left, sheet.y + px(4))
                left += px(24)
        sheet.y = max(sheet.y, top + size[1])
        if card.about:
            sheet.gap(6)
            sheet.text(card.about, "sans italic", BODY, INK_FADED)
        if card.lines:
            sheet.gap(6)
            sheet.pair([(line.label, line.value) for line in card.lines])
        if card.conditions:
            sheet.head(say("forecast", "conditions"))
            for held in card.conditions:
                self._lasting(sheet, held)
        if card.items:
            sheet.head(say("forecast", "items"))
            for item in card.items:
                sheet.text(item.label, "sans bold", BODY)
                if item.about:
                    sheet.text(item.about, "sans", SMALL, INK_FADED)

    def _life(self, sheet: Sheet, piece: Piece, left: int) -> None:
        assert piece.life is not None
        assert piece.most
        px, say = self._app.look.px, self._app.words.say
        share = piece.life / piece.most
        words = say("forecast", "life", life=piece.life, most=piece.most)
        line = self._app.type.line(words, "sans bold", BODY, INK)
        width = max(px(40), sheet.width - left - line.get_width() - px(12))
        bar = pygame.Surface((width, px(12)), pygame.SRCALPHA)
        life(self._app, bar, bar.get_rect(), share)
        at = sheet.put(line, sheet.width - line.get_width(), sheet.y)
        sheet.put(bar, left, at.centery - bar.get_height() // 2)
        sheet.y = at.bottom

    def _lasting(self, sheet: Sheet, held: Lasting) -> None:
        say, px = self._app.words.say, self._app.look.px
        left, icon = 0, f"icons/conditions/{held.id}"
        if self._app.art.has(icon):
            sheet.put(self._app.art.image(icon, (px(18), px(18)), INK), 0, sheet.y + px(1))
            left = px(24)
        key = "turn" if held.turns == 1 else "turns"
        turns = say("forecast", key, turns=held.turns) if held.turns else ""
        title = f"{held.title} · {turns}" if turns else held.title
        sheet.text(title, "sans bold", BODY, left=left)
        if held.about:
            sheet.text(held.about, "sans", SMALL, INK_FADED, left=left)
        sheet.gap(2)

    def _point(self, sheet: Sheet, words: str) -> None:
        """A line with a mark before it."""
        px = self._app.look.px
        dot = pygame.Surface((px(6), px(6)), pygame.SRCALPHA)
        pygame.draw.polygon(
            dot, PARCHMENT_EDGE, [(px(3), 0), (px(6), px(3)), (px(3), px(6)), (0, px(3))]
        )
        sheet.put(dot, px(2), sheet.y + px(8))
        sheet.text(words, "sans", BODY, left=px(16))

    # Time and people

    @property
    def is_moving(self) -> bool:
        """It never moves by itself."""
        return False

    def update(self, seconds: float) -> bool:
        """Time passes; whether it is to be drawn anew."""
        moved, self._page.is_dirty = self._page.is_dirty, False
        return moved

    def heard(self, event: Input) -> str | None:
        """The id of the rule that was pressed."""
        if isinstance(event, Act) and event.name in ("page_up", "page_down"):
            way = 1 if event.name == "page_down" else -1
            self._page.scroll(way * round(self._page.rect.height * 0.8))
            return None
        return self._page.heard(event)

    @property
    def link(self) -> str:
        """What leads from an attack to the other tables; pressed like the id of a rule."""
        return self._app.words.say("lens", "link")

    @property
    def rule_at_hand(self) -> str | None:
        """The rule under the pointer, else the first that the page names."""
        return next((rule for rule in self._page.rules if rule != self.link), None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws it into its rectangle."""
        ground(self._app, surface, self.rect, "parchment")
        self._page.draw(surface)
