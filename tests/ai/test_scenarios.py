"""The soldier plays the scenario: errands, levers, posts, time and dangerous ground."""

from random import Random

import pytest
from msgspec.structs import replace

from game.ai.distance_fields import Distances
from game.ai.errands import Errand, Errands
from game.ai.lookahead import Outlook
from game.ai.posts import manned, posts, winner_by_time
from game.ai.situation import Situation
from game.ai.soldier import CommandPromise, Limits, _at_post
from game.ai.valuation import AIM
from game.components.script_progress import Progress
from game.components.turns import Rounds
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.battle import Battle
from game.terms.agenda import Ask, Roll
from game.terms.commands import Move, to_text, verb
from game.terms.script_events import ObjectiveReached
from game.world.unit_names import unit_named
from tests.ai.playing import begun, chosen, drawn, play, seated
from tests.ai.test_players import turn_of, unit
from tests.conformance.driver import any_faces

SIDES = '[[side]]\nid = "red"\n[[side]]\nid = "blue"\n'
LEGEND = (
    'legend = { "#" = "stone_wall", "." = "floor", "f" = "fire", "w" = "windlass", "D" = "wall",'
    ' "E" = "wall" }\n'
)
OPEN = "[map]\ngrid = '''\n" + "\n".join(["." * 24] * 5) + "\n'''\n"
OUT = '[[area]]\nid = "out"\ntiles = [[23, 2]]\n'
WINDLASS = """
[map]
grid = '''
############
#..........#
#.........w#
#..........#
############
'''
"""
TURN_IT = """
[[area]]
id = "windlass"
letter = "w"
[[trigger]]
when = [{ handled = { side = "red", area = "windlass" } }]
do = [{ objective = "turn" }]
[[objective]]
id = "turn"
side = "red"
title = "Turn it"
"""
RED_AT_FIVE = '[[trigger]]\nwhen = [{ round = 5 }]\ndo = [{ win = "red" }]\n'
CHAIN = """
[map]
grid = '''
###########
#....D.#..#
#....#.E..#
#....#.#..#
###########
'''
"""
PLATES = """
[[area]]
id = "first"
tiles = [[1, 3]]
[[area]]
id = "second"
tiles = [[6, 3]]
[[area]]
id = "gate"
letter = "D"
[[area]]
id = "vault_door"
letter = "E"
[[area]]
id = "vault"
tiles = [[9, 1]]
[[trigger]]
when = [{ enter = { side = "red", area = "second" } }]
do = [{ open = { area = "vault_door", terrain = "floor" } }]
[[trigger]]
when = [{ enter = { side = "red", area = "first" } }]
do = [{ open = { area = "gate", terrain = "floor" } }]
[[objective]]
id = "rich"
side = "red"
title = "Into the vault"
reach = { area = "vault" }
"""


def reach(of: str, side: str = "red") -> str:
    return (
        f'[[objective]]\nid = "go"\nside = "{side}"\ntitle = "Out"\n'
        f'reach = {{ unit = "{of}", area = "out" }}\n'
    )


def level_of(map: str, *parts: str, head: str = "") -> str:
    """Return a level's text: keys of the header, the map, the sides and the rest."""
    return head + map + LEGEND + SIDES + "".join(parts)


def at_turn(text: str, of: str) -> Battle:
    """Return a battle at the first turn of a unit, after the others have ended theirs."""
    battle, rng = begun(drawn(text)), Random(3)
    while not (isinstance(battle.stop, Ask) and battle.id_of(battle.stop.unit) == of):
        if isinstance(battle.stop, Roll):
            battle.settle(any_faces(battle.stop, rng))
            continue
        legal = battle.legal()
        battle.submit(next((c for c in legal if verb(c) == "end"), legal[0]))
    return battle


def place(battle: Battle, of: str) -> Cell:
    return battle.world.get(unit_named(battle.world, of), Position).at


