"""ALL-01 … ALL-07, as far as Contest and the core show them."""

from typing import Any

import pytest

from game.core.cells import Cell
from game.core.grid import Grid
from game.core.sight import field, sees
from game.rules.contest.book import BOOK
from game.systems.movement import Walker
from tests.rules.contest.duel import duel, three
from tests.scenario import Play
from tests.unit.systems.scripted import scripted


def fight(rows: str = "ab...", **given: Any) -> Play:
    """Return a battle in which red has entered blue's tile and engaged."""
    return duel(rows, **given).do("move red.a 1,0").do("engage red.a")


# ALL-01, ALL-02: dice


@pytest.mark.rule("ALL-01")
def test_dice_of_a_roll_are_drawn_in_the_order_of_its_parts() -> None:
    play = fight(a={"weapon": "flail"}, b={"life": 20}).do("attack red.a blue.b", 6, 1)
    assert play.last("damaged")["dice"] == (6, 1)
    play.do("disengage blue.b", 1, 1).do("disengage red.a", 1, 1).do("disengage blue.b", 1, 1)
    with pytest.raises(ValueError, match="6"):
        play.do("attack red.a blue.b", 1, 6)


@pytest.mark.rule("ALL-01")
def test_acting_unit_rolls_before_its_foe() -> None:
    play = fight().do("disengage red.a", 1, 2).do("disengage blue.b", 1, 2)
    assert [who for _, who in play.rolls] == ["red.a", "blue.b", "blue.b", "red.a"]


@pytest.mark.rule("ALL-01")
def test_units_roll_in_the_levels_order_when_none_acts() -> None:
    play = duel("c.b.a", 1, 2, 3, settings={"order": "roll"})
    assert [who for _, who in play.rolls] == ["red.a", "blue.b", "ochre.c"]


@pytest.mark.rule("ALL-01")
def test_reroll_follows_its_own_roll_in_the_same_order() -> None:
    play = duel("c.b.a", 4, 1, 4, 2, 3, 6, settings={"order": "roll"}, c={"movement": "1d6"})
    rolls = [("initiative", who) for who in ("red.a", "blue.b", "ochre.c", "red.a", "ochre.c")]
    assert play.rolls == [*rolls, ("movement", "ochre.c")]


@pytest.mark.rule("ALL-01")
def test_damage_to_the_target_is_rolled_before_damage_to_the_user() -> None:
    play = fight(a={"hand": ["bomb"]}).do("use red.a bomb blue.b", 5, 2)
    assert [why for why, _ in play.rolls] == ["damage", "recoil"]
    assert (play.life("red.a"), play.life("blue.b")) == (8, 5)


@pytest.mark.rule("ALL-01")
def test_effects_of_a_roll_come_before_the_next_roll_of_the_step() -> None:
    """Let the trap kill before the thorns of the same tile are rolled."""
    play = duel("ab.c", 1, a={"hand": ["spikes"]}, b={"life": 2}, ground={"a": "^"})
    play.do("lay red.a spikes").do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    play.do("move red.a 2,0").do("end red.a").do("move blue.b 0,0", 6)
    assert play.is_dead("blue.b")
    assert play.asked == ("turn", "ochre.c")


@pytest.mark.rule("ALL-02")
def test_die_is_drawn_even_if_it_can_change_nothing() -> None:
    play = fight(a={"hand": ["salve"]}, b={"armour": 9})
    play.do("attack red.a blue.b", 6)
    assert play.life("blue.b") == 10
    seltzer = {"target": "self", "cure": True, "heal": "1d6", "edge": 1}
    whole = duel("a.b", items={"seltzer": seltzer}, a={"hand": ["seltzer"]})
    whole.do("use red.a seltzer", 4)
    assert whole.last("rolled")["why"] == "healing"
    assert whole.life("red.a") == 10


