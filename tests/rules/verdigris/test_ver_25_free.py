"""Free attacks (VER-25)."""

from typing import Any

import pytest

from game.present.battle_sentences import BattleSentences
from game.rules.verdigris.records import FreeSpent, Guarding, ReadiedTile
from game.terms.agenda import Ask
from tests.rules.verdigris.scene import scene
from tests.scenario import Play

pytestmark = pytest.mark.rule("VER-25")


def test_passing_a_foe_allows_it_a_free_attack() -> None:
    play = scene("...p...\na......", a={"life": 9}).do("move red.a 1,1 2,1 3,1 4,1 5,1")
    assert play.asked == ("free", "blue.p")
    play.do("strike blue.p", 6, 1, 1, 1, 1, 1)
    assert play.told("reacted", "unit", "how", "rule") == ("blue.p", "passing", "VER-25")
    assert (play.at("red.a"), play.life("red.a")) == ((5, 1), 6)
    assert play.asked == ("turn", "red.a")


def test_end_of_a_move_does_not_count() -> None:
    play = scene("...p...\na......").do("move red.a 1,1 2,1")
    assert (play.at("red.a"), play.asked) == ((2, 1), ("turn", "red.a"))


def test_foe_that_declines_is_asked_again_at_the_next_tile() -> None:
    play = scene("...p...\na......").do("move red.a 1,1 2,1 3,1 4,1 5,1")
    play.do("pass blue.p")
    assert (play.asked, play.at("red.a")) == (("free", "blue.p"), (3, 1))
    play.do("pass blue.p").do("pass blue.p")
    assert play.at("red.a") == (5, 1)


def test_careful_move_provokes_no_one_and_stays_in_its_zone() -> None:
    play = scene("...p...\na......").do("creep red.a 1,1 2,1 3,1 4,1 5,1")
    assert play.at("red.a") == (5, 1)
    play = scene("a..p", settings={"zones": "nnss"})
    assert play.legal("creep") == ["creep red.a 1,0"]
    assert play.refused("creep red.a 1,0 2,0").rule == "VER-25"


def test_cover_from_the_foe_protects_the_path() -> None:
    rows = """
    .po..
    .o..a
    .....
    """
    play = scene(rows).do("move red.a 3,1 2,1 2,2 1,2")
    assert (play.at("red.a"), play.asked) == ((1, 2), ("turn", "red.a"))
    play = scene(rows.replace("po", "p.")).do("move red.a 3,1 2,1 2,2 1,2")
    assert (play.at("red.a"), play.asked) == ((2, 1), ("free", "blue.p"))


def test_each_unit_has_one_free_attack_until_its_next_turn() -> None:
    play = scene("...p...\na......", a={"life": 20}).do("move red.a 1,1 2,1 3,1 4,1 5,1")
    play.do("strike blue.p", 1, 1, 1, 1)
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 4,1 3,1 2,1 1,1 0,1")
    assert (play.at("red.a"), play.asked) == ((0, 1), ("turn", "red.a"))
    world = play.battle.world
    assert world.has(play.unit("blue.p"), FreeSpent)
    play.do("end red.a")
    assert not world.has(play.unit("blue.p"), FreeSpent)


def test_readied_weapon_shoots_the_first_foe_to_enter_the_tile() -> None:
    play = scene("a.....p", first="red", a={"weapon": "bow"}, p={"life": 9})
    play.do("ready red.a 3,0").do("end red.a").do("move blue.p 5,0 4,0 3,0 2,0")
    assert play.asked == ("free", "red.a")
    play.do("strike red.a", 6, 1, 1, 1, 1, 1)
    assert play.last("reacted")["how"] == "readied"
    assert (play.life("blue.p"), play.at("blue.p")) == (6, (2, 0))
    world = play.battle.world
    assert not world.has(play.unit("red.a"), ReadiedTile)


def test_readying_takes_an_action_a_shot_and_a_visible_tile() -> None:
    play = scene("a.#p", a={"weapon": "bow"})
    assert play.legal("ready") == ["ready red.a 1,0"]
    assert scene("a..p").refused("ready red.a 1,0").code == "no-shot"
    play.do("ready red.a 1,0")
    assert play.refused("ready red.a 1,0").code == "no-action"


def test_guard_attacks_even_careful_units_and_a_hit_stops_them() -> None:
    rows = """
    ......
    .a...p
    ......
    """
    play = scene(rows, p={"life": 9}).do("guard red.a 2,2").do("end red.a")
    play.do("creep blue.p 4,2 3,2 2,2 1,2")
    assert play.asked == ("free", "red.a")
    play.do("strike red.a", 6, 1, 1, 1, 1, 1)
    assert play.at("blue.p") == (2, 2)
    assert play.told("walk_stopped", "unit", "rule") == ("blue.p", "VER-25")


def test_guard_that_misses_stops_no_one() -> None:
    rows = """
    ......
    .a...p
    ......
    """
    play = scene(rows).do("guard red.a 2,2").do("end red.a")
    play.do("creep blue.p 4,2 3,2 2,2 1,2").do("strike red.a", 1, 1, 1, 1)
    assert play.at("blue.p") == (1, 2)


def test_guarding_ends_at_the_next_turn_and_names_an_adjacent_tile() -> None:
    play = scene("a.....p")
    assert play.legal("guard") == ["guard red.a 1,0"]
    assert play.refused("guard red.a 2,0").code == "not-beside"
    play.do("guard red.a 1,0").do("end red.a").do("end blue.p", 6)
    world = play.battle.world
    assert not world.has(play.unit("red.a"), Guarding)