def sense(battle: Battle, of: str) -> Situation:
    return Situation(battle.world, battle.book.hints, unit_named(battle.world, of))


# Errands


def test_sent_unit_passes_a_foe_on_its_way() -> None:
    text = unit("ann", "red", "warden", "[1, 2]") + unit("bo", "blue", "bailiff", "[3, 0]")
    battle = at_turn(level_of(OPEN, text, OUT, reach("ann")), "red.ann")
    done = turn_of(battle)
    assert not any(text.startswith("attack") for text in done)
    assert place(battle, "red.ann")[0] >= 13


def test_unit_that_is_not_sent_attacks_the_same_foe() -> None:
    text = unit("ann", "red", "warden", "[1, 2]") + unit("bo", "blue", "bailiff", "[3, 0]")
    cy = unit("cy", "red", "warden", "[0, 4]")
    battle = at_turn(level_of(OPEN, text, cy, OUT, reach("cy")), "red.ann")
    assert any(done.startswith("attack") for done in turn_of(battle))


def test_nearest_unit_is_sent_to_a_lever_and_others_follow() -> None:
    text = unit("ann", "red", "warden", "[1, 1]") + unit("cy", "red", "warden", "[4, 1]")
    foe = unit("bo", "blue", "bailiff", "[1, 3]")
    battle = begun(drawn(level_of(WINDLASS, text, foe, TURN_IT)))
    errands = Errands(battle.world, "red")
    ann, cy = (unit_named(battle.world, name) for name in ("red.ann", "red.cy"))
    assert errands.of(cy) == Errand(((10, 2),), is_sent=True, triggers=frozenset({0}))
    assert errands.of(ann) == Errand(((10, 2),))
    assert Errands(battle.world, "blue").of(unit_named(battle.world, "blue.bo")) is None


def test_soldier_turns_a_windlass_that_is_its_objective() -> None:
    text = unit("ann", "red", "warden", "[1, 1]") + unit("bo", "blue", "bailiff", "[1, 3]")
    battle = begun(drawn(level_of(WINDLASS, text, TURN_IT)))
    play(battle, seated(battle, "soldier"), most=60)
    assert any(isinstance(e, ObjectiveReached) for e in battle.log())


# Levers and plates that open the way


def test_errand_leads_to_the_first_of_several_plates() -> None:
    text = unit("ann", "red", "warden", "[3, 1]") + unit("bo", "blue", "bailiff", "[4, 3]")
    battle = begun(drawn(level_of(CHAIN, text, PLATES)))
    world = battle.world
    ann, level = unit_named(world, "red.ann"), world.scene.level.script
    assert Errands(world, "red").of(ann) == Errand(((1, 3),), True, frozenset({1}))
    assert Errands(world, "blue").of(unit_named(world, "blue.bo")) is None
    world.put(world.root, replace(world.find(world.root, Progress) or Progress(), fired=(1,)))
    assert Errands(world, "red").of(ann) == Errand(level.areas["vault"])


def test_soldier_works_two_plates_in_a_row_for_its_objective() -> None:
    text = unit("ann", "red", "warden", "[3, 1]") + unit(
        "bo", "blue", "bailiff", "[9, 3]", "behaviour = { hold = true }"
    )
    battle = begun(drawn(level_of(CHAIN, text, PLATES)))
    play(battle, seated(battle, "soldier"), most=80)
    assert any(isinstance(e, ObjectiveReached) and e.side == "red" for e in battle.log())


def test_unit_hunts_a_foe_whose_death_opens_the_way() -> None:
    key = PLATES.replace('enter = { side = "red", area = "first" }', 'death = { unit = "bo" }')
    text = unit("ann", "red", "warden", "[3, 1]") + unit("bo", "blue", "bailiff", "[4, 3]")
    battle = begun(drawn(level_of(CHAIN, text, key)))
    ann, bo = (unit_named(battle.world, name) for name in ("red.ann", "blue.bo"))
    assert Errands(battle.world, "red").of(ann) == Errand(((4, 3),), False, frozenset({1}))
    battle.world.drop(bo, Position)
    found = Errands(battle.world, "red").of(ann)
    assert found is not None
    assert found.tiles == ((9, 1),), "nobody knows where the foe is"