@pytest.mark.rule("ALL-02")
def test_movement_is_rolled_for_a_walled_in_unit() -> None:
    assert duel("a#b", 6, a={"movement": "1d6"}).left("red.a") == 6


@pytest.mark.rule("ALL-02")
def test_movement_lost_is_rolled_for_a_unit_with_none_left() -> None:
    play = duel("ab", a={"hand": ["rope"]}, b={"movement": "1"}).do("lay red.a rope")
    play.do("end red.a").do("move blue.b 0,0", 5)
    assert play.last("rolled")["why"] == "lose"
    assert play.events("movement_lost") == []


@pytest.mark.rule("ALL-02")
def test_movement_lost_is_rolled_for_a_unit_that_is_not_moving() -> None:
    net = {"target": "opponent", "lose": "1d6", "edge": -1}
    play = fight(items={"net": net}, a={"hand": ["net"]})
    play.do("use red.a net blue.b", 3)
    assert play.last("rolled")["why"] == "lose"


@pytest.mark.rule("ALL-02")
def test_nothing_is_drawn_for_the_dead() -> None:
    """Let the first of two effects kill; the other, the thorns and the movement are not rolled."""
    venom = {"target": "opponent", "lasting": "1d4", "turns": 3}
    play = duel(
        "abc",
        items={"venom": venom},
        ground={"b": "^"},
        a={"hand": ["venom", "venom"]},
        b={"life": 2, "movement": "1d6"},
    )
    play.do("move red.a 1,0", 1).do("engage red.a").do("use red.a venom blue.b")
    play.do("disengage blue.b", 1, 1).do("use red.a venom blue.b")
    play.do("disengage blue.b", 1, 1).do("disengage red.a", 6, 1).do("flee red.a 0,0")
    play.do("end red.a", 2)
    assert play.is_dead("blue.b")
    assert play.asked == ("turn", "ochre.c")


@pytest.mark.rule("ALL-02")
def test_random_choice_is_one_die_over_the_candidates_in_their_order() -> None:
    for face, stolen in ((1, "salve"), (2, "vest"), (3, "oil")):
        play = fight(a={"hand": ["claw"]}, b={"hand": ["salve", "vest", "oil"]})
        play.do("use red.a claw blue.b", face)
        assert play.last("rolled")["roll"] == "1d3"
        assert play.hand("red.a") == (stolen,)


@pytest.mark.rule("ALL-02")
@pytest.mark.parametrize("hand", [[], ["salve"]])
def test_no_die_is_drawn_with_one_candidate_or_none(hand: list[str]) -> None:
    play = fight(a={"hand": ["claw"]}, b={"hand": hand}).do("use red.a claw blue.b")
    assert play.events("rolled") == []
    assert list(play.hand("red.a")) == hand


# ALL-03: the start of a turn, and hazards


def ailing() -> Play:
    """Return a battle in which blue, on thorns, has armour about to end and two lasting damages."""
    items = {
        "venom": {"target": "opponent", "lasting": "1d4", "turns": 2},
        "itch": {"target": "opponent", "lasting": "1d6", "turns": 2},
        "shell": {"target": "opponent", "armour": 1, "turns": 1},
    }
    hand = {"hand": ["venom", "itch", "shell"], "movement": "9"}
    play = duel("ab...", items=items, ground={"b": "^"}, a=hand, b={"movement": "1d8", "life": 30})
    play.do("move red.a 1,0", 1).do("engage red.a")
    for item in ("venom", "itch", "shell"):
        play.do(f"use red.a {item} blue.b").do("disengage blue.b", 1, 1)
    return play.do("disengage red.a", 2, 1).do("flee red.a 0,0")


