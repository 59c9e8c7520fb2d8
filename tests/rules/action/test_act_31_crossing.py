"""ACT-31: detached zones, crossing to them, and opening links."""

from typing import Any

import pytest
from msgspec.structs import replace

from game.present.battle_sentences import BattleSentences
from game.rules.action import events
from game.rules.action.book import BOOK
from game.rules.action.commands import Cross
from game.rules.action.lints.settings import links_in_order, zones_in_order
from game.terms.level_script import Script
from game.world.battlefield import battlefield_of
from tests.rules.action.powers import casting, power
from tests.rules.action.scene import level, scene
from tests.rules.action.states import held, lay
from tests.scenario import Play

SHIPS = """
    a..__p.
    b..__..
    !..__..
"""
ZONES = """
    nnn..ss
    nnn..ss
    nnn..ss
"""


def ships(turns: int = 1, order: str = "abp", rows: str = SHIPS, **given: Any) -> Play:
    """Return a battle on two decks with the sea between them, and one side on each deck."""
    link = {"zones": ["n", "s"], "turns": turns, **given.pop("link", {})}
    settings = {"zones": True, "zone_map": ZONES, "links": [link], **given.pop("settings", {})}
    return scene(rows, order, settings, **given)


def locked(**link: Any) -> Play:
    """Return the same battle, with a lever on (0, 2) that opens the link."""
    closed = {"closed": True, "opened_by": "lever", "about": "A plank falls across.", **link}
    areas = Script(areas={"lever": ((0, 2),)})
    return ships(link=closed, settings={"script": areas})


def round_off(play: Play, *units: str) -> None:
    for unit in units:
        play.do(f"end {unit}")


# Crossing


BURNING: dict[str, Any] = {"kind": "burning", "dice": "1d4"}


@pytest.mark.rule("ALL-03")
def test_lasting_damage_affects_a_crossing_unit_too() -> None:
    play = ships(2)
    lay(play, "red.a", **BURNING)
    play.do("cross red.a s").do("end red.b").do("end blue.p", 3)
    assert (play.at("red.a"), play.life("red.a")) == (None, 7)


@pytest.mark.rule("ALL-03")
def test_unit_can_die_while_crossing() -> None:
    play = ships(2, a={"life": 1})
    lay(play, "red.a", **BURNING)
    play.do("cross red.a s").do("end red.b").do("end blue.p", 1)
    assert play.is_dead("red.a")
    assert play.told("died", "at") == (None,)
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-35")
def test_hero_that_goes_down_while_crossing_arrives_dying() -> None:
    play = ships(2, a={"life": 1, "hero": True}, b={"hero": True})
    lay(play, "red.a", **BURNING)
    play.do("cross red.a s").do("end red.b").do("end blue.p", 1, 6, 6, 6)
    assert (play.is_dead("red.a"), play.at("red.a")) == (False, None)
    play.do("end red.b").do("end blue.p", 1, 1, 1, 1)
    assert play.at("red.a") == (6, 0)
    assert held(play, "red.a") == ["burning", "prone", "dying"]
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-31")
def test_crossing_unit_leaves_the_board_and_its_turn_is_over() -> None:
    play = ships().do("cross red.a s")
    assert play.at("red.a") is None
    assert play.told("crossing_begun", "unit", "zone", "turns") == ("red.a", "s", 1)
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-31")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_crossing_unit_arrives_after_the_links_number_of_its_turns(turns: int) -> None:
    play = ships(turns).do("cross red.a s")
    for _ in range(turns):
        assert play.at("red.a") is None
        round_off(play, "red.b", "blue.p")
    assert play.at("red.a") == (6, 0)
    assert play.last("crossed_over")["rule"] == "ACT-31"
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-31")
def test_arriving_unit_has_the_rest_of_its_turn() -> None:
    play = ships().do("cross red.a s")
    round_off(play, "red.b", "blue.p")
    play.do("attack red.a blue.p blade", 4, 4, 4, 3)
    assert play.life("blue.p") == 7
    assert play.legal("move") != []


@pytest.mark.rule("ACT-31")
def test_unit_can_act_before_it_crosses_but_not_move() -> None:
    play = ships().do("defend red.a")
    assert play.legal("cross") == ["cross red.a s"]
    play.do("move red.a 1,0")
    assert play.refused("cross red.a s").code == "no-movement"


