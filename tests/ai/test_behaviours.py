"""Behaviours of units in a level, kept by every computer player."""

import tomllib
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from game.ai.behaviours import leader_of
from game.ai.computer_players import COMPUTERS
from game.components.unit import Position
from game.content.shipped_folders import levels_root
from game.core.cells import Cell
from game.engine.battle import Battle
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.commands import Command, End, Move, target_of, verb
from game.terms.script.behaviours import WOUNDED, Behaviour
from game.world.unit_names import id_of, unit_named
from tests.ai.playing import begun, chosen, drawn, seated
from tests.conformance.driver import any_faces

PLAYERS = tuple(COMPUTERS)
FIELD = """
[map]
grid = '''
........................
........................
........................
'''
legend = { "." = "floor" }
[[side]]
id = "red"
[[side]]
id = "blue"
"""
Rank = Callable[[Cell], int]
"""A function that says how far a tile is from keeping a behaviour; 0 if a unit there keeps it."""


def unit(id: str, side: str, at: Cell, behaviour: str = "", more: str = "") -> str:
    told = f"behaviour = {{ {behaviour} }}\n" if behaviour else ""
    kind = "warden" if side == "red" else "bailiff"
    head = f'[[unit]]\nid = "{id}"\nside = "{side}"\nkind = "{kind}"\nat = {list(at)}\n'
    return f"{head}{told}{more}\n"


def area(id: str, rect: tuple[int, int, int, int]) -> str:
    return f'[[area]]\nid = "{id}"\nrect = {list(rect)}\n'


FAR_FOE = unit("ann", "red", (23, 1), "hold = true")


def first_turn(text: str, of: str) -> Battle:
    """Return the battle at a unit's first turn, after the others have ended theirs."""
    battle, rng = begun(drawn(FIELD + text)), Random(3)
    for _ in range(60):
        if isinstance(battle.stop, Roll):
            battle.settle(any_faces(battle.stop, rng))
            continue
        assert isinstance(battle.stop, Ask)
        if battle.id_of(battle.stop.unit) == of and battle.stop.called == "turn":
            return battle
        battle.submit(next((c for c in battle.legal() if isinstance(c, End)), battle.legal()[0]))
    raise AssertionError(f"no turn of {of}")


class Turn:
    """A turn of a unit: its commands, and the tiles where its moves ended."""

    def __init__(self, battle: Battle, name: str, seed: int = 1) -> None:
        assert isinstance(battle.stop, Ask)
        self.unit = battle.id_of(battle.stop.unit)
        self.commands: list[Command] = []
        self.ends: list[Cell] = []
        self.could_move: list[Cell] = []
        """The tiles where a move could have ended when the unit ended its turn."""
        players, rng = seated(battle, name, seed), Random(seed)
        for _ in range(60):
            if isinstance(battle.stop, BattleEnd):
                return
            if isinstance(battle.stop, Roll):
                battle.settle(any_faces(battle.stop, rng))
                continue
            legal = battle.legal()
            command = chosen(battle, players)
            if getattr(command, "unit", "") == self.unit:
                self.commands.append(command)
                self.ends += [command.path[-1]] if isinstance(command, Move) else []
            battle.submit(command)
            if isinstance(command, End):
                self.could_move = [c.path[-1] for c in legal if isinstance(c, Move)]
                return

    def keeps(self, start: Cell, rank: Rank) -> bool:
        """Return whether every move led nearer, and the unit stopped only if none did any more."""
        for end in self.ends:
            if rank(end) and rank(end) >= rank(start):
                return False
            start = end
        return not rank(start) or all(rank(end) >= rank(start) for end in self.could_move)


def steps(a: Cell, b: Cell) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def outside(low: int, high: int) -> Rank:
    """Return the distance in tiles from some columns."""
    return lambda at: max(low - at[0], at[0] - high, 0)


SEEDS = (1, 2, 3)


@pytest.mark.parametrize("name", PLAYERS)
def test_holding_unit_never_moves(name: str) -> None:
    text = unit("ann", "red", (9, 1)) + unit("bo", "blue", (4, 1), "hold = true")
    for seed in SEEDS:
        turn = Turn(first_turn(text, "blue.bo"), name, seed)
        assert turn.commands
        assert not turn.ends


@pytest.mark.parametrize("name", PLAYERS)
def test_guard_returns_to_its_post_when_no_foe_is_near(name: str) -> None:
    post = (1, 1)
    text = FAR_FOE + unit("bo", "blue", post, 'guard = "gate"') + area("gate", (0, 0, 6, 3))
    for seed in SEEDS:
        battle = first_turn(text, "blue.bo")
        walk = next(c for c in battle.legal() if isinstance(c, Move) and c.path[-1] == (5, 2))
        battle.submit(walk)
        while not (battle.round == 2 and battle.turn == "blue.bo"):
            battle.submit(next(c for c in battle.legal() if isinstance(c, End)))
        turn = Turn(battle, name, seed)
        assert turn.ends
        assert turn.keeps((5, 2), lambda at: steps(at, post))


