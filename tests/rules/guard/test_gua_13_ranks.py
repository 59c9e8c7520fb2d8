"""The ranks: changing them, places in the rear, outnumbered fronts (GUA-13, 16, 18, 19, 21)."""

from typing import Any

import pytest

from game.components.unit import Allegiance, Name, Vitals
from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.rules.guard.lints import (
    groups_can_attack,
    places_in_the_rear,
    places_that_count,
    ranks_painted,
)
from game.rules.guard.ranks import ranks
from game.rules.registry import find_books
from game.terms.level_script import Deploy, Script, Trigger
from game.terms.script.conditions import When
from game.terms.script.effects import Do as Deed
from game.terms.script.effects import Reinforcement
from tests.odds_rows import rows_of
from tests.rules.guard.crawl import fight, level, meet, neutral, turn, wait
from tests.scenario import Play


def exposed(play: Play) -> list[str]:
    """Return the characters without a place in the rear."""
    return [play.battle.id_of(unit) for unit in sorted(ranks(play.battle.world).exposed)]


def outnumbered(play: Play, party: bool = True) -> bool:
    return ranks(play.battle.world).outnumbered(party)


# GUA-13


@pytest.mark.rule("GUA-13")
def test_character_moves_to_the_rear_if_two_stay_in_front() -> None:
    play = fight("...|abc|p|.")
    turn(play, "shift red.b")
    assert play.told("shifted", "unit", "rank", "rule") == ("red.b", "rear", "GUA-13")
    assert play.last("turn_ended")["unit"] == "red.b"
    refusal = play.do("pick red.a").refused("shift red.a")
    assert (refusal.code, refusal.rule) == ("no-room", "GUA-13")
    assert "shift red.a" not in play.legal()


@pytest.mark.rule("GUA-13")
def test_places_are_counted_without_the_mover() -> None:
    play = fight("..|ab|p|.").do("pick red.a")
    assert play.refused("shift red.a").code == "no-room"
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("GUA-13")
def test_character_moves_from_the_rear_to_the_front() -> None:
    play = fight("c|ab.|p|.")
    turn(play, "shift red.c")
    assert play.at("red.c") == (4, 0)


@pytest.mark.rule("GUA-13")
def test_front_can_have_limited_room() -> None:
    play = fight("c|ab.|p|.", {"front_most": 2}).do("pick red.c")
    assert play.refused("shift red.c").code == "no-room"
    play = fight("c|ab|p|.").do("pick red.c")
    assert play.refused("shift red.c").code == "no-room"


# GUA-16


@pytest.mark.rule("GUA-16")
@pytest.mark.parametrize(
    ("rows", "settings", "over"),
    [
        ("c.|ab|p|.", {}, []),
        ("cd|ab|p|.", {}, ["red.d"]),
        ("d.|abc|p|.", {}, []),
        ("de|abc|p|.", {}, ["red.e"]),
        ("de|abc|p|.", {"rear_more": 1}, []),
        ("d.|abc|p|.", {"rear_more": -1}, ["red.d"]),
        ("d.|abc|p|.", {"rear_each": 4}, ["red.d"]),
    ],
)
def test_every_two_in_front_make_one_place_rounded_down(
    rows: str, settings: dict[str, Any], over: list[str]
) -> None:
    assert exposed(fight(rows, settings)) == over


@pytest.mark.rule("GUA-16")
def test_abilities_change_the_places() -> None:
    assert exposed(fight("cd|ab|p|.", a={"abilities": ["drilled"]})) == []
    assert exposed(fight("cd|ab|p|.", d={"abilities": ["slight"]})) == []


CROWDING = {"abilities": ["crowding"]}