def test_trigger_that_opens_the_way_is_worth_part_of_the_objective() -> None:
    text = unit("ann", "red", "warden", "[3, 1]") + unit("bo", "blue", "bailiff", "[4, 3]")
    battle = begun(drawn(level_of(CHAIN, text, PLATES)))
    outlook = Outlook(battle.view("red"), "red")
    world, root = outlook.world, outlook.world.root
    old = world.find(root, Progress)
    world.put(root, Progress(fired=(1,)))
    assert outlook.value({(root, Progress): old}, 0.0) == 0
    outlook.errand = Errand(((1, 3),), True, frozenset({1}))
    assert 0 < outlook.value({(root, Progress): old}, 0.0) < AIM


GAP = """
[map]
grid = '''
############
#.....#....#
#..........#
#w....#....#
############
'''
"""
SHUT = """
[[area]]
id = "gap"
tiles = [[6, 2]]
[[area]]
id = "out"
tiles = [[10, 2]]
[[area]]
id = "windlass"
letter = "w"
[[trigger]]
when = [{ handled = { side = "red", area = "windlass" } }]
do = [{ open = { area = "gap", terrain = "wall" } }]
"""


@pytest.mark.parametrize(
    ("foe", "more", "is_sent"),
    [
        ("[4, 2]", reach("bo", "blue"), True),
        ("[8, 2]", reach("bo", "blue"), False),
        ("[4, 2]", "", False),
        ("[4, 2]", reach("bo", "blue") + reach("ann").replace('"go"', '"too"'), False),
    ],
    ids=["ahead", "already through", "not bound there", "the way of an ally"],
)
def test_soldier_bars_the_way_of_a_foe_that_must_reach_a_place(
    foe: str, more: str, is_sent: bool
) -> None:
    text = unit("ann", "red", "warden", "[3, 1]") + unit("bo", "blue", "bailiff", foe)
    cy = unit("cy", "red", "warden", "[5, 1]")
    battle = at_turn(level_of(GAP, text, cy, SHUT, more), "red.ann")
    errand = Errands(battle.world, "red").of(unit_named(battle.world, "red.ann"))
    assert (errand == Errand(((1, 3),), True, frozenset({0}))) == is_sent
    other = Errands(battle.world, "red").of(unit_named(battle.world, "red.cy"))
    assert other is None or not other.triggers, "one unit is enough"


def test_soldier_pulls_the_lever_that_shuts_a_gate_on_a_foe() -> None:
    text = unit("ann", "red", "warden", "[3, 1]") + unit("bo", "blue", "bailiff", "[4, 2]")
    battle = at_turn(level_of(GAP, text, SHUT, reach("bo", "blue")), "red.ann")
    assert any(done.startswith("handle") for done in turn_of(battle))


FLAG = """
[[area]]
id = "bell"
tiles = [[1, 3]]
[[area]]
id = "well"
tiles = [[4, 3]]
[[trigger]]
when = [{ enter = { side = "red", area = "bell" } }]
do = [{ %s }]
once = false
[[trigger]]
%s
do = [{ objective = "ring" }]
[[objective]]
id = "ring"
side = "red"
title = "Ring it"
"""


@pytest.mark.parametrize(
    ("deed", "when"),
    [
        ('set = "rung"', 'when = [{ flag = "rung" }]'),
        ('add = { counter = "bells" }', 'when = [{ counter = { id = "bells", at_least = 2 } }]'),
        ('set = "rung"', 'any = [{ round = 11 }, { flag = "rung" }]'),
    ],
)
def test_soldier_does_what_sets_a_flag_or_raises_a_counter(deed: str, when: str) -> None:
    text = unit("ann", "red", "warden", "[4, 1]") + unit("bo", "blue", "bailiff", "[9, 3]")
    battle = at_turn(level_of(CHAIN, text, FLAG % (deed, when)), "red.ann")
    errand = Errands(battle.world, "red").of(unit_named(battle.world, "red.ann"))
    assert errand is not None
    assert (errand.tiles, errand.triggers) == (((1, 3),), frozenset({0}))