@pytest.mark.rule("ACT-31")
def test_crossing_is_refused_when_standing_up_took_the_movement() -> None:
    play = ships().do("drop red.a")
    assert play.refused("cross red.a s").code == "prone"
    play.do("stand red.a")
    assert play.refused("cross red.a s").code == "no-movement"


@pytest.mark.rule("ACT-31")
def test_crossing_unit_cannot_be_attacked() -> None:
    play = ships(2, p={"weapons": ["bow"]}).do("cross red.a s").do("end red.b")
    assert play.legal("attack") == [
        "attack blue.p red.b bow",
    ]
    assert play.refused("attack blue.p red.a bow").rule == "ACT-31"


@pytest.mark.rule("ACT-31")
def test_side_is_not_lost_while_its_unit_is_crossing() -> None:
    play = ships(rows=SHIPS.replace("b", "."), order="ap").do("cross red.a s")
    assert play.over is None
    play.do("end blue.p")
    assert play.at("red.a") == (6, 0)


@pytest.mark.rule("ACT-31")
def test_crossing_unit_leaves_with_a_side_that_concedes() -> None:
    play = ships(rows=SHIPS.replace("!", "x"), order="abpx").do("cross red.a s").do("concede")
    assert play.is_dead("red.a")
    assert play.over is None


@pytest.mark.rule("ACT-31")
def test_crossing_unit_without_a_free_tile_waits() -> None:
    rows = SHIPS.replace("p.", "pq").replace("__..\n    !", "__rs\n    !")
    full = rows.replace("!..__..", "!..__tu")
    play = ships(rows=full, order="abpqrstu").do("cross red.a s")
    round_off(play, "red.b", *(f"blue.{letter}" for letter in "pqrstu"))
    assert play.at("red.a") is None
    assert play.asked == ("turn", "red.b")
    play.do("end red.b").do("cross blue.p n")
    round_off(play, *(f"blue.{letter}" for letter in "qrstu"))
    assert play.at("red.a") == (5, 0)


@pytest.mark.rule("ACT-31")
def test_leaving_from_a_foes_reach_provokes() -> None:
    rows = SHIPS.replace("a..", "aq.")
    play = ships(rows=rows, order="abpq").do("cross red.a s")
    assert play.asked == ("react", "blue.q")
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert play.at("red.a") is None, "a reaction ended the crossing"


@pytest.mark.rule("ACT-09")
def test_crossing_until_hit_ends_when_an_attack_hits() -> None:
    rows = SHIPS.replace("a..", "aq.")
    play = ships(rows=rows, order="abpq").do("cross red.a s hit")
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert (play.at("red.a"), play.asked) == ((0, 0), ("turn", "red.a"))
    play.do("cross red.a s")
    assert play.at("red.a") is None


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(
    "effect", [{"prone": True}, {"condition": "held", "rounds": 1}, {"push": 5},
               {"condition": "frightened", "rounds": 1}]
)  # fmt: skip
def test_crossing_ends_with_anything_that_ends_a_move(effect: dict[str, Any]) -> None:
    rows = SHIPS.replace("a..", "qa.")
    arms: dict[str, Any] = {"title": "Bane", "about": "x", "kind": "melee", "damage": "0"}
    gear = {"arms": {"bane": arms | {"type": "bludgeoning", "effect": effect}}}
    play = ships(rows=rows, order="abpq", q={"weapons": ["bane"]}, gear=gear).do("cross red.a s")
    play.do("react blue.q bane", 6, 6, 6)
    assert play.at("red.a") == ((2, 0) if "push" in effect else (1, 0))
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-31")
def test_units_cannot_move_or_attack_across_touching_tiles_of_detached_zones() -> None:
    link = {"zones": ["n", "s"]}
    settings = {"zones": True, "zone_map": "nnss", "links": [link]}
    play = scene(".ap.", "ap", settings, a={"speed": 100, "weapons": ["knife"]})
    assert play.legal("move") == ["move red.a 0,0"]
    play = scene(".a.p", "ap", settings, a={"speed": 100, "weapons": ["knife"]})
    assert play.refused("move red.a 2,0").code == "detached"
    play = scene(".ap.", "ap", settings)
    assert play.refused("attack red.a blue.p blade").rule == "ACT-14"