@pytest.mark.rule("GUA-16")
def test_monsters_ability_takes_places_while_any_of_the_group_are_left() -> None:
    play = fight("cd|ab|p|.", {"rear_more": 1}, p={"number": 1, **CROWDING}, a={"vigor": "d8"})
    assert exposed(play) == ["red.d"]
    assert play.told("place_lost", "unit", "places", "rule") == ("red.d", 1, "GUA-16")
    play = fight("cd|ab|p|q", {"rear_more": 1}, p={"number": 1, **CROWDING}, q={"number": 2})
    turn(play, "attack red.a blue.p stick", 4)
    assert play.is_dead("blue.p")
    assert exposed(play) == []
    assert play.told("place_regained", "unit", "places", "rule") == ("red.d", 2, "GUA-16")


@pytest.mark.rule("GUA-16")
def test_abilities_of_several_groups_add_up_but_never_take_more_places_than_exist() -> None:
    both = {"number": 2, **CROWDING}
    assert exposed(fight("cde|ab|p|q", {"rear_more": 2}, p=both, q=both)) == ["red.d", "red.e"]
    assert exposed(fight("c|ab|p|q", p=both, q=both)) == ["red.c"]


@pytest.mark.rule("GUA-16")
def test_arriving_group_takes_its_places() -> None:
    script = Script(
        areas={"theirs": ((7, 0),)},
        triggers=(
            Trigger(
                when=(When(round=2),),
                do=(Deed(reinforcement=Reinforcement(units=("blue.q",), area="theirs")),),
            ),
        ),
    )
    units: dict[str, Any] = {"p": {"number": 1}, "q": {"number": 1, **CROWDING}}
    play = fight("c.|ab|p.|.", {"script": script}, **units)
    assert exposed(play) == []
    neutral(wait(play, "red.a", "red.b").do("end red.c", 6))
    assert play.at("blue.q") is not None
    assert exposed(play) == ["red.c"]
    assert play.last("place_lost")["unit"] == "red.c"


@pytest.mark.rule("GUA-16")
def test_forecast_shows_which_character_regains_a_place() -> None:
    units: dict[str, Any] = {"p": {"number": 1, **CROWDING}, "q": {"number": 2}}
    play = fight("c|ab|p|q", **units).do("pick red.a")
    blow = next(c for c in play.battle.legal() if play.text(c) == "attack red.a blue.p stick")
    odds = play.battle.odds(blow)
    shown = [
        any(change.get("exposed") is False for change in rows_of(one)) for one in odds.outcomes
    ]
    killed = [any("dies" in change for change in rows_of(one)) for one in odds.outcomes]
    assert shown == killed
    assert any(killed)


@pytest.mark.rule("GUA-16")
def test_card_shows_the_places_and_the_refusal_the_groups_that_take_them() -> None:
    play = fight("..|abcd|p|.", p={"number": 2, **CROWDING})
    turn(play, "end red.d")
    stats = play.book.card(play.battle.world, play.unit("red.a")).stats
    assert stats["places"] == 1
    play.do("pick red.a")
    refusal = play.refused("shift red.a")
    assert (refusal.code, refusal.rule) == ("no-room", "GUA-13")
    assert play.why("shift red.a") == (
        "The rear guard has no place for 'red.a': 1 needed, 0 there, 1 taken by 'blue.p'."
    )


@pytest.mark.rule("GUA-16")
def test_shipped_hands_take_a_place_in_the_ossuary() -> None:
    made = load_level(find_level("ossuary"), find_books().books)
    play = Play(Battle.start(find_books().books["guard"], made)).do("fight party.ned")
    world = play.battle.world
    now = ranks(world).places()
    world.strip(play.unit("dead.well"), keep=(Name, Allegiance, Vitals))
    assert (now, ranks(world).places()) == (2, 3)


@pytest.mark.rule("GUA-16")
def test_check_counts_places_that_groups_take() -> None:
    found = list(places_in_the_rear(level("c|ab|p|.", p=CROWDING)))
    assert [flaw.at for flaw in found] == [("unit", "red.c")]
    assert list(places_in_the_rear(level("c|abcd|p|.", p=CROWDING))) == []


