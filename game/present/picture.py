"""Plain values for drawing a battle: units, map, queue, cards."""

from collections.abc import Collection, Iterator

import msgspec

from game.ai.behaviours import behaviour_of, leader_of
from game.components.belongings import Loot, Traps
from game.components.conditions import Condition, Conditions, Sign
from game.components.hiding import Hidden
from game.components.motion import Stride
from game.components.script_progress import Progress
from game.components.unit import Allegiance, Dead, Down, Name, Position, Vitals
from game.core.cells import Cell
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences, ShortStat
from game.present.facts_lines import FactsLines
from game.present.kind_stats import kind_figures, stat_text, things_by_key
from game.present.objectives import ShownObjective, objectives_of, rounds_left
from game.record.map_rows import MapRows, map_of
from game.terms.queue import QueueSlot
from game.terms.records import Entity
from game.terms.script.behaviours import WOUNDED
from game.world import World
from game.world.unit_names import id_of


class Lasting(msgspec.Struct, frozen=True):
    """A condition of a unit; `turns` is None if the condition has no time limit."""

    id: str
    title: str
    about: str
    turns: int | None
    facts: str = ""
    """Facts line: the condition's effects, with numbers."""


class Token(msgspec.Struct, frozen=True):
    """A unit on the board or off it. `life` is None if it is unknown."""

    id: str
    side: str
    kind: str
    title: str
    at: Cell | None
    span: int
    life: int | None
    most: int | None
    is_down: bool
    is_dead: bool
    is_hidden: bool
    conditions: tuple[Lasting, ...]
    carrier: str | None = None
    """Kind of the unit that carries this unit, or None."""
    is_readied: bool = False
    """Whether the unit has readied an action against a foe."""
    is_many: bool = False
    """Whether the unit is a group whose life is the number of its members."""
    movement: int = 0
    """Movement left to spend, in tiles."""
    watched: Cell | None = None
    """Tile that the unit guards, or is ready to shoot at, or None."""
    look: str = ""
    """Kind whose image the unit has, with its rulebook; "" for its own kind's."""

    @property
    def face(self) -> str:
        """The kind whose image shows the unit."""
        return self.look or self.kind

    @property
    def cells(self) -> set[Cell]:
        """Return the tiles that the unit occupies."""
        if self.at is None:
            return set()
        x, y = self.at
        return {(x + dx, y + dy) for dx in range(self.span) for dy in range(self.span)}


class UsableThing(msgspec.Struct, frozen=True):
    """A thing on the board that units can use: its tile, its name, and what using it does."""

    at: Cell
    title: str
    uses: tuple[str, ...] = ()
    """The effects of using it, each in words."""


class Picture(msgspec.Struct, frozen=True):
    """A battle as seen by one side, or by an observer who sees everything."""

    round: int
    turn: str | None
    tokens: tuple[Token, ...]
    map: MapRows
    queue: tuple[QueueSlot, ...]
    reached: tuple[str, ...]
    failed: tuple[str, ...]
    laid: tuple[Cell, ...] = ()
    """Tiles of traps that the side knows of."""
    objectives: tuple[ShownObjective, ...] = ()
    rounds_left: int = 0
    """Rounds until the battle ends, the current one included."""
    usable: tuple[UsableThing, ...] = ()
    """Doors, levers and other things that units can use, and items to pick up."""
    unwalkable: frozenset[str] = frozenset()
    """Ids of terrain that no unit can enter; doors and bridges are drawn between such tiles."""

    def token(self, id: str | None) -> Token | None:
        """Return the token of a unit, or None."""
        return next((token for token in self.tokens if token.id == id), None)


class CardLine(msgspec.Struct, frozen=True):
    """A line of a card: a label and its value, or an item or ability with facts and flavour."""

    label: str
    value: str
    about: str = ""
    facts: str = ""


class Card(msgspec.Struct, frozen=True):
    """The known facts of a unit, for people to read."""

    id: str
    title: str
    about: str
    lines: tuple[CardLine, ...]
    conditions: tuple[Lasting, ...]
    items: tuple[CardLine, ...]
    shorts: tuple[ShortStat, ...] = ()
    """The stats that the book puts first."""
    kit: tuple[tuple[str, tuple[CardLine, ...]], ...] = ()
    """Weapons, items and abilities, under the names of the stats that list them."""
    behaviour: tuple[str, ...] = ()
    """How its computer player uses the unit, in sentences; none if a person plays it."""
    intent: tuple[str, ...] = ()
    """What the unit would do if the turn ended now, the likeliest first; empty if not known."""


class TileCard(msgspec.Struct, frozen=True):
    """The facts of a tile, for people to read."""

    at: Cell
    title: str
    lines: tuple[str, ...]


APART = ("life", "most_life", "conditions", "dead", "player", "role", "size")
"""Stats that a card shows elsewhere, or not at all."""


