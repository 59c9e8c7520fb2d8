"""Checks for Guard levels only."""

from collections.abc import Iterable

from game.core.dice import Dice
from game.rules.guard.growth import abilities_in, grown, stats_of
from game.rules.guard.level_ranks import FRONT, REAR, bands_in, own_rank
from game.rules.guard.schema import (
    BARE,
    FOES,
    Ability,
    Arms,
    DeedEffect,
    Figure,
    Settings,
    Spell,
    Usable,
)
from game.systems.shared_lints import hands_for_items, life_to_wait_for, name_in_file
from game.terms.book_schema import Flaw
from game.terms.level import Level, Unit


def _settings(level: Level) -> Settings:
    return level.settings_as(Settings)


def _is_character(level: Level, unit: Unit) -> bool:
    return unit.side == level.party_side


def two_sides(level: Level) -> Iterable[Flaw]:
    """Yield sides beyond a party and its monsters."""
    if len(level.sides) > 2:
        yield Flaw("too-many-sides", ("side", level.sides[2].id), count=len(level.sides))


def characters_and_groups(level: Level) -> Iterable[Flaw]:
    """Yield party units that aren't characters with a class, and monsters that aren't groups."""
    for unit in level.units:
        stats, name = unit.stats_as(Figure), name_in_file(unit)
        if _is_character(level, unit):
            if not stats.calling:
                yield Flaw("no-class", ("unit", unit.id, "calling"), unit=name)
            elif not stats.life:
                yield Flaw("no-life", ("unit", unit.id, "life"), unit=name)
        elif stats.calling:
            yield Flaw("character-of-foes", ("unit", unit.id, "side"), unit=name)
        elif not stats.number:
            yield Flaw("no-number", ("unit", unit.id, "number"), unit=name)


_OF_CHARACTERS = (
    "life",
    "weapons",
    "spells",
    "items",
    "focus",
    "speech",
    "grade",
    "traits",
    "hurt",
    "spent",
)
_OF_GROUPS = ("number", "notice")


def keys_of_its_own(level: Level) -> Iterable[Flaw]:
    """Yield groups with keys for characters only, and characters with keys for groups only."""
    for unit in level.units:
        stats, is_one = unit.stats_as(Figure), _is_character(level, unit)
        if is_one != bool(stats.calling):
            continue
        for key in _OF_GROUPS if is_one else _OF_CHARACTERS:
            if getattr(stats, key):
                at, name = ("unit", unit.id, key), name_in_file(unit)
                yield Flaw(
                    "key-of-groups" if is_one else "key-of-characters",
                    at,
                    severity="warning",
                    unit=name,
                    key=key,
                )


def spells_affordable(level: Level) -> Iterable[Flaw]:
    """Yield spells that cost more focus than their caster has (GUA-11)."""
    for unit in level.units:
        stats = stats_of(unit)
        for number, id in enumerate(stats.spells if stats.calling else ()):
            cost, focus = level.thing("spells", id, Spell).cost, stats.focus
            if cost > focus:
                yield Flaw(
                    "spell-unaffordable",
                    ("unit", unit.id, "spells", number),
                    severity="warning",
                    unit=name_in_file(unit),
                    spell=id,
                    cost=cost,
                    focus=focus,
                )


def losses_before(level: Level) -> Iterable[Flaw]:
    """Yield characters that have lost all their life, or more focus than they have (GUA-20)."""
    for unit in level.units:
        stats, name, at = stats_of(unit), name_in_file(unit), ("unit", unit.id)
        if not stats.calling:
            continue
        if stats.life and stats.hurt >= stats.life:
            keys = (*at, "hurt")
            yield Flaw("hurt-all", keys, unit=name, lost=stats.hurt, life=stats.life)
        if stats.spent > stats.focus:
            yield Flaw(
                "focus-spent",
                (*at, "spent"),
                severity="warning",
                unit=name,
                spent=stats.spent,
                focus=stats.focus,
            )


def grades(level: Level) -> Iterable[Flaw]:
    """Yield characters with more grades than growths."""
    for unit in level.units:
        stats = unit.stats_as(Figure)
        if stats.calling and stats.grade > len(stats.growth):
            yield Flaw(
                "grade-too-high",
                ("unit", unit.id, "grade"),
                unit=name_in_file(unit),
                grade=stats.grade,
                kind=unit.kind,
                most=len(stats.growth),
            )