@pytest.mark.rule("GUA-16")
def test_check_warns_of_places_on_the_wrong_side() -> None:
    assert (
        list(places_that_count(level("c|ab|p|.", a={"abilities": ["drilled"]}, p=CROWDING))) == []
    )
    found = list(places_that_count(level("c|ab|p|.", a=CROWDING, p={"abilities": ["drilled"]})))
    assert [(flaw.at, flaw.severity) for flaw in found] == [
        (("unit", "red.a"), "warning"),
        (("unit", "blue.p"), "warning"),
    ]


@pytest.mark.rule("GUA-16")
def test_character_without_a_place_is_reached_and_can_fight_in_melee_and_at_range() -> None:
    play = fight("bc|a|p|.", {"rear_more": 1}, p={"number": 1})
    assert exposed(play) == ["red.c"]
    assert play.do("pick red.c").legal("attack") == [
        "attack red.c blue.p stick",
        "attack red.c blue.p bow",
    ]
    assert play.do("end red.c").do("pick red.b").legal("attack") == ["attack red.b blue.p bow"]


@pytest.mark.rule("GUA-16")
def test_character_without_a_place_counts_in_front() -> None:
    assert not outnumbered(fight("bc|a|p|.", {"rear_more": 1}, p={"number": 2}))
    assert outnumbered(fight("bc|a|p|.", {"rear_more": 2}, p={"number": 2}))


@pytest.mark.rule("GUA-16")
def test_last_to_arrive_loses_its_place_first() -> None:
    units: dict[str, Any] = {"p": {"number": 1}, "a": {"life": 1}}
    play = fight("f...|abcde|p|.", **units)
    turn(play, "shift red.c")
    assert exposed(play) == []
    wait(play, "red.a", "red.b", "red.d", "red.e").do("end red.f", 1)
    assert play.is_dead("red.a")
    assert exposed(play) == ["red.c"]


@pytest.mark.rule("GUA-16")
def test_last_in_party_order_has_no_place_at_the_start() -> None:
    assert exposed(fight("dc|ab|p|.")) == ["red.d"]


@pytest.mark.rule("GUA-16")
def test_rear_is_exposed_when_the_front_falls() -> None:
    units: dict[str, Any] = {"a": {"life": 1}, "p": {"number": 1, "damage": "5"}}
    play = fight("c|ab.|p|.", **units)
    assert exposed(play) == []
    wait(play, "red.a", "red.b").do("end red.c", 1)
    assert play.is_dead("red.a")
    assert exposed(play) == ["red.c"]
    wait(neutral(play), "red.b")
    turn(play, "shift red.c", 6)
    assert exposed(play) == []


@pytest.mark.rule("GUA-16")
def test_check_warns_of_too_many_in_the_rear() -> None:
    assert list(places_in_the_rear(level("c|ab|p|."))) == []
    found = list(places_in_the_rear(level("cd|ab|p|.")))
    assert [(flaw.at, flaw.severity) for flaw in found] == [(("unit", "red.d"), "warning")]


@pytest.mark.rule("GUA-16")
def test_party_can_be_placed_before_the_meeting() -> None:
    script = Script(
        areas={"ours": ((0, 0), (1, 0), (3, 0), (4, 0), (5, 0))},
        deploy=(Deploy(side="red", area="ours", units=("red.a", "red.b", "red.c")),),
    )
    play = meet("..|...|p|.", {"script": script}, a={}, b={}, c={})
    assert play.asked == ("deploy", "red.a")
    play.do("place red.a 3,0").do("place red.b 4,0").do("done")
    assert play.asked == ("meeting", "red.a")
    assert [play.at(f"red.{x}") for x in "abc"] == [(3, 0), (4, 0), (0, 0)]
    assert exposed(neutral(play.do("fight red.a"))) == []


# GUA-18