def picture_of(battle: Battle, words: BattleSentences) -> Picture:
    """Return the picture of a battle, or of one side's view of it."""
    world, terrain = battle.world, battle.world.scene.level.terrain
    lines = FactsLines.of_battle(battle, words)
    progress, drawn = world.find(world.root, Progress) or Progress(), map_of(world)
    return Picture(
        battle.round,
        battle.turn,
        tuple(_token(battle, unit, words, lines) for unit in battle.units()),
        drawn,
        battle.queue(),
        progress.reached,
        progress.failed,
        tuple(sorted({one.at for _, traps in world.all(Traps) for one in traps.laid})),
        objectives_of(battle, words),
        rounds_left(world),
        usable_of(battle, words),
        frozenset(id for id in drawn.legend.values() if not terrain[id].walk),
    )


def _token(battle: Battle, unit: Entity, words: BattleSentences, lines: FactsLines) -> Token:
    world = battle.world
    name, position = world.get(unit, Name), world.find(unit, Position)
    vitals, stride = world.find(unit, Vitals), world.find(unit, Stride)
    look = world.scene.units.get(name.id)
    return Token(
        name.id,
        world.get(unit, Allegiance).side,
        name.kind,
        name.title,
        position.at if position else None,
        position.span if position else 1,
        vitals.life if vitals else None,
        vitals.most if vitals else None,
        world.has(unit, Down),
        world.has(unit, Dead),
        world.has(unit, Hidden),
        conditions_of(battle, unit, words, lines),
        battle.book.carrier(world, unit),
        battle.book.readied(world, unit),
        battle.book.numbers(world, unit),
        stride.left if stride else 0,
        battle.book.watched(world, unit),
        look.look or "" if look else "",
    )


def conditions_of(
    battle: Battle, unit: Entity, words: BattleSentences, lines: FactsLines
) -> tuple[Lasting, ...]:
    """Return a unit's conditions, and the records that the book shows like conditions."""
    world = battle.world
    signs = dict.fromkeys(kind for kind in battle.book.records if issubclass(kind, Sign))
    own = [sign.sign(battle.id_of) for kind in signs if (sign := world.find(unit, kind))]
    held = world.find(unit, Conditions) or Conditions()
    return tuple(
        Lasting(
            *(c.kind, words.held(c.kind, c.value), _why_held(world, words, c), c.turns),
            lines.condition(c.kind),
        )
        for c in (*own, *held.all)
    )


def _why_held(world: World, words: BattleSentences, held: Condition) -> str:
    """Return the description of a condition, or else the title of its cause."""
    said = about(world, held.kind)
    return said or (words.thing(held.cause) if held.cause and held.cause in words.names else "")


def about(world: World, id: str) -> str:
    """Return the description of an entry in the book's tables of gear, or ""."""
    for table in world.scene.level.gear.values():
        if id in table:
            return str(getattr(table[id], "about", "") or "")
    return ""


def card_of(
    battle: Battle,
    words: BattleSentences,
    id: str,
    is_own: bool = False,
    people: Collection[str] = (),
) -> Card | None:
    """Return the card of a unit, or None if there is no such unit.

    A card for the unit's own side is its whole sheet. `people` are the sides that people play.
    """
    world, lines = battle.world, FactsLines.of_battle(battle, words).of_unit(id)
    found = next((unit for unit in battle.units() if battle.id_of(unit) == id), None)
    if found is None:
        return None
    card = battle.book.card(world, found)
    stats: dict[str, object] = msgspec.to_builtins(card.stats)
    kit = {key: things for key, value in stats.items() if (things := _things(world, value))}
    always = battle.book.schema.attributes
    told = (
        (key, stat_text(words, key, value) if key in always else _shown(words, key, value))
        for key, value in stats.items()
        if key not in APART and key not in kit
    )
    figures = tuple(CardLine(words.figure(key), shown) for key, shown in told if shown)
    known = world.scene.units.get(id)
    said = str(getattr(known.stats, "about", "") or "") if known else ""
    items = tuple(thing_line(world, words, lines, item) for item in card.items)
    title = world.get(found, Name).title
    shorts = tuple(words.shorts(stats))
    held = conditions_of(battle, found, words, lines)
    rows = tuple(
        (words.figure(key), tuple(thing_line(world, words, lines, one) for one in some))
        for key, some in kit.items()
    )
    is_free = world.get(found, Allegiance).side in people
    manner = () if is_free else tuple(_behaviour(world, words, found))
    made = Card(id, title, said, figures, held, items, shorts, rows, manner)
    return sheet_of(battle, words, lines, made) if is_own and known else made


def _behaviour(world: World, words: BattleSentences, unit: Entity) -> Iterator[str]:
    """Yield how a computer player uses a unit, as far as the view shows it."""
    manner, vitals = behaviour_of(world, unit), world.find(unit, Vitals)
    areas, say = world.scene.level.script.areas, words.behaviour
    if manner.hold:
        yield say("hold")
    if manner.hunt:
        yield say("hunt_wounded" if manner.hunt == WOUNDED else "hunt")
    if manner.guard is not None:
        columns, rows = zip(*areas[manner.guard], strict=True)
        first, last = (min(columns), min(rows)), (max(columns), max(rows))
        yield say("guard_tile" if first == last else "guard_area", first=first, last=last)
        if manner.chase is not None:
            yield say("chase", far=manner.chase)
    if manner.patrol is not None:
        yield say("patrol", stops=tuple(areas[area][0] for area in manner.patrol))
    if manner.lead is not None:
        yield say("lead", far=manner.lead)
    leader = leader_of(world, unit)
    if leader is not None:
        yield say("follow", far=behaviour_of(world, leader).lead, leader=id_of(world, leader))
    flees_at = int(manner.flee * vitals.most) if manner.flee and vitals else 0
    if flees_at:
        yield say("flee", life=flees_at)