def test_soldier_brings_an_item_where_it_is_asked_for() -> None:
    more = FLAG % ('set = "rung"', 'when = [{ carries = { item = "red_draught", area = "well" } }]')
    text = unit("ann", "red", "warden", "[1, 1]") + unit("bo", "blue", "bailiff", "[9, 3]")
    battle = at_turn(level_of(CHAIN, text, more), "red.ann")
    errand = Errands(battle.world, "red").of(unit_named(battle.world, "red.ann"))
    assert errand is not None
    assert errand.tiles == ((4, 3),)


CHOICE = """
[[trigger]]
when = [{ turn = "ann" }]
[[trigger.do]]
[trigger.do.choice]
id = "deal"
side = "red"
question = "Deal?"
answers = [{ id = "first", text = "First" }, { id = "second", text = "Second" }]
[[trigger]]
when = [{ chosen = { choice = "deal", answer = "%s" } }]
do = [{ objective = "ring" }]
[[objective]]
id = "ring"
side = "red"
title = "Ring it"
"""


def at_choice(more: str) -> Battle:
    """Return a battle at the choice that is put to red."""
    text = unit("ann", "red", "warden", "[1, 1]") + unit("bo", "blue", "bailiff", "[9, 3]")
    battle, rng = begun(drawn(level_of(CHAIN, text, more))), Random(1)
    for _ in range(20):
        stop = battle.stop
        if isinstance(stop, Roll):
            battle.settle(any_faces(stop, rng))
        elif isinstance(stop, Ask) and stop.called == "choice":
            return battle
        else:
            battle.submit(next(c for c in battle.legal() if verb(c) == "end"))
    raise AssertionError("nobody is put a choice")


@pytest.mark.parametrize("player", ["soldier", "novice"])
@pytest.mark.parametrize("best", ["first", "second"])
def test_choice_is_judged_by_what_it_leads_to(player: str, best: str) -> None:
    battle = at_choice(CHOICE % best)
    assert to_text(chosen(battle, seated(battle, player))) == f"answer red.ann {best}"


@pytest.mark.parametrize("player", ["soldier", "novice"])
def test_first_answer_is_given_if_nothing_tells_them_apart(player: str) -> None:
    plain = CHOICE.partition("[[objective]]")[0].replace('objective = "ring"', 'message = "Hm."')
    battle = at_choice(plain % "second")
    assert to_text(chosen(battle, seated(battle, player))) == "answer red.ann first"


# More movement


def test_soldier_dashes_only_to_a_better_place() -> None:
    foe, ann = unit("bo", "blue", "bailiff", "[9, 1]"), unit("ann", "red", "warden", "[4, 1]")
    shut = at_turn(level_of(CHAIN, ann, foe), "red.ann")
    promise = CommandPromise(Outlook(shut.view("red"), "red"), sense(shut, "red.ann"), Limits())
    scores = {to_text(c): score for c, score in promise.scores(shut.legal()).items()}
    assert scores["dash red.ann"] == 0, "no tile that it leads to is nearer to the foe"
    far = unit("bo", "blue", "bailiff", "[23, 2]", "speed = 5")
    free = at_turn(level_of(OPEN, unit("ann", "red", "warden", "[0, 2]"), far), "red.ann")
    assert any(done.startswith("dash") for done in turn_of(free))
    assert place(free, "red.ann")[0] >= 12


