"""The shared state of the battle screen: battle, panels, plan and pointer."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, Protocol

import pygame
import tomli

from game.client.battle.bar_buttons import buttons_of
from game.client.battle.layout import Layout, layout_for
from game.client.battle.lessons import Lessons
from game.client.battle.planning import PLAIN, CommandPlaces, CommandPlan
from game.client.battle.threat_search import ThreatSearch
from game.client.board.board_view import BoardView
from game.client.board.side_looks import looks_of
from game.client.board.terrain_looks import read_terrain
from game.client.kit.app import App
from game.client.panels.dice_tray import DiceTray
from game.client.panels.forecast_panel import ForecastPanel
from game.client.panels.hint_strip import HintStrip
from game.client.panels.log_panel import LogPanel
from game.client.panels.tooltip_offers import TipOffers
from game.client.panels.tooltip_stack import TooltipStack
from game.client.panels.turn_queue import QueuePanel
from game.client.panels.unit_bar import UnitBar
from game.core.cells import Cell
from game.present.answer_sheet import MOMENTS, PARTS
from game.present.codex.glossary import Glossary
from game.present.forecast.marks import ForecastMark
from game.present.looking_ahead.approaches import ApproachSearch
from game.present.looking_ahead.battle_ahead import BattleAhead
from game.present.looking_ahead.tile_outlook import FoeFromTile, TileSearch
from game.present.picture import Card, Picture, Token
from game.present.question import Choice, Key
from game.present.window_battle import WindowBattle
from game.record.data_folders import assets_dir
from game.terms.commands import Command
from game.terms.odds import Assume, Odds, Unfinished

LAST = 0.25
"""The last part of a search, in parts: most searches are small and end with their first part."""
TRIALS = 8
"""Number of ends of moves to try in each part of a search for approaches."""
SLICE = 0.003
"""Seconds per frame spent on a search about a tile."""

AssumedKey = str | tuple[tuple[str, str], ...]
"""Assumed answers to asks, as a hashable key."""


class Panel(Protocol):
    """A panel of the battle screen."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""


class Summary(NamedTuple):
    """A page that is shown with a question, as long as players point at the same place."""

    place: tuple[object, ...]
    show: Callable[[], None]


