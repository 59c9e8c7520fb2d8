"""A rulebook with two commands and a secret, for sessions: units without life are out."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import msgspec

from game.components.turns import Acting, Rounds
from game.components.unit import Allegiance, Name, Position, Vitals
from game.core.dice import Dice
from game.engine.book import Book, KnownStats
from game.engine.level_rules import API, LevelRules
from game.play.battle_files import Keeper
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.referee.referee import Referee
from game.systems import damage
from game.systems.damage import Blow, Burial, Harm, Hurt, TellingDeaths
from game.systems.endings import Conceding, LastStanding
from game.terms.agenda import AgendaItem, Ask, Chain, Finish, RollHead
from game.terms.book_schema import Schema
from game.terms.commands import Command, End
from game.terms.events import Event, TurnEnded, TurnStarted
from game.terms.level import Level, Side, Terrain, Unit
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.system import System
from game.world.unit_names import id_of, side_of, unit_by_id, units_on_board


class Strike(Command, frozen=True):
    """Hit another unit."""

    unit: str
    target: str


class Whisper(Command, frozen=True):
    """Tell a secret to the unit's own side."""

    unit: str
    word: str


class Mutter(Command, frozen=True):
    """Tell a secret to the unit's own side, and continue the turn."""

    unit: str
    word: str


class Whispered(Event, frozen=True, kw_only=True):
    """A secret was told to the unit's own side."""

    unit: str
    word: str


class Secret(Component, frozen=True):
    """A text that only its own side knows."""

    word: str


class Turn(AgendaItem, frozen=True):
    """The unit's turn."""

    unit: Entity


class TurnAsk(Ask, frozen=True):
    """The choice of the unit's command."""

    name: ClassVar[str] = "turn"


class Swing(Chain, frozen=True):
    """The roll of an attack."""

    unit: Entity
    target: Entity

    @property
    def dice(self) -> Dice:
        return Dice.of("1d6")

    @property
    def head(self) -> RollHead:
        return RollHead("damage", None, self.unit)

    def after(self, value: int) -> AgendaItem:
        return Hurt((Blow(self.target, value, "blow", "FAKE-01"),))


class Stats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    life: int


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    loud: bool = False


class Turns(System[Turn]):
    def process(self, world: World, item: Turn) -> None:
        rounds = world.get(world.root, Rounds)
        if rounds.number >= world.scene.level.rounds * len(rounds.order):
            world.push(Finish(None, "round_limit"))
            return
        order = rounds.order
        after = order[(order.index(item.unit) + 1) % len(order)]
        world.push(Turn(after))
        if world.has(item.unit, Position):
            world.put(world.root, Rounds(rounds.number + 1, order))
            world.put(world.root, Acting(item.unit))
            world.tell(TurnStarted(unit=id_of(world, item.unit)))
            world.push(TurnAsk(side_of(world, item.unit), item.unit))


def setup(world: World) -> None:
    for unit in world.scene.level.units:
        assert unit.at is not None
        world.spawn(
            Name(unit.id, unit.title, unit.kind),
            Allegiance(unit.side),
            Position(unit.at),
            Vitals(unit.stats_as(Stats).life, unit.stats_as(Stats).life),
        )
    units = units_on_board(world)
    world.put(world.root, Rounds(0, units))
    world.push(Turn(units[0]))


class Context:
    def __init__(self, world: World, ask: TurnAsk) -> None:
        self.unit = id_of(world, ask.unit)
        self.foes = [
            id_of(world, u) for u in units_on_board(world) if side_of(world, u) != ask.side
        ]


def _strikes(context: Context) -> Iterable[Strike]:
    return (Strike(context.unit, foe) for foe in context.foes)


def _may_strike(context: Context, command: Strike) -> Refusal | None:
    if command.unit != context.unit:
        return Refusal("not-your-unit", "FAKE-02", unit=command.unit)
    if command.target not in context.foes:
        return Refusal("no-foe", "FAKE-02", unit=command.target)
    return None