def test_soldier_dashes_to_no_place_that_its_orders_forbid() -> None:
    text = unit("ann", "red", "warden", "[23, 2]", "behaviour = { hold = true }")
    cy = unit("cy", "blue", "bailiff", "[0, 2]", "behaviour = { lead = 3 }")
    bo = unit("bo", "blue", "bailiff", "[3, 2]")
    battle = at_turn(level_of(OPEN, text, cy, bo), "blue.bo")
    promise = CommandPromise(
        Outlook(battle.view("blue"), "blue"), sense(battle, "blue.bo"), Limits()
    )
    fitting = promise.sense.orders.fitting(battle.legal())
    scores = {to_text(c): score for c, score in promise.scores(fitting).items()}
    assert scores["dash blue.bo"] == 0, "the foe is beyond the captain's reach"
    assert not any(done.startswith("dash") for done in turn_of(battle))


# Time and posts


@pytest.mark.parametrize(
    ("head", "more", "winner"),
    [
        ("", "", None),
        ('rounds_winner = "blue"\n', "", "blue"),
        ("", '[[objective]]\nid = "x"\nside = "red"\ntitle = "x"\nsurvive = 5\n', "red"),
        ('rounds_winner = "blue"\n', RED_AT_FIVE, "red"),
    ],
)
def test_side_that_wins_by_time_is_known(head: str, more: str, winner: str | None) -> None:
    text = unit("ann", "red", "warden", "[1, 1]") + unit("bo", "blue", "bailiff", "[8, 1]")
    battle = at_turn(level_of(WINDLASS, text, more, head=head), "blue.bo")
    assert winner_by_time(battle.world) == winner
    late = replace(battle.world.get(battle.world.root, Rounds), number=11)
    battle.world.put(battle.world.root, late)
    for name in ("red.ann", "blue.bo"):
        outlook = Outlook(battle, name.split(".")[0])
        urge = CommandPromise(outlook, sense(battle, name), Limits()).urge
        assert (urge == 1) == (name.startswith(str(winner)))


def test_nearest_unit_stays_at_the_place_that_foes_need() -> None:
    """Put a foe in easy reach of the unit on the post."""
    text = unit("ann", "red", "warden", "[3, 1]") + unit("bo", "blue", "bailiff", "[9, 1]")
    cy = unit("cy", "blue", "bailiff", "[5, 3]")
    battle = at_turn(
        level_of(WINDLASS, text, cy, TURN_IT, head='rounds_winner = "blue"\n'), "blue.bo"
    )
    (post,) = posts(battle.world, "blue")
    assert set(post) == {(9, 1), (10, 1), (9, 2), (9, 3), (10, 3)}
    assert posts(battle.world, "red") == ()
    bo = unit_named(battle.world, "blue.bo")
    assert manned(battle.world, battle.book.hints, "blue") == {bo: frozenset(post)}
    assert sense(battle, "blue.bo").kept == frozenset(post)
    assert sense(battle, "blue.cy").kept is None
    turn_of(battle)
    assert place(battle, "blue.bo") in post


def test_unit_that_waits_stops_a_foe_about_to_reach_a_post() -> None:
    far, near = waiting("[0, 2]"), waiting("[11, 2]")
    assert set(far.goals()) == set(posts(far.world, "blue")[0])
    assert far.berth == 22 > far.stride, "no nearer to the post than the foe is"
    assert near.goals() == ((11, 2),)


def waiting(foe: str) -> Situation:
    """Return the situation of a unit without a post, 15 tiles from the post."""
    grid = "\n".join(["." * 24, "." * 24, "." * 23 + "w", "." * 24, "." * 24])
    text = unit("ann", "red", "warden", foe) + unit("bo", "blue", "bailiff", "[22, 2]")
    cy = unit("cy", "blue", "bailiff", "[8, 4]")
    head = 'rounds_winner = "blue"\n'
    found = level_of(f"[map]\ngrid = '''\n{grid}\n'''\n", text, cy, TURN_IT, head=head)
    return sense(at_turn(found, "blue.cy"), "blue.cy")