@pytest.mark.parametrize("name", PLAYERS)
def test_guard_returns_to_its_area_from_outside(name: str) -> None:
    text = FAR_FOE + unit("bo", "blue", (9, 1), 'guard = "gate"') + area("gate", (0, 0, 3, 3))
    for seed in SEEDS:
        turn = Turn(first_turn(text, "blue.bo"), name, seed)
        assert turn.ends
        assert turn.keeps((9, 1), outside(0, 2))


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(("chase", "far"), [("", 2), (", chase = 2", 4)])
def test_guard_leaves_its_area_only_to_chase(name: str, chase: str, far: int) -> None:
    foe = unit("ann", "red", (4, 1), "hold = true", "life = 90")
    text = foe + unit("bo", "blue", (2, 1), f'guard = "gate"{chase}', "life = 90")
    for seed in SEEDS:
        battle = first_turn(text + area("gate", (0, 0, 3, 3)), "blue.bo")
        turn = Turn(battle, name, seed)
        assert all(end[0] <= far for end in turn.ends)
        if name != "random":
            assert any(target_of(c) == "red.ann" for c in turn.commands) == bool(chase)


@pytest.mark.parametrize("name", PLAYERS)
def test_patrol_heads_for_its_next_area(name: str) -> None:
    areas = area("west", (0, 0, 2, 3)) + area("east", (8, 0, 2, 3))
    text = FAR_FOE.replace("hold = true", "hold = true, flee = 1") + areas
    text += unit("bo", "blue", (4, 1), 'patrol = ["west", "east"]', "speed = 10")
    for seed in range(8):
        turn = Turn(first_turn(text.replace("23, 1", "23, 0"), "blue.bo"), name, seed)
        assert turn.ends
        assert turn.keeps((4, 1), outside(0, 1))


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(("hunt", "prey"), [("true", (13, 1)), ('"wounded"', (1, 1))])
def test_hunter_heads_for_its_prey(name: str, hunt: str, prey: Cell) -> None:
    """Put the wounded foe farther away than the other."""
    text = unit("ann", "red", (13, 1), "hold = true") + unit(
        "cy", "red", (1, 1), "hold = true", "hurt = 5"
    )
    text += unit("bo", "blue", (9, 1), f"hunt = {hunt}")
    for seed in SEEDS:
        turn = Turn(first_turn(text, "blue.bo"), name, seed)
        assert turn.ends
        assert turn.keeps((9, 1), lambda at: max(0, steps(at, prey) - 1))


@pytest.mark.parametrize("name", PLAYERS)
def test_hunter_of_the_wounded_attacks_no_other(name: str) -> None:
    """Put a fresh foe with little life on one side, and a wounded one with much on the other."""
    text = unit("ann", "red", (8, 1), "hold = true", "life = 2") + unit(
        "cy", "red", (10, 1), "hold = true", "life = 60\nhurt = 5"
    )
    text += unit("bo", "blue", (9, 1), 'hunt = "wounded"', "life = 60")
    hits = 0
    for seed in range(6):
        turn = Turn(first_turn(text, "blue.bo"), name, seed)
        targets = [target_of(c) for c in turn.commands if target_of(c)]
        assert set(targets) <= {"red.cy"}
        hits += len(targets)
    assert hits


@pytest.mark.parametrize("name", PLAYERS)
def test_fleeing_unit_moves_away_as_long_as_it_can(name: str) -> None:
    text = unit("ann", "red", (1, 1), "hold = true")
    text += unit("bo", "blue", (3, 1), "flee = 1.0", "hurt = 5")
    for seed in SEEDS:
        turn = Turn(first_turn(text, "blue.bo"), name, seed)
        assert turn.ends
        assert turn.keeps((3, 1), lambda at: max(0, 12 - steps(at, (1, 1))))


@pytest.mark.parametrize("name", PLAYERS)
def test_unit_stays_brave_above_its_share_of_life(name: str) -> None:
    """Without wounds, the coward may come nearer."""
    text = unit("ann", "red", (1, 1), "hold = true") + unit("bo", "blue", (9, 1), "flee = 0.5")
    ends = [end for s in range(6) for end in Turn(first_turn(text, "blue.bo"), name, s).ends]
    assert any(end[0] < 9 for end in ends)


@pytest.mark.parametrize("name", PLAYERS)
def test_people_keep_near_their_captain(name: str) -> None:
    text = FAR_FOE + unit("cap", "blue", (3, 1), "lead = 3") + unit("bo", "blue", (12, 1))
    for seed in SEEDS:
        turn = Turn(first_turn(text, "blue.bo"), name, seed)
        assert turn.ends
        assert turn.keeps((12, 1), lambda at: max(0, steps(at, (3, 1)) - 3))


