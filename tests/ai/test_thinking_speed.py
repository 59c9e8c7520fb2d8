"""The soldier's shortcuts: none changes an answer, and those that skip trials do save them."""

from collections.abc import Iterator

import pytest

from game.ai.lookahead import Outlook
from game.ai.situation import CROWD, Situation
from game.ai.soldier import Limits
from game.ai.tile_worth import (
    AT_POST,
    CAUTION,
    FAR_OFF,
    FEAR,
    FLIGHT,
    HOPE,
    PACE,
    RESERVE,
    RUN,
    TileWorth,
)
from game.components.unit import Position, Vitals
from game.core.footprints import steps_between
from game.engine.battle import Battle
from game.engine.chain_odds import chain_odds
from game.rules.action.combat import might
from game.rules.action.combat.attack_numbers import NEVER, arms_profile, mean_damage
from game.rules.action.records import AttackProfile, HitOutcome, HitRoll
from game.rules.action.units.figures import ready_weapons
from game.rules.verdigris.commands import Creep
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command
from game.world import World
from game.world.unit_names import side_of, unit_by_id
from tests.ai.playing import begun, drawn, level, play, seated

LEVELS = ("grey_pack", "under_the_mill", "yard", "masked_ball", "kennel", "bell_yard", "mule_road")
"""Levels of all five rulebooks, some with large creatures and behaviours."""
COMMANDS = 30


def senses(name: str) -> Iterator[Situation]:
    """Yield what the unit that is asked knows, all through a battle between novices."""
    found: list[Situation] = []

    def watch(battle: Battle, command: Command) -> None:
        if isinstance(battle.stop, Ask) and battle.world.has(battle.stop.unit, Position):
            view = battle.view(battle.stop.side)
            found.append(Situation(view.clone().world, battle.book.hints, battle.stop.unit))

    battle = begun(level(name))
    play(battle, seated(battle, "novice"), most=COMMANDS, watch=watch)
    yield from found


def stands(sense: Situation) -> list[Position]:
    """Return footprints of the unit on every third tile of the map."""
    span = sense.stand.span if sense.stand else 1
    cells = [(x, y) for x, y in sense.world.grid.cells() if (x + y) % 3 == 0]
    return [Position(cell, span) for cell in cells]


def gaps(sense: Situation, at: Position) -> list[int]:
    """Return the distance of a footprint from each foe."""
    foes = (foe.stand for foe in sense.foes)
    return [steps_between(at.at, at.span, foe.at, foe.span) for foe in foes]


def plain_worth(sense: Situation, at: Position, urge: float) -> float:
    """Return the worth of a footprint by the definition, one term after the other."""
    harm = max(sense.hazards.get(cell, 0) for cell in at.cells) / 1000
    post = (sense.post or ()) if sense.is_sent else ()
    return _plain_place(sense, at, urge) - harm + (AT_POST if at.at in post else 0)


def _plain_place(sense: Situation, at: Position, urge: float) -> float:
    apart = list(zip(sense.foes, gaps(sense, at), strict=True))
    kept = sense.berth if sense.waits and not sense.is_sent else 0
    kept = min(max(0, sense.ranges[0].range - 1), RESERVE) if sense.seeks_foes() else kept
    pace = RUN if sense.is_sent or sense.waits else urge * PACE
    far = pace * max(0, sense.distances()(at.at) - kept)
    far_off = sense.stride + sense.reach
    place = 1 << at.at[1] * sense.world.grid.width + at.at[0]
    near = [
        f.prey * share
        for f, gap in apart
        for share, screen in (f.fields.open_to(at.span) if gap <= far_off else ())
        if screen & place
    ]
    hope = urge * HOPE * max(near, default=0.0)
    if sense.behaviour.hunt or sense.behaviour.patrol:
        return hope - far
    felt = sum(
        f.menace * share
        for f, gap in apart
        for share, screen in (f.zones.reached(at.span) if gap <= f.far else ())
        if screen & place
    )
    fear = FEAR * felt * (1.5 if felt >= sense.life else 1.0)
    if sense.flees:
        nearest = min(
            (steps_between(at.at, 1, foe.stand.at, foe.stand.span) for foe in sense.foes), default=0
        )
        return FLIGHT * min(FAR_OFF, nearest) - fear
    is_wary = sense.is_weak and not sense.is_sent
    return hope - CAUTION * fear if is_wary else hope - far - fear


def plain_aside(sense: Situation, at: Position) -> float:
    """Return the distance to the nearest foe, changed by every adjacent unit."""
    nearest = min(gaps(sense, at), default=0)
    return nearest - sum(
        CROWD * (1 if side_of(sense.world, one) != sense.side else -1)
        for one, stand in sense.world.all(Position)
        if steps_between(at.at, 1, stand.at, stand.span) <= 1
    )


@pytest.mark.parametrize("name", LEVELS)
def test_worth_of_many_tiles_equals_that_of_each_alone(name: str) -> None:
    for sense in senses(name):
        found = stands(sense)
        plain = [plain_worth(sense, at, 1.5) for at in found]
        assert TileWorth(sense, 1.5).all(found) == pytest.approx(plain, abs=1e-9)