@pytest.mark.rule("ALL-03")
def test_turn_starts_with_ending_conditions_then_lasting_damage_then_the_hazard() -> None:
    play = ailing()
    before = len(play.events())
    play.do("end red.a", 4, 3, 2, 1)
    told = [
        (event["event"], event.get("dice"))
        for event in play.events()[before:]
        if event["event"] in ("turn_started", "condition_lost", "damaged", "movement_gained")
    ]
    assert told == [
        ("turn_started", None),
        ("condition_lost", None),
        ("damaged", (4,)),
        ("damaged", (3,)),
        ("damaged", (2,)),
        ("movement_gained", (1,)),
    ]
    rolled = [event["roll"] for event in play.events("rolled")][-4:]
    assert rolled == ["1d4", "1d6", "1d4", "1d8"]
    assert play.told("condition_lost", "condition", "rule") == ("armour", "ALL-03")
    assert [event["rule"] for event in play.events("damaged")][-3:] == [
        "CON-09",
        "CON-09",
        "ALL-03",
    ]


@pytest.mark.rule("ALL-03")
def test_condition_ends_before_it_would_act_again() -> None:
    play = ailing().do("end red.a", 1, 1, 1, 8).do("end blue.b").do("end red.a", 1, 1, 1, 8)
    assert play.life("blue.b") == 24
    play.do("end blue.b").do("end red.a", 1, 8)
    assert play.life("blue.b") == 23


@pytest.mark.rule("ALL-03")
def test_hazard_acts_at_the_start_of_a_turn_on_its_tile() -> None:
    play = duel("a.b", 3, ground={"a": "^"})
    assert play.life("red.a") == 7
    assert play.last("damaged")["rule"] == "ALL-03"
    play.do("end red.a").do("end blue.b", 2)
    assert play.life("red.a") == 5


@pytest.mark.rule("ALL-03")
def test_hazard_acts_on_entering_and_passing_units() -> None:
    play = duel("a^.b").do("move red.a 1,0 2,0", 4)
    assert (play.at("red.a"), play.life("red.a")) == ((2, 0), 6)
    play.do("move red.a 1,0", 1)
    assert play.life("red.a") == 5


@pytest.mark.rule("ALL-03")
def test_hazard_acts_before_other_effects_of_entering() -> None:
    play = duel("ab.", ground={"b": "^"}).do("move red.a 1,0", 2)
    names = [event["event"] for event in play.events()]
    assert names.index("damaged") < names.index("encounter_opened")


@pytest.mark.rule("ALL-03")
def test_unit_killed_by_the_hazard_goes_no_further() -> None:
    play = duel("ab.c", ground={"b": "^"}, a={"life": 2}).do("move red.a 1,0", 2, 1)
    assert play.is_dead("red.a")
    assert play.events("encounter_opened") == []


# ALL-05: how a battle ends


@pytest.mark.rule("ALL-05")
def test_side_with_no_one_left_has_lost() -> None:
    play = fight("ab", b={"life": 1}).do("attack red.a blue.b", 1)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "elimination")


@pytest.mark.rule("ALL-05")
def test_two_of_three_sides_must_be_down() -> None:
    play = three(a={"life": 1}, b={"life": 1}).do("attack ochre.c red.a", 1)
    assert play.over is None
    play.do("disengage blue.b", 1, 1).do("attack ochre.c blue.b", 1)
    assert play.over is not None
    assert play.over.winner == "ochre"


@pytest.mark.rule("ALL-05")
def test_battle_is_a_draw_when_all_fall_at_once() -> None:
    play = fight("ab", a={"life": 1, "hand": ["bomb"]}, b={"life": 1})
    play.do("use red.a bomb blue.b", 1, 1)
    assert play.over is not None
    assert play.over.winner is None


@pytest.mark.rule("ALL-05")
def test_battle_is_a_draw_after_the_last_round() -> None:
    play = duel("a.b", settings={"rounds": 2})
    play.do("end red.a").do("end blue.b").do("end red.a")
    assert play.over is None
    play.do("end blue.b")
    assert play.over is not None
    assert (play.over.winner, play.over.reason, play.over.rounds) == (None, "round_limit", 2)