@pytest.mark.rule("GUA-18")
@pytest.mark.parametrize(
    ("rows", "number", "party", "foes"),
    [
        (".|ab|p|.", 3, True, False),
        (".|ab|p|.", 2, False, False),
        (".|ab|p|.", 1, False, True),
    ],
)
def test_front_with_strictly_fewer_is_outnumbered(
    rows: str, number: int, party: bool, foes: bool
) -> None:
    play = fight(rows, p={"number": number})
    assert outnumbered(play) is party
    assert outnumbered(play, party=False) is foes


@pytest.mark.rule("GUA-18")
def test_heads_or_groups_are_counted() -> None:
    assert outnumbered(fight(".|ab|p|.", p={"number": 6}))
    assert not outnumbered(fight(".|ab|p|.", {"count": "groups"}, p={"number": 6}))


@pytest.mark.rule("GUA-18")
def test_ability_can_count_for_more() -> None:
    assert not outnumbered(fight(".|ab|p|.", a={"abilities": ["stout"]}, p={"number": 3}))


@pytest.mark.rule("GUA-18")
def test_empty_front_is_outnumbered() -> None:
    play = fight(".|ab|.|p", p={"fights": "ranged"})
    assert outnumbered(play, party=False)
    assert play.do("pick red.a").legal("attack") == ["attack red.a blue.p stick"]


@pytest.mark.rule("GUA-18")
def test_rear_is_attacked_over_an_outnumbered_front() -> None:
    play = fight("c|ab|p|.", {"rear_more": 1}, p={"number": 3})
    wait(play, "red.a", "red.b").do("end red.c", 6, 6, 6)
    assert [e["target"] for e in play.events("attacked")] == ["red.a", "red.b", "red.c"]
    play = fight("c|ab|p|.", {"rear_more": 1}, p={"number": 2})
    wait(play, "red.a", "red.b").do("end red.c", 6, 6)
    assert [e["target"] for e in play.events("attacked")] == ["red.a", "red.b"]


@pytest.mark.rule("GUA-18")
def test_rear_is_attacked_by_the_other_rear() -> None:
    units: dict[str, Any] = {"c": {"life": 3}, "p": {"number": 1}}
    play = fight("c|ab|p|q", q={"number": 1, "fights": "ranged"}, **units)
    wait(play, "red.a", "red.b").do("end red.c", 6, 6)
    assert [(e["unit"], e["target"]) for e in play.events("attacked")] == [
        ("blue.p", "red.a"),
        ("blue.q", "red.c"),
    ]


@pytest.mark.rule("GUA-18")
def test_numbers_are_counted_at_each_attack() -> None:
    units: dict[str, Any] = {"a": {"life": 1}, "c": {"life": 9}, "p": {"number": 2}}
    play = fight("c|ab|p|.", {"rear_more": 1}, **units)
    wait(play, "red.a", "red.b").do("end red.c", 1, 6)
    assert play.is_dead("red.a")
    assert [e["target"] for e in play.events("attacked")] == ["red.a", "red.c"]


@pytest.mark.rule("GUA-18")
def test_kills_in_front_open_the_rear_to_the_next_attack() -> None:
    play = fight(".|ab|p|q", p={"number": 2}, q={"fights": "ranged"}).do("pick red.a")
    assert "attack red.a blue.q stick" not in play.legal()
    play.do("attack red.a blue.p stick", 4)
    assert "attack red.b blue.q stick" in play.legal()


# GUA-19


@pytest.mark.rule("GUA-19")
@pytest.mark.parametrize(
    ("fights", "at"), [("melee", (4, 0)), ("ranged", (6, 0)), ("both", (4, 0))]
)
def test_monsters_without_a_place_join_the_rank_in_which_they_fight_best(
    fights: str, at: tuple[int, int]
) -> None:
    assert meet(".|a|..|..", p={"fights": fights}).at("blue.p") == ((7, 0) if at[0] > 5 else at)


@pytest.mark.rule("GUA-19")
def test_level_can_place_monsters_elsewhere() -> None:
    assert meet(".|a|..|..", p={"rank": "rear"}).at("blue.p") == (7, 0)
    play = fight(".|ab|.|p", {"rear_more": 1}, p={"number": 1})
    assert play.at("blue.p") == (7, 0)