def aside_are_groups(level: Level) -> Iterable[Flaw]:
    """Yield units that stand aside although they aren't monsters (GUA-02)."""
    party = {unit.id for unit in level.units if _is_character(level, unit)}
    for number, id in enumerate(_settings(level).aside):
        if id in party:
            yield Flaw("aside-of-party", ("guard", "aside", number), unit=id.partition(".")[2])


def talk_that_is_held(level: Level) -> Iterable[Flaw]:
    """Yield the keys about help from the monsters, if the party can't talk to them (GUA-02)."""
    numbers = _settings(level)
    for key in ("aside", "help"):
        if getattr(numbers, key) and not numbers.talk:
            yield Flaw("talk-off", ("guard", key), severity="warning", key=key)


def ranks_painted(level: Level) -> Iterable[Flaw]:
    """Yield missing ranks, and units outside the ranks of their side (GUA-19)."""
    if not any(level.zones):
        yield Flaw("no-ranks", ("map", "grid"))
        return
    bands, names = bands_in(level), _settings(level)
    letters = {names.front, names.rear, names.foes_front, names.foes_rear}
    if len(letters) < 4:
        yield Flaw("ranks-alike", ("guard",))
    for (party, rank), cells in bands.items():
        if not cells and (party or rank == FRONT):
            at, is_front = ("map", "zones"), rank == FRONT
            if party:
                yield Flaw("no-party-front" if is_front else "no-party-rear", at)
            else:
                yield Flaw("no-foes-front", at)
    for unit in level.units:
        own = {c for (p, _), cells in bands.items() if p == _is_character(level, unit)
               for c in cells}  # fmt: skip
        if unit.at is not None and unit.at not in own:
            yield Flaw("out-of-rank", ("unit", unit.id, "at"), unit=name_in_file(unit))
    yield from _areas_in_ranks(level)


def _areas_in_ranks(level: Level) -> Iterable[Flaw]:
    """Yield areas for arrivals or placement that aren't wholly in the side's ranks."""
    bands, sides = bands_in(level), {unit.id: unit.side for unit in level.units}
    bringing = [(sides[id], one.area) for one in level.script.reinforcements for id in one.units]
    placing = [(deploy.side, deploy.area) for deploy in level.script.deploy]
    for side, area in dict.fromkeys((*bringing, *placing)):
        own = {
            c for (p, _), cells in bands.items() if p == (side == level.party_side) for c in cells
        }
        if not set(level.script.areas[area]) <= own:
            yield Flaw("area-out-of-rank", ("area",), area=area, side=side)


def areas_that_are_entered(level: Level) -> Iterable[Flaw]:
    """Yield areas to enter that are outside the units' ranks: units don't move (GUA-19)."""
    for number, aim in enumerate(level.script.objectives):
        key, what = ("hold", aim.hold) if aim.hold else ("reach", aim.reach)
        if what and _is_out_of_rank(level, (aim.side,), what.area):
            at = ("objective", number, key, "area")
            area, side = what.area, aim.side
            yield Flaw("area-of-others", at, severity="warning", area=area, side=side)
    sides = {unit.id: unit.side for unit in level.units}
    for number, trigger in enumerate(level.script.triggers):
        for index, when in enumerate(trigger.when):
            if (what := when.enter) is None:
                continue
            named = sides[what.unit] if what.unit else what.side
            meant = (named,) if named else tuple(side.id for side in level.sides)
            if _is_out_of_rank(level, meant, what.area):
                place = ("trigger", number, "when", index, "enter", "area")
                yield Flaw("area-never-entered", place, severity="warning", area=what.area)


def ways_that_are_expected(level: Level) -> Iterable[Flaw]:
    """Yield expectations that a unit can reach a tile: units don't move (GUA-19)."""
    for number, expect in enumerate(level.script.expects):
        if expect.reachable is not None:
            yield Flaw("no-movement", ("expect", number, "reachable"), severity="warning")


def _is_out_of_rank(level: Level, sides: Iterable[str], area: str) -> bool:
    """Return whether an area lies wholly outside the ranks of these sides."""
    whose = {side == level.party_side for side in sides}
    own = {c for (p, _), cells in bands_in(level).items() if p in whose for c in cells}
    return own.isdisjoint(level.script.areas[area])