@pytest.mark.rule("ALL-05")
def test_level_can_name_the_winner_after_the_last_round() -> None:
    play = duel("a.b", settings={"rounds": 1, "rounds_winner": "blue"})
    play.do("end red.a").do("end blue.b")
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("blue", "round_limit")


@pytest.mark.rule("ALL-05")
def test_last_round_is_the_50th_by_default() -> None:
    assert BOOK.round_limit == 50


def holding(rows: str = "a..b", rounds: int = 3, **more: Any) -> Play:
    """Return a battle in which red must hold the second tile for two rounds."""
    aim = {"id": "toll", "side": "red", "hold": {"area": "mid", "rounds": 2}}
    settings = {"rounds": rounds}
    return scripted(rows, areas={"mid": [(1, 0)]}, objectives=[aim], settings=settings, **more)


@pytest.mark.rule("ALL-05")
def test_hold_fails_as_soon_as_too_few_rounds_are_left() -> None:
    play = holding().do("end red.a").do("end blue.b")
    assert play.events("objective_failed") == []
    play.do("end red.a")
    assert play.events("objective_failed") == [], "the round isn't over"
    play.do("end blue.b")
    assert [one["objective"] for one in play.events("objective_failed")] == ["toll"]
    play.do("move red.a 1,0").do("end red.a").do("end blue.b")
    assert len(play.events("objective_failed")) == 1
    assert play.over is not None
    assert (play.over.winner, play.over.reason, play.over.rounds) == (None, "round_limit", 3)


@pytest.mark.rule("ALL-05")
def test_failed_hold_leaves_the_side_able_to_win_by_defeating_all_others() -> None:
    play = holding("a.b", b={"life": 1}, rounds=2).do("end red.a").do("end blue.b")
    assert len(play.events("objective_failed")) == 1
    assert play.over is None
    play.do("move red.a 1,0 2,0").do("engage red.a").do("attack red.a blue.b", 1)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "elimination")


@pytest.mark.rule("ALL-05")
def test_hold_that_can_just_be_completed_goes_on() -> None:
    play = holding().do("end red.a").do("end blue.b")
    play.do("move red.a 1,0").do("end red.a").do("end blue.b")
    assert play.events("objective_failed") == []
    play.do("end red.a").do("end blue.b")
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "objective")


@pytest.mark.rule("ALL-05")
def test_hold_that_a_trigger_can_complete_never_comes_too_late() -> None:
    trigger = {"when": [{"turn": "blue.b"}, {"round": 3}], "do": [{"objective": "toll"}]}
    play = holding(triggers=[trigger])
    for _ in range(2):
        play.do("end red.a").do("end blue.b")
    assert play.events("objective_failed") == []
    play.do("end red.a")
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "objective")


# ALL-06: steps


@pytest.mark.rule("ALL-06")
def test_step_costs_at_least_1() -> None:
    play = duel("a__.b")
    assert play.refused("move red.a 1,0 2,0 3,0 4,0 4,1").code == "no-step"
    play.do("move red.a 1,0 2,0 3,0")
    assert play.left("red.a") == 1


@pytest.mark.rule("ALL-06")
def test_foes_cannot_be_passed() -> None:
    assert duel("ab.").refused("move red.a 1,0 2,0").code == "no-step"


def grid(*rows: str) -> Grid:
    """Return a grid with diagonal steps, of floor and of walls that block movement and sight."""
    tiles = "".join(rows)
    costs, walls = [int(t != "#") for t in tiles], [t == "#" for t in tiles]
    return Grid(len(rows[0]), len(rows), costs, walls, diagonal=True)


@pytest.mark.rule("ALL-06")
def test_diagonal_is_closed_only_between_two_blocked_tiles() -> None:
    way: tuple[Cell, ...] = ((1, 1),)
    for rows in (("..", ".."), (".#", ".."), ("..", "#.")):
        assert Walker(grid(*rows), (0, 0), 1).refusal(way) is None
    refusal = Walker(grid(".#", "#."), (0, 0), 9).refusal(way)
    assert refusal is not None
    assert refusal.code == "no-step"


