"""Lines that show a battle in the terminal."""

from collections.abc import Iterable, Iterator, Mapping

from game.components.unit import Allegiance, Name, Position
from game.core.cells import Cell
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.present.screen_sentences import said
from game.present.shown_events import is_said_again
from game.record.map_rows import legend_of, rows_now
from game.terms.events import BattleStarted, Event, Moved, RoundStarted, TurnEnded, TurnStarted
from game.terms.records import Entity

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
CROWD = "*"
"""Sign for a tile that several units share."""

WIDEST, TALLEST = 100, 40
"""Maximum width and height of a map to draw, in tiles."""


class Teller:
    """The events of one battle as lines, with the board whenever it changes."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.words = BattleSentences(battle.book, battle.world.scene.names)
        self._stood: tuple[dict[Entity, Cell], dict[Cell, str]] = {}, {}

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """Yield the lines of these events, with the steps of one path in one line."""
        walk: list[Moved] = []
        told = list(events)
        for n, event in enumerate(told):
            if n + 1 < len(told) and is_said_again(event, told[n + 1]):
                continue
            if walk and not (isinstance(event, Moved) and event.unit == walk[0].unit):
                yield self._walked(walk)
                walk = []
            if isinstance(event, Moved):
                walk.append(event)
            else:
                yield from self._told(event)
        if walk:
            yield self._walked(walk)

    def aims(self) -> Iterator[str]:
        """Yield the objectives of each side, the last round, and the side that wins then."""
        level = self.battle.world.scene.level
        for aim in level.script.objectives:
            said = self.words.say("aim", side=aim.side, title=aim.title, optional=aim.optional)
            yield _ended(said)
        yield _ended(self.words.say("last_round", rounds=level.rounds, winner=level.rounds_winner))

    def _walked(self, walk: list[Moved]) -> str:
        if len(walk) == 1:
            return f"  {self.words.event(walk[0])}."
        return f"  {self.words.walk(walk[0].unit, [moved.to for moved in walk])}."

    def _told(self, event: Event) -> Iterator[str]:
        text = self.words.event(event)
        match event:
            case BattleStarted():
                yield f"{text}\n{'=' * len(text)}"
                yield from self.aims()
            case RoundStarted():
                yield f"\n{text}\n{'-' * len(text)}"
            case TurnStarted():
                yield f"\n{text}"
            case _:
                yield f"  {_ended(text)}"
        if isinstance(event, BattleStarted | TurnEnded):
            stand = {unit: p.at for unit, p in self.battle.world.all(Position)}
            drawn = stand, self.battle.world.changed_tiles
            if drawn != self._stood:
                yield picture(self.battle, with_legend=isinstance(event, BattleStarted))
            self._stood = drawn


def _ended(text: str) -> str:
    """Return a sentence with a full stop, unless it already ends with a punctuation mark."""
    return text if text.rstrip("'\"”’").endswith((".", "!", "?", "…")) else f"{text}."


def picture(battle: Battle, *, with_legend: bool = False) -> str:
    """Return the board in letters, with a line for each unit on it."""
    level, world = battle.world.scene.level, battle.world
    letters = {
        unit: LETTERS[n] if n < len(LETTERS) else "?" for n, unit in enumerate(world.ids(Name))
    }
    legend = legend_of(level)
    rows: list[str] = []
    if level.width <= WIDEST and level.height <= TALLEST:
        grid = [list(row) for row in rows_now(world, legend)]
        for x, y in {p.at for _, p in world.all(Position)}:
            there = world.at(Position, (x, y))
            grid[y][x] = CROWD if len(there) > 1 else letters[there[0]]
        rows = _numbered(["".join(row) for row in grid])
    lines = _beside(rows, _roll_call(battle, letters))
    if with_legend and rows:
        signs = ", ".join(f"{sign} {level.terrain[id].title}" for sign, id in legend.items())
        lines += ["", signs, said("board", "crowd", sign=CROWD)]
    return "\n".join(["", *(f"  {line}".rstrip() for line in lines), ""])


def _numbered(rows: list[str]) -> list[str]:
    """Return the rows with row numbers before them and column numbers above."""
    width, margin = len(rows[0]), len(str(len(rows) - 1)) + 1
    tens = "".join(str(x // 10 % 10) if x % 10 == 0 and x else " " for x in range(width))
    heads = [tens] * (width > 10) + ["".join(str(x % 10) for x in range(width))]
    return [
        *(f"{'':{margin}}{head}".rstrip() for head in heads),
        *(f"{y:>{margin - 1}} {row}" for y, row in enumerate(rows)),
    ]


def _roll_call(battle: Battle, letters: Mapping[Entity, str]) -> list[str]:
    names, world = battle.world.scene.names, battle.world
    lines = []
    for unit in world.ids(Position):
        side, at = world.get(unit, Allegiance).side, world.get(unit, Position).at
        life = battle.book.card(world, unit).stats.get("life", "")
        title = world.get(unit, Name).title
        whose = "" if names[side] == title else f" ({names[side]})"
        line = f"{letters[unit]} {title}{whose} {life}".rstrip()
        shares = len(world.at(Position, at)) > 1
        lines.append(said("board", "crowd_at", line=line, sign=CROWD, at=at) if shares else line)
    return lines


def _beside(left: list[str], right: list[str]) -> list[str]:
    """Join two columns of lines, one next to the other."""
    width = max(map(len, left), default=0)
    count = max(len(left), len(right))
    pairs = zip(left + [""] * (count - len(left)), right + [""] * (count - len(right)), strict=True)
    return [f"{a:<{width}}   {b}" if b else a for a, b in pairs]