def room_for_all(level: Level) -> Iterable[Flaw]:
    """Yield a front too small for the whole party, and ranks too small for their groups."""
    bands, numbers = bands_in(level), _settings(level)
    characters = sum(_is_character(level, unit) for unit in level.units)
    groups = len(level.units) - characters
    front = bands[True, FRONT]
    if any(level.zones) and front and len(front) < characters and not numbers.front_most:
        at, room = ("map", "zones"), len(front)
        yield Flaw("front-cramped", at, severity="warning", room=room, party=characters)
    room = len(bands[False, FRONT]) + len(bands[False, REAR])
    if any(level.zones) and room < groups:
        yield Flaw("ranks-cramped", ("map", "zones"), room=room, groups=groups)


def groups_can_be_hit(level: Level) -> Iterable[Flaw]:
    """Yield groups whose defence no one in the party can beat (GUA-06)."""
    characters = [unit for unit in level.units if _is_character(level, unit)]
    if not characters:
        return
    best = max(_best(level, unit) for unit in characters)
    for unit in level.units:
        stats = unit.stats_as(Figure)
        if not _is_character(level, unit) and stats.number and stats.defence >= best:
            yield Flaw(
                "group-unhittable",
                ("unit", unit.id, "defence"),
                severity="warning",
                unit=name_in_file(unit),
                defence=stats.defence,
                best=best,
            )


def _best(level: Level, unit: Unit) -> int:
    """Return a character's highest possible attack roll; 10,000 if it can slay without a roll."""
    stats = stats_of(unit)
    own = [level.thing("abilities", id, Ability) for id in abilities_in(level, unit)]
    always = sum(what.effect.strength for what in own if what.passive)
    arms = [level.thing("arms", id, Arms) for id in (*stats.weapons, BARE)]
    dice = {"melee": stats.vigor, "ranged": stats.quick}
    rolls: list[int] = [Dice.of(dice[one.kind]).highest + one.bonus for one in arms]
    things: list[Usable] = [what for what in own if not what.passive]
    things += [level.thing("spells", id, Usable) for id in stats.spells]
    things += [level.thing("items", id, Usable) for id in stats.items]
    rolls += [
        Dice.of(getattr(stats, what.effect.attack)).highest + what.effect.bonus
        for what in things
        if what.effect.attack
    ]
    if any(what.effect.kills for what in things):
        return 10_000
    return max(rolls) + int(always) + _settings(level).stance_attack


def places_in_the_rear(level: Level) -> Iterable[Flaw]:
    """Yield characters that have no place in the rear at the start (GUA-16), as a warning."""
    numbers = _settings(level)
    ranks = {u.id: _rank(level, u) for u in level.units if _is_character(level, u)}
    party = [unit for unit in level.units if ranks.get(unit.id)]
    rear = [u for u in party if ranks[u.id] == REAR and not _sums(level, u, "no_place")]
    front = sum(ranks[unit.id] == FRONT for unit in party)
    places = front // numbers.rear_each + numbers.rear_more
    groups = [u for u in level.units if not _is_character(level, u) and _rank(level, u)]
    places += sum(_sums(level, unit, "places") for unit in party)
    places = max(0, places + sum(_sums(level, unit, "foe_places") for unit in groups))
    if len(rear) > places:
        at, count = ("unit", rear[places].id), len(rear)
        yield Flaw("rear-cramped", at, severity="warning", count=count, places=places)


def places_that_count(level: Level) -> Iterable[Flaw]:
    """Yield units with the wrong key for places: characters need `places`, groups `foe_places`."""
    for unit in level.units:
        is_one, at = _is_character(level, unit), ("unit", unit.id)
        if _sums(level, unit, "foe_places" if is_one else "places"):
            yield Flaw(
                "places-of-character" if is_one else "places-of-group",
                at,
                severity="warning",
                unit=name_in_file(unit),
            )


def _rank(level: Level, unit: Unit) -> str | None:
    """Return the rank in which a unit begins; None if it arrives later or a player places it."""
    if unit.at is not None:
        rear = bands_in(level)[_is_character(level, unit), REAR]
        return REAR if unit.at in rear else FRONT
    later = level.script.coming | level.script.placed
    return None if unit.id in later else own_rank(level, unit)