@pytest.mark.rule("ALL-06")
def test_diagonal_step_costs_one_like_any_other() -> None:
    assert Walker(grid("...", "...", "..."), (0, 0), 2).cost(((1, 1), (2, 2))) == 2


@pytest.mark.rule("ALL-06")
def test_units_do_not_close_a_diagonal() -> None:
    walker = Walker(grid("..", ".."), (0, 0), 1, closed=frozenset({(1, 0), (0, 1)}))
    assert walker.refusal(((1, 1),)) is None


@pytest.mark.rule("ALL-06")
def test_tiles_across_a_closed_diagonal_are_not_adjacent() -> None:
    assert grid(".#", "..").adjacent((0, 0), (1, 1))
    assert not grid(".#", "#.").adjacent((0, 0), (1, 1))
    assert not grid(".#", "#.").adjacent((1, 1), (0, 0))


# ALL-07: sight, and unseen units and traps


@pytest.mark.rule("ALL-07")
def test_sight_is_symmetric() -> None:
    crowded = grid("..#...", ".#..#.", "...#..", "#....#", "..#...")
    cells = list(crowded.cells())
    for a in cells:
        for b in cells:
            is_seen = sees(crowded, a, 1, b, 1)
            assert is_seen == sees(crowded, b, 1, a, 1), (a, b)
            assert is_seen == (b in crowded.cells_of(field(crowded, a))), (a, b)


@pytest.mark.rule("ALL-07")
def test_terrain_in_between_blocks_sight() -> None:
    assert sees(grid("..."), (0, 0), 1, (2, 0), 1)
    assert not sees(grid(".#."), (0, 0), 1, (2, 0), 1)


@pytest.mark.rule("ALL-07")
def test_wall_directly_between_hides_both_from_each_other() -> None:
    """Check that lines which only graze the wall's edge don't count."""
    yard = grid(".......", "....#..", ".......")
    assert not sees(yard, (1, 1), 1, (5, 1), 1)
    assert not sees(yard, (5, 1), 1, (1, 1), 1)
    assert sees(yard, (1, 0), 1, (5, 1), 1)


@pytest.mark.rule("ALL-07")
def test_two_walls_touching_at_a_corner_block_sight() -> None:
    assert not sees(grid(".#", "#."), (0, 0), 1, (1, 1), 1)
    assert sees(grid("..", "#."), (0, 0), 1, (1, 1), 1)


@pytest.mark.rule("ALL-07")
def test_units_do_not_block_their_own_sight() -> None:
    """Try opaque tiles, too."""
    assert sees(grid("#..#"), (0, 0), 1, (3, 0), 1)


def beside_a_trap(item: str) -> Play:
    """Return a battle on blue's turn, after red has set this trap, or none, and moved on."""
    play = duel(".a.b\n....", a={"hand": ["spikes", "pit"]})
    play = play.do(f"lay red.a {item}") if item else play
    return play.do("move red.a 1,1").do("end red.a")


@pytest.mark.rule("ALL-07")
@pytest.mark.parametrize("item", ["spikes", "pit"])
def test_trap_changes_no_legal_commands(item: str) -> None:
    trapped, plain = beside_a_trap(item), beside_a_trap("")
    assert trapped.legal() == plain.legal()
    for before, after in zip(plain.battle.legal(), trapped.battle.legal(), strict=True):
        assert trapped.battle.cost(after) == plain.battle.cost(before)


@pytest.mark.rule("ALL-07")
@pytest.mark.parametrize("item", ["spikes", "pit"])
def test_trap_changes_no_odds(item: str) -> None:
    trapped, plain = beside_a_trap(item), beside_a_trap("")
    for command in plain.battle.legal():
        assert trapped.battle.odds(command) == plain.battle.odds(command)