@pytest.mark.rule("GUA-19")
def test_group_good_at_both_shoots_from_the_rear() -> None:
    units: dict[str, Any] = {"p": {"number": 2}, "q": {"fights": "both", "number": 1}}
    play = fight("c|ab|p|q", {"rear_more": 1}, c={"life": 3}, **units)
    wait(play, "red.a", "red.b").do("end red.c", 6, 6, 6)
    assert play.last("attacked")["unit"] == "blue.q"
    assert play.last("attacked")["target"] == "red.c"


@pytest.mark.rule("GUA-19")
def test_places_apply_to_the_party_only() -> None:
    units: dict[str, Any] = {letter: {"fights": "ranged", "number": 1} for letter in "qrs"}
    play = fight(".|a|p|qrs", p={"number": 1}, **units)
    assert outnumbered(play, party=False) is False
    assert play.legal("attack") == ["attack red.a blue.p stick"]


@pytest.mark.rule("GUA-19")
def test_every_unit_is_in_a_rank_of_its_side() -> None:
    assert list(ranks_painted(level("b|a|p|q"))) == []
    wrong = level("b|ap|.|q")
    assert [flaw.at for flaw in ranks_painted(wrong)] == [("unit", "blue.p", "at")]


@pytest.mark.rule("GUA-19")
def test_check_warns_of_groups_that_can_do_nothing_from_their_rank() -> None:
    found = list(groups_can_attack(level(".|a|q|p", q={"fights": "ranged"})))
    assert [flaw.at for flaw in found] == [("unit", "blue.p"), ("unit", "blue.q")]
    assert list(groups_can_attack(level(".|a|p|q", q={"abilities": ["long"]}))) == []


@pytest.mark.rule("GUA-19")
def test_arriving_unit_joins_its_rank_and_acts_in_the_next_round() -> None:
    coming = (
        Deed(reinforcement=Reinforcement(units=("blue.q",), area="theirs")),
        Deed(reinforcement=Reinforcement(units=("red.b",), area="ours")),
    )
    script = Script(
        areas={"ours": ((2, 0),), "theirs": ((6, 0),)},
        triggers=(Trigger(when=(When(round=2),), do=coming),),
    )
    play = fight(".|.a|p.|.", {"script": script}, b={}, q={"number": 1}, p={"number": 1})
    assert play.last("round_started")["order"] == ("red.a", "blue.p")
    neutral(play.do("end red.a", 6))
    assert play.asked == ("turn", "red.a")
    assert (play.at("red.b"), play.at("blue.q")) == ((2, 0), (6, 0))
    neutral(play.do("end red.a", 6))
    assert play.last("round_started")["order"] == ("red.a", "red.b", "blue.p", "blue.q")


# GUA-21


@pytest.mark.rule("GUA-21")
def test_tile_within_a_rank_has_no_effect() -> None:
    drawings = ("""c...|a..|p..|q
                   ....|..b|...|.""", """....|.b.|...|q
                   ..c.|..a|..p|.""")  # fmt: skip
    units: dict[str, Any] = {"q": {"fights": "ranged"}, "c": {"spells": ["storm"], "focus": 3}}
    plays = [fight(rows, **units) for rows in drawings]
    for unit in ("red.a", "red.b", "red.c"):
        for play in plays:
            play.do(f"pick {unit}") if play.asked and play.asked[0] == "pick" else None
        first, second = (play.legal() for play in plays)
        assert first == second
        for text in first:
            odds = [
                play.battle.odds(next(c for c in play.battle.legal() if play.text(c) == text))
                for play in plays
            ]
            if not text.startswith("shift"):
                assert odds[0].outcomes == odds[1].outcomes
        for play in plays:
            play.do(f"end {unit}", *((6,) * 8 if unit == "red.c" else ()))
    logs = [[e.get("target") for e in play.events("attacked")] for play in plays]
    assert logs[0] == logs[1]