@pytest.mark.parametrize("name", PLAYERS)
def test_people_with_orders_of_their_own_follow_no_captain(name: str) -> None:
    text = FAR_FOE + unit("cap", "blue", (3, 1), "lead = 3") + area("gate", (10, 0, 3, 3))
    text += unit("bo", "blue", (11, 1), 'guard = "gate"')
    for seed in SEEDS:
        turn = Turn(first_turn(text, "blue.bo"), name, seed)
        assert all(10 <= end[0] <= 12 for end in turn.ends)


@pytest.mark.parametrize("name", PLAYERS)
def test_captain_waits_for_most_of_his_people(name: str) -> None:
    """Leave two of three behind: the captain turns back, although the third is with him."""
    people = (("bo", (2, 1)), ("cy", (3, 1)), ("di", (14, 1)))
    text = FAR_FOE + unit("cap", "blue", (13, 1), "lead = 4")
    text += "".join(unit(id, "blue", at) for id, at in people)
    for seed in SEEDS:
        turn = Turn(first_turn(text, "blue.cap"), name, seed)
        assert turn.ends
        assert turn.keeps((13, 1), lambda at: max(0, steps(at, (3, 1)) - 4))


@pytest.mark.parametrize(("begins", "leader"), [("", "red.cap"), ('begins = "dying"', None)])
def test_people_are_free_when_their_captain_is_defeated(begins: str, leader: str | None) -> None:
    text = unit("ann", "blue", (23, 1)) + unit("bo", "red", (12, 1))
    text += unit("cap", "red", (3, 1), "lead = 3", begins)
    world = first_turn(text, "red.bo").world
    found = leader_of(world, unit_named(world, "red.bo"))
    assert (found and id_of(world, found)) == leader


def test_nearest_captain_is_followed() -> None:
    text = unit("ann", "blue", (23, 1)) + unit("bo", "red", (12, 1))
    text += unit("cap", "red", (3, 1), "lead = 3") + unit("dux", "red", (17, 1), "lead = 3")
    world = first_turn(text, "red.bo").world
    found = {id: leader_of(world, unit_named(world, f"red.{id}")) for id in ("bo", "cap", "dux")}
    assert found == {"bo": unit_named(world, "red.dux"), "cap": None, "dux": None}


YARD = """
[map]
grid = '''
........
.a.b....
........
'''
[map.legend]
"." = "floor"
a = { terrain = "floor", unit = "ann" }
b = { terrain = "floor", unit = "bo" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "brawler"
movement = "6"
life = 60
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
life = 60
behaviour = { flee = 1.0 }
"""


@pytest.mark.parametrize("name", PLAYERS)
def test_fleeing_unit_declines_fights_and_leaves_them(name: str) -> None:
    """Let red attack at every chance: the coward never attacks back."""
    battle, rng, shy = begun(drawn(YARD, "contest")), Random(4), Counter[str]()
    players = seated(battle, name)
    for _ in range(120):
        if isinstance(battle.stop, BattleEnd):
            break
        if isinstance(battle.stop, Roll):
            battle.settle(any_faces(battle.stop, rng))
            continue
        assert isinstance(battle.stop, Ask)
        legal = {verb(c): c for c in battle.legal()}
        if battle.stop.side == "red":
            onto = [c for c in battle.legal() if isinstance(c, Move)]
            onto.sort(key=lambda c: steps(c.path[-1], stand(battle, "blue.bo")))
            first = "decline" if battle.round % 2 else "engage"
            wanted = (first, "attack", "chase", "end")
            fights = [legal[key] for key in wanted if key in legal]
            battle.submit((onto[:1] or fights or list(battle.legal()))[0])
            continue
        command = chosen(battle, players)
        if {"decline", "disengage"} & legal.keys():
            assert verb(command) in ("decline", "disengage")
        shy[verb(command)] += 1
        battle.submit(command)
    assert shy["decline"]
    assert shy["disengage"]


def stand(battle: Battle, unit: str) -> Cell:
    return battle.world.get(unit_named(battle.world, unit), Position).at


def test_shipped_levels_show_every_behaviour() -> None:
    shown = set[str]()
    for path in levels_root().rglob("*.toml"):
        for one in tomllib.loads(path.read_text(encoding="utf-8")).get("unit", ()):
            manner = one.get("behaviour", {}) if isinstance(one, dict) else {}
            shown |= {f"{key} {value}" if key == "hunt" else key for key, value in manner.items()}
    hunts = {"hunt True", f"hunt {WOUNDED}"}
    assert shown == {*Behaviour.__struct_fields__} - {"hunt"} | hunts