class BattleContext:
    """The battle as seen from one seat, with the board, the panels and the plan."""

    covered = pygame.Rect(0, 0, 0, 0)
    """The part of the column beside the board that a message covers."""

    def __init__(self, app: App, sitting: WindowBattle, *, is_replay: bool = False) -> None:
        """Seat people at a battle. A replay is never shared: each view is one side's alone."""
        self.app, self.sitting, self._is_replay = app, sitting, is_replay
        self.ahead = BattleAhead(sitting)
        self.view = _first_view(sitting)
        """Side whose view the window shows (None: all)."""
        self.is_open = self.view is not None and self.may_be_open(self.view)
        """Whether everybody who shares the machine may look, so that hands lie face down."""
        self._gather()
        self.sides = looks_of(sitting.sides())
        self._looks = read_terrain(assets_dir() / "terrain" / "terrain.toml")
        self.glossary = Glossary(app.books.get(sitting.overview().rulebook))
        """The book's pages and rules; texts in panels link to these."""
        self._furnish()
        self.flights = flights_of(assets_dir() / "flights.toml")
        self._places = CommandPlaces(), CommandPlaces()
        self.plan = self._new_plan()
        self.cursor: Cell | None = None
        """Tile of the keyboard's cursor, or None."""
        self.hovered: Cell | None = None
        """Tile under the pointer, or None."""
        self.focus = "board"
        """The part that the keyboard acts on: `board` or `bar`."""
        self.button = 0
        self.keyed: str | None = None
        """Button whose own key has planned its command, which counts as pointed at then."""
        self.shows_threats = False
        self.has_bar = True
        """Whether the unit bar is shown below the board."""
        self.lessons = Lessons(sitting, app.folder)
        self.reactions: dict[str, str] = {}
        """Units that react `always` or `never`, by id; all other units ask."""
        self._odds: dict[tuple[Command, Command | None, AssumedKey], Odds | None] = {}
        self._approaches: dict[tuple[str, Key | None], ApproachSearch] = {}
        """Searches for approaches in the current position, by unit and button."""
        self._cards: dict[str, Card | None] = {}
        """Cards of units, by id, for this tick."""
        self._foreseen: dict[int, tuple[Odds, tuple[ForecastMark, ...]]] = {}
        """Marks of odds in the current position, by the identity of the odds."""
        self._parts: float = PARTS
        """Number of parts of searches for odds that this tick may still do."""
        self.is_reckoning = False
        """Whether a search for odds is unfinished, to be continued in the next frame."""
        self._outlooks: dict[Command, TileSearch] = {}
        """Searches for what could be done after a move in the current position."""
        self.is_seeking = False
        """Whether a search ahead of moves is unfinished, to be continued in the next frame."""
        self._threats: ThreatSearch | None = None
        self.layout = layout_for(app.size, app.look)
        """The places of the parts on the screen."""

    def _furnish(self) -> None:
        """Make a new board and new panels, so that they keep nothing from another side's view."""
        app, sitting = self.app, self.sitting
        app.art.lend(sitting.looks())
        app.sounds.lend(sitting.sounds())
        self.overview = sitting.overview()
        size = self.overview.width, self.overview.height
        book = self.overview.rulebook
        self.board = BoardView(app.art, app.type, self._looks, book, self.sides, size)
        self.queue = QueuePanel(app, self.board.standees)
        keywords = self.glossary.keywords
        self.bar = UnitBar(app, self.board.standees, keywords)
        self.forecast = ForecastPanel(app, self.board.standees, sitting, keywords)
        self.log = LogPanel(app, keywords.links)
        self.log.has_menu = True
        self.tray, self.strip = DiceTray(app), HintStrip(app)
        offers = TipOffers(self.glossary, (self.bar, self.queue), (self.forecast, self.log))
        self.tips = TooltipStack(app, offers, self.look_up, self.board)
        self.picture: Picture = sitting.picture(self.view)
        self.board.show(self.picture)

    def sit(self, side: str | None) -> None:
        """Seat the people of another side, and reset everything, unless everybody may look on."""
        was_open = self.is_open
        self.view, self.is_open = side, side is not None and self.may_be_open(side)
        self._gather()
        self.plan = self._new_plan()
        self.cursor = self.hovered = None
        self.focus, self.button, self.shows_threats = "board", 0, False
        self._forget()
        if not (was_open and self.is_open):
            self._furnish()

    def may_be_open(self, side: str) -> bool:
        """Return whether a side's people may sit down while everybody else looks on."""
        is_apart = self.is_shared and self.app.settings.curtain
        return is_apart and not self.sitting.needs_handover(side)

    def _gather(self) -> None:
        """Let everybody look at the window, or only the people of this view; hands are down."""
        self.sitting.company = self.sitting.people if self.is_open else ()
        self.sitting.is_face_up = False

    def _new_plan(self) -> CommandPlan:
        hand = self.say("hand") if self.is_open and self.sitting.has_hands else ""
        return CommandPlan(*self._places, hand, self.sitting.why_not)

    def _forget(self) -> None:
        """Drop cached odds and threats of the last position."""
        self._odds, self._threats, self._approaches = {}, None, {}
        self._outlooks, self._cards = {}, {}
        self.is_reckoning = self.is_seeking = False
        self._foreseen = {}

    @property
    def parts(self) -> tuple[Panel, ...]:
        """The panels drawn around the board."""
        bar = (self.bar,) if self.has_bar else ()
        return (self.forecast, self.log, self.tray, *bar, self.queue, self.strip)

    def lay(self, parts: Layout) -> None:
        """Lay out the board and panels. The scene lays out the bar below the board."""
        self.layout = parts
        self.queue.lay(parts.queue)
        self.log.lay(parts.log)
        self.tray.lay(parts.tray)
        self.strip.lay(parts.queue, parts.board)
        self.tips.lay()
        self.board.camera.lay(parts.board, self.app.look.scale)
        self.fit()

    def fit(self) -> bool:
        """Give the forecast all room above the log's lines; return whether its room changes.

        The log gives way to the forecast of a command that needs more, up to its newest lines. Both
        give way to a message over their column.
        """
        room, log, reach = self.layout.forecast.copy(), self.layout.log, 0
        gap, top = log.y - room.bottom, self.covered.top if self.covered else log.bottom
        if log.x == room.x:
            room.height += self.log.unused
            reach = log.bottom - self.log.least - gap - room.y
            free = max(top - gap - room.y, self.log.least)
            room.height, reach = min(room.height, free), min(reach, free)
        is_same = room == self.forecast.room
        if not is_same:
            self.forecast.lay(room, reach)
        below = self.covered.top if self.covered else self.forecast.rect.bottom + gap
        has_given = self.log.give_way(below if reach else log.y)
        return has_given or not is_same

    def to_actor(self) -> None:
        """Move the camera to the acting unit at once."""
        actor = self.actor or next(iter(self.board.tokens.values()), None)
        if actor is not None and actor.at is not None:
            self.board.camera.show(actor.at)
            self.board.camera.arrive()

    def look(self) -> None:
        """Read the current position of the battle."""
        self.forecast.is_kept = False
        self.picture = self.sitting.picture(self.view)
        self._forget()

    @property
    def is_ours(self) -> bool:
        """Return whether a side that people play at this window is asked."""
        return self.sitting.asked in self.sitting.people

    @property
    def is_asked(self) -> bool:
        """Return whether the side of this view is asked, and people play it."""
        return self.is_ours and self.sitting.asked == self.view

    @property
    def awaited(self) -> str | None:
        """The people's side that is asked, if its people have to sit down first; else None.

        They may have to do so in their own turn, if they learn a secret while others look on.
        """
        asked, sitting = self.sitting.asked, self.sitting
        if asked is None or asked not in sitting.people:
            return None
        is_here = asked == self.view and not (self.is_open and sitting.needs_handover(asked))
        return None if is_here else asked

    @property
    def may_answer(self) -> bool:
        """Return whether people are asked, and are at the window already."""
        return self.is_asked and self.awaited is None

    @property
    def is_shared(self) -> bool:
        """Return whether several people share the machine."""
        return len(self.sitting.people) > 1 and not self._is_replay

    def is_mine(self, side: str) -> bool:
        """Return whether a side is the side of this view, and people play it."""
        return side == self.view and side in self.sitting.people

    def rank(self, cell: Cell) -> int:
        """Return the rank of a tile for going from unit to unit: foes are 0, the actor is last.

        While targets are chosen, all are equal.
        """
        if self.plan.deed(self.plan.chosen) is not None:
            return 0
        if self.actor is not None and self.actor.at == cell:
            return 2
        there = [token for token in self.picture.tokens if token.at == cell]
        return int(bool(there) and all(self.is_mine(token.side) for token in there))

    @property
    def actor(self) -> Token | None:
        """The unit that is asked for a command, or whose turn it is; None if there is none."""
        question, sitting, picture = self.plan.question, self.sitting, self.picture
        if question is not None:
            return picture.token(question.unit)
        asked = sitting.asked_unit if sitting.is_seen_to_think(self.view) else None
        return picture.token(asked) or picture.token(picture.turn)

    def headline(self) -> str:
        """Return the question, or a sentence about the computer player who is thinking.

        Names that are next to it already aren't repeated.
        """
        actor, question = self.actor, self.plan.question
        named = actor.title if actor else ""
        if question is not None and question.ask != PLAIN and named and named in question.text:
            return self.say("your_choice")
        if question is not None:
            return question.text if question.ask != PLAIN else self._whose()
        side = self.sitting.asked
        if side is not None and self.sitting.is_seen_to_think(self.view):
            key = "thinks_alone" if self.title(side) == named else "thinks"
            return self.say(key, side=self.title(side))
        return ""

    def _whose(self) -> str:
        """Return in words that it is your turn, or a side's turn if people share the machine."""
        who = self.title(self.view or "")
        if self.is_shared and self.actor is not None and who not in ("", self.actor.title):
            return self.say("their_turn", who=who)
        return self.say("your_turn")

    def actor_rect(self) -> pygame.Rect | None:
        """Return the rectangle of the acting unit on the screen, head included, or None."""
        actor = self.actor
        if actor is None or actor.at is None:
            return None
        rect = self.board.camera.tile_rect(actor.at)
        return rect.union(rect.move(0, -rect.height // 2))

    def card(self, unit: str) -> Card | None:
        """Return what this view knows about a unit, read once per tick."""
        if unit not in self._cards:
            self._cards[unit] = self.sitting.card(self.view, unit)
        return self._cards[unit]

    def title(self, side: str) -> str:
        """Return the title of a side."""
        return self.overview.titles.get(side, side)

    def odds(self, choice: Choice, assume: Assume = "stop") -> Odds | None:
        """Return the odds of a choice, cached for the position, or None if it has none.

        While the search isn't finished, return None and set `is_reckoning`. Each call continues the
        search. All searches of a tick share `PARTS`, but those without assumptions do at least one
        while the tick has time.
        """
        how = assume if isinstance(assume, str) else tuple(assume.items())
        first = choice.after.command if choice.after else None
        key = choice.command, first, how
        is_sure = assume == "stop"
        while key not in self._odds:
            if not (self.may_search or (is_sure and self.app.time.is_left)):
                self.is_reckoning = True
                return None
            is_sure = False
            self.app.time.work()
            self.threats.disturb()
            try:
                self._odds[key] = self._asked_odds(choice, assume)
                self._parts -= LAST
            except Unfinished:
                self._parts -= 1
        return self._odds[key]

    def _asked_odds(self, choice: Choice, assume: Assume) -> Odds | None:
        """Return the odds of a choice, or None if it has none; raise Unfinished if not yet."""
        if choice.after is not None:
            return self.ahead.odds(choice.after.command, choice.command, assume, MOMENTS)
        return self.sitting.odds(choice.command, assume, MOMENTS)

    def approaches(
        self, unit: str, key: Key | None, is_urgent: bool = False
    ) -> tuple[Choice, ...] | None:
        """Return the commands on a unit, here or after a move, with one button (None: the first).

        While the search isn't finished, return None and set `is_seeking`. With `is_urgent`, finish
        it now.
        """
        question, kept = self.plan.question, (unit, key)
        if question is None:
            return ()
        if kept not in self._approaches:
            self._approaches[kept] = self.ahead.approaches(question, unit, key)
        search = self._approaches[kept]
        while search.found is None and (is_urgent or self.may_search):
            self.app.time.work()
            search.go_on(TRIALS)
            self._parts -= 1
            self.threats.disturb()
        self.is_seeking = self.is_seeking or search.found is None
        return search.found

    def foreseen_marks(self, odds: Odds) -> tuple[ForecastMark, ...]:
        """Return the changes of odds as marks on the board, cached for the position."""
        if id(odds) not in self._foreseen:
            self._foreseen[id(odds)] = odds, self.sitting.marks(odds)
        return self._foreseen[id(odds)][1]

    def from_tile(self, move: Choice) -> tuple[tuple[FoeFromTile, ...], bool]:
        """Return the foes that could be attacked, or could attack, after a move.

        Also return whether these are all. If not, set `is_seeking`; the next call goes on.
        """
        question, command = self.plan.question, move.command
        if question is None:
            return (), True
        if command not in self._outlooks:
            self._outlooks[command] = self.ahead.from_tile(question, move)
        search, until = self._outlooks[command], perf_counter() + SLICE
        while not search.is_done and self.app.time.is_left:
            self.app.time.work()
            search.go_on(1)
            if perf_counter() > until:
                break
        self.is_seeking = self.is_seeking or not search.is_done
        return search.rows, search.is_done

    @property
    def may_search(self) -> bool:
        """Return whether this tick has time for another part of a search for odds."""
        return self._parts > 0 and self.app.time.is_left

    @property
    def pointed(self) -> Cell | None:
        """The tile pointed at, by the pointer or else by the keys, or None."""
        return self.cursor if self.hovered is None else self.hovered

    @property
    def pointed_button(self) -> str | None:
        """The id of the button pointed at, by the pointer or else by the keys, or None."""
        is_by_keys = self.hovered is None and self.bar.pointed is None
        if self.keyed is not None and self.plan.planned is not None and is_by_keys:
            return self.keyed
        if self.bar.pointed is not None or self.focus != "bar":
            return self.bar.pointed
        buttons = buttons_of(self.plan, self.app)
        return buttons[self.button].id if self.button < len(buttons) else None

    @property
    def place(self) -> tuple[object, ...]:
        """The question, what players point at, and what they plan."""
        return self.plan.question, self.pointed, self.pointed_button, self.plan.planned

    def points_by_keys(self) -> None:
        """Let the keys point: the pointer points at nothing until it moves again."""
        self.hovered = None
        self.bar.forget_pointer()
        self.tips.clear()

    def bring_forward(self, cell: Cell | None, share: float = 0.5) -> bool:
        """Point at one of the units that share a tile: at `share` of its width, from the left.

        Return whether the unit has changed.
        """
        is_other = self.board.bring_forward(cell, share)
        self.plan.front = self.board.front
        return is_other

    def allow_search(self) -> None:
        """Allow as many parts of searches for odds as a tick has time for."""
        self._parts = PARTS
        self._cards = {}

    @property
    def threats(self) -> ThreatSearch:
        """The threats of the current position."""
        if self._threats is None:
            side = self.view or next(iter(self.overview.sides), "")
            foes = (one for one in self.picture.tokens if one.side != side and one.at is not None)
            ids = [one.id for one in foes if not (one.is_down or one.is_dead)]
            self._threats = ThreatSearch(self.sitting, side, ids)
        return self._threats

    def prepare(self) -> None:
        """Search for threats for a few milliseconds, so that they can be shown at once later."""
        if self.app.time.is_left and self.threats.all is None:
            self.app.time.work()
            self.threats.prepare()

    def look_up(self, address: str | None) -> None:
        """Open the codex at a rule or page (None: at its first rule)."""
        self.lessons.did("page")
        self.app.look_up(address)

    def say(self, key: str, **values: object) -> str:
        """Return a sentence of the battle screen."""
        return self.app.words.say("battle", key, **values)


def _first_view(sitting: WindowBattle) -> str | None:
    """Return the side whose people are at the window first, or None if no people play."""
    people = sitting.people
    if len(people) > 1:
        _let_dice_fall(sitting)
    return sitting.asked if sitting.asked in people else next(iter(people), None)


def _let_dice_fall(sitting: WindowBattle) -> None:
    """Resolve rolls before the first question, such as initiative, without showing them."""
    while sitting.asked is None and not sitting.is_over and sitting.go_on():
        pass
    sitting.wait()


def flights_of(path: Path) -> dict[str, str]:
    """Read the name of each weapon's and spell's projectile image, by the id of weapon or spell."""
    try:
        raw = tomli.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    lists = ((kind, things) for kind, things in raw.items() if isinstance(things, list))
    return {str(thing): kind for kind, things in lists for thing in things}