def test_several_units_are_asked_in_unit_order_while_the_mover_stands() -> None:
    rows = """
    ...p...
    a......
    ...q...
    """
    play = scene(rows, a={"life": 3})
    play.do("move red.a 1,1 2,1 3,1 4,1 5,1")
    assert play.asked == ("free", "blue.p")
    play.do("strike blue.p", 1, 1, 1, 1, 1)
    assert play.asked == ("free", "blue.q")
    play.do("strike blue.q", 6, 1, 1, 1, 1, 1, 1)
    assert play.is_dead("red.a")
    assert play.over is not None


def test_shooters_do_not_attack_the_passing_unit() -> None:
    play = scene("...p...\na......", p={"weapon": "bow"}).do("move red.a 1,1 2,1 3,1 4,1")
    assert play.at("red.a") == (4, 1)


def path_to(play: Play, end: str, kind: str = "move") -> list[str]:
    """Return the path offered to a tile."""
    found = next(text for text in play.legal(kind) if text.endswith(f" {end}"))
    return found.split()[2:]


def struck(play: Play, end: str, kind: str = "move") -> tuple[str, ...]:
    """Return the units shown to attack on the path to a tile."""
    said = f"{kind} red.a {' '.join(path_to(play, end, kind))}"
    command = next(c for c in play.battle.legal() if play.text(c) == said)
    return play.battle.risks(command).strikers


def test_offered_path_avoids_free_attacks() -> None:
    rows = """
    ......
    a.p...
    ......
    ......
    ......
    """
    play = scene(rows)
    way = path_to(play, "4,1")
    assert not {"1,0", "2,0", "3,0", "1,1", "3,1", "1,2", "2,2", "3,2"} & set(way)
    play.do(f"move red.a {' '.join(way)}")
    assert (play.at("red.a"), play.asked) == ((4, 1), ("turn", "red.a"))


def test_path_through_the_next_zone_is_chosen_to_avoid_free_attacks() -> None:
    rows = """
    a.p..
    .....
    .....
    .....
    """
    play = scene(rows, settings={"zones": "nnnnn nnnnn nnnnn sssss".replace(" ", "")})
    assert path_to(play, "4,0")
    assert struck(play, "4,0") == ()
    walled = scene(rows, settings={"zones": "nnnnn nnnnn sssss sssss".replace(" ", "")})
    assert struck(walled, "4,0") == ()
    closed = scene("a.p..\n.....", settings={"zones": "n" * 10})
    assert struck(closed, "4,0") == ("blue.p",)


def test_offered_path_avoids_guarded_tiles_and_tiles_in_aim() -> None:
    rows = """
    .....
    a...p
    ....q
    """
    for waits, unit in (("ready blue.q 1,1", {"weapon": "bow"}), ("guard blue.q 3,2", {})):
        play = scene(rows, first="blue", q=unit).do("go blue.q").do(waits).do("end blue.q")
        tile = waits.split()[-1]
        for kind in ("move", "creep"):
            ways = {end: path_to(play, end, kind) for end in ("2,1", "2,2", tile)}
            assert [end for end, way in ways.items() if tile in way] == [tile]


@pytest.mark.parametrize("kind", ["move", "creep"])
@pytest.mark.parametrize(
    ("waits", "unit"), [("ready blue.q 2,1", {"weapon": "bow"}), ("guard blue.q 2,1", {})]
)
def test_unavoidable_guard_or_aim_is_shown(kind: str, waits: str, unit: dict[str, Any]) -> None:
    rows = """
    ##.##
    a...p
    ##q##
    """
    play = scene(rows, first="blue", p={"weapon": "bow"}, q=unit)
    play.do("go blue.q").do(waits).do("end blue.q")
    assert struck(play, "2,1", kind) == ("blue.q",)
    assert struck(play, "1,1", kind) == ()


@pytest.mark.rule("VER-07")
@pytest.mark.parametrize(("shoots_out", "foes"), [(True, ("blue.p",)), (False, ())])
def test_readied_shot_out_of_a_melee_is_made_if_the_level_allows_it(
    shoots_out: bool, foes: tuple[str, ...]
) -> None:
    rows = """
    #...b
    a...p
    #####
    """
    level: dict[str, Any] = {"settings": {"shoot_out": shoots_out}}
    play = scene(rows, first="blue", p={"weapon": "bow", "life": 9}, b={"strength": 4}, **level)
    play.do("ready blue.p 2,1").do("end blue.p").do("go red.a")
    assert struck(play, "2,1") == foes


def prompt(play: Play) -> str:
    """Return the current question as players read it."""
    battle = play.battle
    facts, stop = battle.ask_facts(), battle.stop
    assert isinstance(stop, Ask)
    ids = {unit: battle.id_of(unit) for unit in battle.units()}
    return BattleSentences(play.book, battle.world.scene.names).ask(stop, ids.get, facts)


def test_prompt_lists_everything_that_a_yes_uses_up() -> None:
    play = scene("...p...\na......").do("move red.a 1,1 2,1 3,1 4,1 5,1")
    assert prompt(play).endswith("Uses the free attack.")
    play.battle.world.put(play.unit("blue.p"), Guarding((6, 0)))
    assert prompt(play).endswith("Uses the free attack, the guard.")