def test_worth_that_is_kept_follows_the_mood_of_the_unit() -> None:
    changed = 0
    for sense in senses("toll_bar"):
        world, unit, full = sense.world, sense.unit, sense.world.get(sense.unit, Vitals)
        world.put(unit, Vitals(1, full.most))
        weak = Situation(world, sense.hints, unit)
        worth, found = TileWorth(weak, 1.5), stands(sense)
        before = worth.all(found)
        world.put(unit, full)
        plain = [plain_worth(weak, at, 1.5) for at in found]
        assert worth.all(found) == pytest.approx(plain, abs=1e-9)
        changed += worth.all(found) != before
        world.put(unit, Vitals(1, full.most))
        assert worth.all(found) == before
        world.put(unit, full)
    assert changed


@pytest.mark.parametrize("name", LEVELS)
def test_aim_away_from_allies_equals_the_count_of_all_units(name: str) -> None:
    for sense in senses(name):
        for at in stands(sense):
            alone = Position(at.at)
            assert sense.aside(at.at) == pytest.approx(plain_aside(sense, alone), abs=1e-9)


def profiles(world: World) -> Iterator[AttackProfile]:
    """Yield the numbers of all attacks that units could make from where they are."""
    units = world.ids(Position)
    for one in units:
        for foe in units:
            if side_of(world, one) != side_of(world, foe):
                at = world.get(foe, Position)
                yield from (arms_profile(world, one, foe, at, w) for w in ready_weapons(world, one))


@pytest.mark.parametrize("name", ["grey_pack", "under_the_mill", "toll_bar", "company_yard"])
def test_mean_damage_equals_the_mean_of_the_odds(name: str) -> None:
    for sense in list(senses(name))[::10]:
        for profile in profiles(sense.world):
            outcomes, total = chain_odds(HitRoll(profile), NEVER)
            dealt = sum(o.dealt * weight for o, weight in outcomes if isinstance(o, HitOutcome))
            assert mean_damage(profile) == pytest.approx(dealt / total)


@pytest.mark.parametrize("name", ["grey_pack", "under_the_mill", "toll_bar", "company_yard"])
def test_kept_might_equals_might_found_anew(name: str) -> None:
    for sense in senses(name):
        units = sense.world.ids(Position)
        for one in units:
            for foe in units:
                assert might.might(sense.world, one, foe) == might.found(sense.world, one, foe)


OPEN = """
[map]
grid = '''
........
{row}
........
'''
legend = {{ "." = "floor", "o" = "crate" }}
[[side]]
id = "red"
[[side]]
id = "blue"
"""
MELEE, RANGED = ("warden", "bailiff", "footpad", "barber"), ("fowler", "poacher")


def alone(kind: str, at: int, row: str = "........") -> Situation:
    """Return what a warden knows about one foe of a kind, in the same row of a map."""
    units = [("ann", "red", "warden", 1), ("bo", "blue", kind, at)]
    text = (
        f'[[unit]]\nid = "{id}"\nside = "{side}"\nkind = "{kind}"\nat = [{x}, 1]\n'
        for id, side, kind, x in units
    )
    battle = begun(drawn(OPEN.format(row=row) + "".join(text)))
    while isinstance(battle.stop, Roll):
        battle.settle(tuple(1 for _ in battle.stop.dice.sides))
    ann = unit_by_id(battle.world, "red.ann")
    assert ann is not None
    return Situation(battle.world, battle.book.hints, ann)


@pytest.mark.parametrize(("kind", "at"), [*((k, 2) for k in MELEE), *((k, 6) for k in RANGED)])
def test_might_is_the_damage_in_the_open(kind: str, at: int) -> None:
    sense = alone(kind, at)
    (foe,) = sense.foes
    assert foe.menace > 0
    assert foe.menace == pytest.approx(sense.hints.menace(sense.world, foe.unit, sense.unit))


def test_cover_shelters_from_part_of_the_might() -> None:
    (foe,) = (sense := alone("fowler", 6, "...o....")).foes
    shares = [might.shelter(sense.world, foe.unit, Position((x, 1))) for x in (2, 4)]
    assert 0 < shares[0] < shares[1] == 1


def test_soldier_tries_only_the_best_careful_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Command] = []
    after = Outlook.after

    def counted(self: Outlook, command: Command, is_let_pass: bool = False) -> object:
        tried.append(command)
        return after(self, command, is_let_pass)

    monkeypatch.setattr(Outlook, "after", counted)
    battle = begun(level("bell_yard"))
    offered: list[int] = []

    def watch(before: Battle, command: Command) -> None:
        careful = [c for c in before.legal() if isinstance(c, Creep)]
        if careful:
            offered.append(len(careful))
            assert sum(isinstance(c, Creep) for c in tried) <= Limits().aims
        tried.clear()

    play(battle, seated(battle, "soldier"), most=12, watch=watch)
    assert max(offered) > Limits().aims