@pytest.mark.rule("ACT-31")
def test_pushes_do_not_cross_touching_tiles_of_detached_zones() -> None:
    settings = {"zones": True, "zone_map": "nnnss", "links": [{"zones": ["n", "s"]}]}
    shove = power(range=60, effect={"push": 15})
    play = casting("ap...", settings, powers={"shove": shove}).do("cast red.a shove blue.p")
    assert play.at("blue.p") == (2, 0)
    whole = {"zones": True, "zone_map": "nnnss"}
    play = casting("ap...", whole, powers={"shove": shove}).do("cast red.a shove blue.p")
    assert play.at("blue.p") == (4, 0)


# Shots


@pytest.mark.rule("ACT-31")
@pytest.mark.parametrize("shots", [True, False])
def test_level_sets_whether_shots_pass(shots: bool) -> None:
    play = ships(link={"shots": shots}, a={"weapons": ["bow"]})
    assert ("attack red.a blue.p bow" in play.legal()) == shots


# Closed links


@pytest.mark.rule("ACT-31")
def test_closed_zone_cannot_be_reached_and_everyone_learns_of_it() -> None:
    play = locked()
    assert play.legal("cross") == []
    assert play.refused("cross red.a s").code == "closed"
    assert play.last("zone_closed")["zones"] == ("n", "s")


@pytest.mark.rule("ACT-31")
def test_shots_pass_into_a_closed_zone() -> None:
    closed = {"closed": True}
    assert "attack red.a blue.p bow" in ships(link=closed, a={"weapons": ["bow"]}).legal()


@pytest.mark.rule("ACT-31")
def test_interaction_opens_the_link_and_everyone_learns_of_it() -> None:
    play = locked().do("end red.a").do("handle red.b 0,2")
    opened = play.events("zone_opened", "blue")
    assert [(e["zones"], e["about"]) for e in opened] == [(("n", "s"), "A plank falls across.")]
    assert play.legal("cross") == ["cross red.b s"]


@pytest.mark.rule("ACT-31")
def test_impossible_links_are_reported() -> None:
    closed = {"zones": ["n", "s"], "opened_by": "lever"}
    itself = {"zones": ["n", "n"]}
    settings = {"zones": True, "zone_map": "nnss", "links": [closed, itself]}
    assert [flaw.text(BOOK.catalogue) for flaw in links_in_order(level("a..p", settings))] == [
        "The link between 'n' and 's' has 'opened_by' but isn't closed; write closed = true.",
        "A link joins the zone 'n' to itself.",
    ]
    assert [
        flaw.text(BOOK.catalogue) for flaw in zones_in_order(level("a..p", {"zones": True}))
    ] == ["The battle is by zones, but [map] has no 'zones'; paint them."]


@pytest.mark.rule("ACT-31")
@pytest.mark.parametrize(
    ("names", "shown"), [({}, "zone n, zone s"), ({"n": "the quay"}, "the quay, zone s")]
)
def test_zones_are_shown_by_their_names(names: dict[str, str], shown: str) -> None:
    made = replace(level("a..p", {"zones": True, "zone_map": "nnss"}), zone_names=names)
    words = BattleSentences(BOOK, battlefield_of(made, True).names)
    assert words.event(events.ZoneClosed(zones=("n", "s"))) == f"The crossing is closed ({shown})"
    assert words.command(Cross("red.a", "n")) == f"Cross to {shown.partition(',')[0]}"


@pytest.mark.rule("ACT-31")
def test_unit_cannot_teleport_into_a_detached_zone() -> None:
    play = ships(a={"powers": ["blink"], "focus": 9}, gear={"powers": {"blink": FAR_BLINK}})
    refusal = play.refused("cast_at red.a blink 6,0")
    assert (refusal.code, refusal.rule) == ("no-crossing", "ACT-31")
    assert not any(" 6," in text for text in play.legal("cast_at"))
    play.do("cast_at red.a blink 1,0")


FAR_BLINK = {
    "title": "Far step",
    "about": "For tests",
    "kind": "spell",
    "shape": "place",
    "range": 60,
    "effect": {"teleport": True},
}