def test_place_that_foes_cannot_walk_to_yet_is_no_post() -> None:
    text = unit("ann", "red", "warden", "[1, 1]") + unit("bo", "blue", "bailiff", "[4, 1]")
    battle = at_turn(level_of(CHAIN, text, PLATES, head='rounds_winner = "blue"\n'), "blue.bo")
    assert posts(battle.world, "blue") == (((1, 3),),)


def test_unit_leaves_its_post_by_no_command_that_is_worth_more() -> None:
    text = unit("ann", "red", "warden", "[3, 1]") + unit("bo", "blue", "bailiff", "[9, 1]")
    battle = at_turn(level_of(WINDLASS, text, TURN_IT, head='rounds_winner = "blue"\n'), "blue.bo")
    legal, here = battle.legal(), sense(battle, "blue.bo")
    ends = {c.path[-1] for c in _at_post(here, legal) if isinstance(c, Move)}
    assert ends == (here.post or set()) & {c.path[-1] for c in legal if isinstance(c, Move)}
    assert ends


def test_unit_goes_to_its_post_and_stays_there() -> None:
    text = unit("ann", "red", "warden", "[1, 1]") + unit("bo", "blue", "bailiff", "[6, 1]")
    found = level_of(WINDLASS, text, TURN_IT, head='rounds_winner = "blue"\n')
    battle = at_turn(found, "blue.bo")
    turn_of(battle)
    assert place(battle, "blue.bo") in posts(battle.world, "blue")[0]


def test_unit_that_must_hold_an_area_stays_in_it() -> None:
    area = '[[area]]\nid = "crown"\nrect = [8, 1, 2, 3]\n'
    aim = (
        '[[objective]]\nid = "toll"\nside = "blue"\ntitle = "Hold"\n'
        'hold = { area = "crown", rounds = 3 }\n'
    )
    text = unit("ann", "red", "warden", "[4, 1]") + unit("bo", "blue", "bailiff", "[8, 1]")
    battle = at_turn(level_of(WINDLASS, text, area, aim), "blue.bo")
    players = seated(battle, "soldier")
    assert not (isinstance(command := chosen(battle, players), Move) and command.path[-1][0] < 8), (
        to_text(command)
    )
    turn_of(battle)
    assert place(battle, "blue.bo")[0] in (8, 9)


# Dangerous ground

FIRE = """
[map]
grid = '''
..........
..f.......
..........
'''
"""


def test_unit_leaves_a_fire_that_it_stands_in() -> None:
    """Let the unit's side win by waiting, so that nothing else makes it move."""
    text = unit("ann", "red", "warden", "[2, 1]") + unit(
        "bo", "blue", "bailiff", "[9, 1]", "behaviour = { hold = true }"
    )
    battle = at_turn(level_of(FIRE, text, head='rounds_winner = "red"\n'), "red.ann")
    turn_of(battle)
    assert place(battle, "red.ann") != (2, 1)


def test_unit_does_not_end_its_turn_in_a_fire() -> None:
    """Let the fire be the tile nearest to the goal."""
    area = '[[area]]\nid = "out"\ntiles = [[9, 1]]\n'
    lane = FIRE.replace("..........", "##########").replace("..f.......", "......f...")
    text = unit("ann", "red", "warden", "[0, 1]") + unit(
        "bo", "blue", "bailiff", "[8, 1]", "behaviour = { hold = true }"
    )
    battle = at_turn(level_of(lane, text, area, reach("ann")), "red.ann")
    turn_of(battle)
    assert place(battle, "red.ann") != (6, 1)
    assert place(battle, "red.ann")[0] > 2


def test_distances_lead_around_fire_where_they_can() -> None:
    battle = begun(
        drawn(
            level_of(
                FIRE,
                unit("ann", "red", "warden", "[0, 1]"),
                unit("bo", "blue", "bailiff", "[9, 1]"),
            )
        )
    )
    ways = Distances(battle.world, ((4, 1),))
    assert ways((1, 1)) == 3
    assert ways((2, 1)) > ways((1, 1))