def _strike(world: World, ask: TurnAsk, command: Strike) -> None:
    target = unit_by_id(world, command.target)
    assert target is not None
    world.push(Swing(ask.unit, target))


def _own(context: Context, command: Any) -> Refusal | None:
    return None if command.unit == context.unit else Refusal("not-your-unit", unit=command.unit)


def _end(world: World, ask: TurnAsk, command: End) -> None:
    world.tell(TurnEnded(unit=command.unit))


def _whisper(world: World, ask: TurnAsk, command: Whisper | Mutter) -> None:
    world.put(ask.unit, Secret(command.word))
    world.tell(Whispered(unit=command.unit, word=command.word), (ask.side,))


def _mutter(world: World, ask: TurnAsk, command: Mutter) -> None:
    _whisper(world, ask, command)
    world.push(ask)


def _hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    secret = isinstance(record, Secret) and side_of(world, entity) != side
    return None if secret else record


def _card(world: World, unit: Entity) -> KnownStats:
    vitals, secret = world.find(unit, Vitals), world.find(unit, Secret)
    items = (secret.word,) if secret else ()
    return KnownStats({"life": vitals.life} if vitals else {}, items)


TURN = AskRules(
    TurnAsk,
    Context,
    (
        Option(Strike, _strikes, _may_strike, _strike),
        Option(Whisper, lambda context: [Whisper(context.unit, "hush")], _own, _whisper),
        Option(Mutter, lambda _: (), _own, _mutter),
        Option(End, lambda context: [End(context.unit)], _own, _end),
    ),
)

LEVEL_RULES = LevelRules(
    id="fake",
    api=API,
    title="Fake",
    schema=Schema(Settings, Stats),
    commands=(Strike, Whisper, Mutter, End),
    texts=(Path(__file__).with_name("fake_texts.toml"),),
)
BOOK = Book(
    level_rules=LEVEL_RULES,
    parts=(damage.PART, part_of(globals(), Rounds, Acting)),
    setup=setup,
    systems=(Turns(), Harm(), TellingDeaths("FAKE-03"), Burial(), LastStanding(), Conceding()),
    asks=(TURN,),
    hide=_hide,
    card=_card,
)
BOOKS = {"fake": BOOK}


def level(rounds: int = 50, life: int = 10) -> Level:
    """Return a level with Ann of red and Bo of blue in a yard of three tiles."""
    floor, wall = Terrain("Floor"), Terrain("Wall", walk=False, see=False)
    units = tuple(
        Unit(f"{side}.{name.lower()}", side, "brawler", name, at, Stats("Brawler", life))
        for side, name, at in (("red", "Ann", (0, 0)), ("blue", "Bo", (2, 0)))
    )
    return Level(
        id="yard",
        title="The yard",
        rulebook="fake",
        width=3,
        height=2,
        tiles="...##.",
        legend={".": "floor", "#": "wall"},
        terrain={"mud": Terrain("Mud", 2), "floor": floor, "wall": wall},
        sides=(Side("red"), Side("blue")),
        units=units,
        settings=Settings(),
        gear={},
        rounds=rounds,
        text="title = 'The yard'\n",
    )


def table(
    players: str = "stdio stdio",
    dice: DiceSource | None = None,
    rounds: int = 50,
    life: int = 10,
    rerolls: int = 0,
) -> Table:
    """Return a table at the yard, with the players of red and of blue."""
    red, blue = players.split()
    setup = Setup(dice or DiceSource(7), {"red": red, "blue": blue}, rerolls=rerolls)
    return Table.open(BOOK, level(rounds, life), setup)


def referee(
    on: Table, view: str | None, streams: tuple[BinaryIO, BinaryIO], folder: Path
) -> Referee:
    """Return a referee of a battle that is not saved during play."""
    return Referee(on, view, streams, Keeper(on, folder))


def lines(*raw: str | bytes) -> BytesIO:
    """Return a stream of these lines."""
    return BytesIO(b"".join((r.encode() if isinstance(r, str) else r) + b"\n" for r in raw))