def sheet_of(battle: Battle, words: BattleSentences, lines: FactsLines, card: Card) -> Card:
    """Return a card with all stats of its unit, and all it has but for consumable items.

    The card's own lines show the present state, so they come first.
    """
    world, schema = battle.world, battle.book.schema
    stats = world.scene.units[card.id].stats
    final = schema.final(stats) if schema.final else stats
    told = {line.label for line in card.lines} | {words.figure("life")}
    more = (
        CardLine(one.name, one.value)
        for one in kind_figures(battle.book, words, final)
        if one.name not in told
    )
    known = {line.label for _, things in card.kit for line in things}
    known |= {line.label for line in card.items}
    usable = world.scene.level.gear.get(schema.usable, {})
    kit = []
    for key, things in things_by_key(schema, final).items():
        others = (one for one in things if one not in usable and words.thing(one) not in known)
        rows = tuple(thing_line(world, words, lines, one) for one in others)
        kit += [(words.figure(key), rows)] if rows else []
    return msgspec.structs.replace(card, lines=(*card.lines, *more), kit=(*card.kit, *kit))


def thing_line(world: World, words: BattleSentences, lines: FactsLines, id: str) -> CardLine:
    """Return the card line of an item or ability, with its facts and flavour."""
    return CardLine(words.thing(id), "", about(world, id), lines.thing(id))


def _shown(words: BattleSentences, key: str, value: object) -> str:
    """Return the value of a stat in words, or the names in a list; "" to show nothing."""
    if isinstance(value, list):
        is_named = all(isinstance(one, str) and one in words.names for one in value)
        return ", ".join(map(words.value, value)) if is_named else ""
    return "" if isinstance(value, dict) or value in (None, False) else words.value(value, key)


def _things(world: World, value: object) -> tuple[str, ...]:
    """Return the ids of items and abilities with a description that a stat names."""
    found = value if isinstance(value, list) else [value]
    return tuple(one for one in found if isinstance(one, str) and about(world, one))


def usable_of(battle: Battle, words: BattleSentences) -> tuple[UsableThing, ...]:
    """Return the things that units can use, as far as a battle or a view shows them."""
    world, level = battle.world, battle.world.scene.level
    effects = _effects_of_handling(world, words)
    found = []
    for at in battle.book.usable(world):
        terrain = world.terrain_at(at)
        becomes = level.terrain[terrain.becomes].title if terrain.becomes else ""
        parts = [words.say("use_becomes", thing=becomes)] if becomes else []
        parts += effects.get(at, ())
        found.append(UsableThing(at, terrain.title, tuple(dict.fromkeys(parts))))
    for _, loot in world.all(Loot):
        title = ", ".join(words.thing(item) for item in loot.items)
        found.append(UsableThing(loot.at, title, (words.say("use_take"),)))
    return tuple(sorted(found, key=lambda one: (one.at[1], one.at[0], one.title)))


def _effects_of_handling(world: World, words: BattleSentences) -> dict[Cell, list[str]]:
    """Return what triggers do when units interact with the things on tiles: ground, objectives."""
    level, done = world.scene.level, world.find(world.root, Progress) or Progress()
    titles = {a.id: a.title for a in level.script.objectives if a.id not in done.reached}
    found: dict[Cell, list[str]] = {}
    for index, trigger in enumerate(level.script.triggers):
        told = []
        for deed in trigger.do if index not in done.fired else ():
            if deed.open is not None:
                title = level.terrain[deed.open.terrain].title
                told.append(words.say("use_ground", thing=title))
            if deed.objective in titles:
                told.append(words.say("use_objective", title=titles[deed.objective]))
        for when in trigger.conditions:
            for cell in level.script.areas[when.handled.area] if when.handled else ():
                found.setdefault(cell, []).extend(told)
    return found


def tile_of(battle: Battle, words: BattleSentences, at: Cell) -> TileCard:
    """Return the card of a tile."""
    world = battle.world
    kind, facts = world.terrain_at(at), FactsLines.of_battle(battle, words)
    lines = [facts.ground(world.tile(at))]
    for owner, traps in world.all(Traps):
        own = facts.of_unit(battle.id_of(owner))
        found = (one.item for one in traps.laid if one.at == at)
        lines += [words.say("tile_trap", item=it, facts=own.effect(it)) for it in found]
    for unit in world.ids(Name):
        if battle.book.watched(world, unit) == at:
            lines.append(words.say("tile_watched", unit=battle.id_of(unit)))
    level = world.scene.level
    zone = level.zones[at[1] * level.width + at[0]] if level.zones else ""
    if zone:
        lines.append(words.say("tile_zone", zone=zone))
    return TileCard(at, kind.title, tuple(filter(None, lines)))