def _sums(level: Level, unit: Unit, kind: str) -> int:
    """Return the sum of the unit's passive modifiers to a value."""
    own = (level.thing("abilities", id, Ability) for id in abilities_in(level, unit))
    return sum(int(getattr(what.effect, kind)) for what in own if what.passive)


def groups_can_attack(level: Level) -> Iterable[Flaw]:
    """Yield groups that can't attack from their rank, because monsters don't change it (GUA-14)."""
    for unit in level.units:
        if _is_character(level, unit):
            continue
        fights, rank = unit.stats_as(Figure).fights, _rank(level, unit)
        if (fights, rank) == ("melee", REAR) and not _sums(level, unit, "from_rear"):
            name = name_in_file(unit)
            yield Flaw("melee-in-rear", ("unit", unit.id), severity="warning", unit=name)
        elif (fights, rank) == ("ranged", FRONT) and not _sums(level, unit, "from_front"):
            name = name_in_file(unit)
            yield Flaw("ranged-in-front", ("unit", unit.id), severity="warning", unit=name)


def no_hazards(level: Level) -> Iterable[Flaw]:
    """Yield the first hazard in a rank: the tile within a rank has no effect (GUA-21)."""
    cells = [cell for cells in bands_in(level).values() for cell in cells]
    hurting = [cell for cell in cells if level.terrain_at(cell).hazard]
    if hurting:
        yield Flaw("hazard-idle", ("map", "grid"), severity="warning", tile=hurting[0])


def moods_in_order(level: Level) -> Iterable[Flaw]:
    """Yield bounds of the monsters' moods that are out of order."""
    numbers = _settings(level)
    bounds = numbers.attacks_to, numbers.hesitates_to, numbers.passes_to
    if tuple(sorted(bounds)) != bounds:
        at = ("guard", "hesitates_to")
        yield Flaw("moods-torn", at, attacks=bounds[0], hesitates=bounds[1], passes=bounds[2])


def things_that_work(level: Level) -> Iterable[Flaw]:
    """Yield spells, items and abilities with keys that have no effect."""
    if BARE not in level.gear["arms"]:
        yield Flaw("thing-missing", file="arms", thing=BARE)
    for table in ("spells", "items", "abilities"):
        for id, what in level.things(table, Usable).items():
            yield from _flaws(id, what, table)


def _flaws(id: str, what: Usable, table: str) -> Iterable[Flaw]:
    effect, on_foes = what.effect, what.target in FOES
    if effect.attack and not on_foes:
        yield Flaw("attack-on-party", (id,), file=table, header=id)
    if effect.kills and not on_foes:
        yield Flaw("kills-party", (id,), file=table, header=id)
    if effect.heal and on_foes:
        yield Flaw("heals-monsters", (id,), file=table, header=id)
    if what.target == "rank" and effect.move:
        yield Flaw("moves-rank", (id,), file=table, header=id)
    passive = bool(getattr(what, "passive", False))
    if effect == DeedEffect() and not passive:
        yield Flaw("thing-idle", (id,), file=table, header=id)
    if passive and (what.cost or what.uses):
        yield Flaw("passive-costs", (id,), file=table, header=id)


def _heads(stats: Figure) -> int:
    """Return the life of a character at the start, or the number of monsters in a group."""
    now = grown(stats)
    return now.life - now.hurt if now.calling else now.number


def choices_of_monsters(level: Level) -> Iterable[Flaw]:
    """Yield choices that are put to the monsters, who make none."""
    for number, trigger in enumerate(level.script.triggers):
        for index, deed in enumerate(trigger.do):
            if deed.choice and deed.choice.side != level.party_side:
                at = ("trigger", number, "do", index, "choice", "side")
                yield Flaw("no-choosing", at, severity="warning", side=deed.choice.side)


LINTS = (
    *(
        two_sides,
        characters_and_groups,
        keys_of_its_own,
        spells_affordable,
        losses_before,
        grades,
        aside_are_groups,
        talk_that_is_held,
    ),
    *(ranks_painted, areas_that_are_entered, ways_that_are_expected, room_for_all),
    *(groups_can_be_hit, places_in_the_rear, places_that_count, groups_can_attack),
    *(no_hazards, moods_in_order, things_that_work),
    life_to_wait_for(Figure, _heads),
    hands_for_items(_is_character),
    choices_of_monsters,
)
