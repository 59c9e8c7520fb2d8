"""ETI-06 … ETI-10: roles in a fight, matched dice, items in attacks, counter-attacks."""

from typing import Any

import pytest

from tests.rules.etiquette.ballroom import fight, pressed, scene, silence
from tests.scenario import Play

# ETI-06


@pytest.mark.rule("ETI-06")
def test_fighters_alternate_between_the_roles() -> None:
    play = fight()
    for attacker, defender in (("red.a", "blue.b"), ("blue.b", "red.a"), ("red.a", "blue.b")):
        assert play.asked == ("combat", attacker)
        play.do(f"attack {attacker} {defender}")
        assert play.asked == ("defend", defender)
        play.do(f"one {defender}", 1, 1, 6)


@pytest.mark.rule("ETI-06")
def test_item_or_failed_flight_is_a_turn_too() -> None:
    play = fight(a={"hand": ["dart"]}).do("use red.a dart blue.b", 1)
    assert play.asked == ("combat", "blue.b")
    play.do("disengage blue.b", 1, 1)
    assert play.asked == ("combat", "red.a")


@pytest.mark.rule("ETI-06")
def test_fight_ends_when_one_dies() -> None:
    play = fight("ab.c", b={"life": 1}).do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert play.is_dead("blue.b")
    assert play.last("fight_ended")["rule"] == "ETI-06"
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ETI-06")
def test_fight_ends_when_one_disengages() -> None:
    play = fight().do("disengage red.a", 4, 1)
    assert len(play.events("fight_ended")) == 1
    play.do("flee red.a 2,0")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ETI-06")
def test_very_long_fight_costs_both_a_life_each_turn() -> None:
    play = fight(settings={"patience": 2}).do("disengage red.a", 1, 1)
    assert (play.life("red.a"), play.life("blue.b")) == (8, 8)
    play.do("disengage blue.b", 1, 1)
    assert (play.life("red.a"), play.life("blue.b")) == (7, 7)
    play.do("disengage red.a", 1, 1)
    assert (play.life("red.a"), play.life("blue.b")) == (6, 6)


# ETI-07


@pytest.mark.rule("ETI-07")
@pytest.mark.parametrize(("word", "dice"), [("one", (3, 4, 5)), ("two", (3, 4, 5, 6))])
def test_attacker_rolls_two_dice_and_the_defender_one_or_two(
    word: str, dice: tuple[int, ...]
) -> None:
    play = fight().do("attack red.a blue.b")
    assert play.legal() == ["one blue.b", "two blue.b"]
    play.do(f"{word} blue.b", *dice)
    rolled = [(e["why"], e["roll"], e["unit"], e["dice"]) for e in play.events("rolled")]
    own = f"{len(dice) - 2}d6"
    assert rolled == [("attack", "2d6", "red.a", dice[:2]), ("defence", own, "blue.b", dice[2:])]


@pytest.mark.rule("ETI-07")
def test_robot_always_rolls_one_die_in_attack() -> None:
    play = scene("a#p.r#b").do("end red.a").do("move red.p 3,0 4,0")
    silence(play).do("engage red.p").do("decline blue.r").do("attack red.p blue.r")
    play.do("one blue.r", 6, 1)
    assert [e["roll"] for e in play.events("rolled")] == ["1d6", "1d6"]
    assert play.life("blue.r") == 2


@pytest.mark.rule("ETI-07")
def test_robot_always_rolls_one_die_in_defence() -> None:
    play = scene("ar#b").do("move red.a 1,0")
    silence(play).do("engage red.a").do("decline blue.r").do("attack red.a blue.r")
    assert play.legal() == ["one blue.r"]
    refusal = play.refused("two blue.r")
    assert (refusal.code, refusal.rule) == ("robot-die", "ETI-07")
    play.do("one blue.r", 6, 5, 1)
    assert play.last("rolled")["roll"] == "1d6"


@pytest.mark.rule("ETI-07")
def test_no_item_gives_a_robot_another_die() -> None:
    pair = {"target": "attack", "knack": {"dice": 1, "harm": 1}}
    play = scene("a#p.r#b", items={"pair": pair}, a={"hand": ["pair"]})
    silence(play.do("end red.a").do("move red.p 3,0 4,0"))
    play.do("engage red.p").do("decline blue.r").do("attack red.p blue.r pair")
    play.do("one blue.r", 6, 1)
    assert play.events("rolled")[0]["roll"] == "1d6"


@pytest.mark.rule("ALL-08")
def test_item_that_would_not_affect_the_attack_is_refused() -> None:
    play = scene("a#p.r#b", a={"hand": ["third", "wax"]}).do("end red.a").do("move red.p 3,0 4,0")
    silence(play).do("engage red.p").do("decline blue.r")
    assert play.refused("attack red.p blue.r third").code == "no-effect"
    assert play.why("attack red.p blue.r third") == "'third' would have no effect on 'blue.r'."
    assert play.legal("attack") == ["attack red.p blue.r", "attack red.p blue.r wax"]


@pytest.mark.rule("ETI-07")
def test_items_are_played_before_the_number_of_dice_and_both_before_the_roll() -> None:
    play = fight(a={"hand": ["wax"]}, b={"hand": ["cloak"]}).do("attack red.a blue.b wax")
    assert play.asked == ("defend", "blue.b")
    play.do("two blue.b cloak", 6, 6, 1, 1)
    told = [e["event"] for e in play.events()]
    order = [i for i, name in enumerate(told) if name in ("item_used", "defended", "rolled")]
    assert [told[i] for i in order] == ["item_used", "item_used", "defended", "rolled", "rolled"]
    assert [e["unit"] for e in play.events("item_used")] == ["red.a", "blue.b"]


# ETI-08


@pytest.mark.rule("ETI-08")
def test_each_can_play_one_item_in_an_attack() -> None:
    play = fight(a={"hand": ["wax", "third"]}, b={"hand": ["cloak", "glass"]})
    assert play.legal("attack") == [
        "attack red.a blue.b",
        "attack red.a blue.b wax",
        "attack red.a blue.b third",
    ]
    play.do("attack red.a blue.b third")
    assert play.legal() == [
        *("one blue.b", "one blue.b cloak", "one blue.b glass"),
        *("two blue.b", "two blue.b cloak", "two blue.b glass"),
    ]
    play.do("two blue.b cloak", 6, 5, 4, 1, 1)
    assert (play.hand("red.a"), play.hand("blue.b")) == (("wax",), ("glass",))
    assert play.life("blue.b") == 7


@pytest.mark.rule("ETI-08")
def test_attacker_decides_first() -> None:
    play = fight(b={"hand": ["cloak"]}).do("attack red.a blue.b")
    assert play.hand("blue.b") == ("cloak",)
    assert play.asked == ("defend", "blue.b")


@pytest.mark.rule("ETI-08")
@pytest.mark.parametrize("item", ["cloak", "dart", "salve", "pins"])
def test_only_attack_items_are_played_by_the_attacker(item: str) -> None:
    play = fight(a={"hand": [item]})
    refusal = play.refused(f"attack red.a blue.b {item}")
    assert (refusal.code, refusal.rule) == ("wrong-use", "ETI-08")


@pytest.mark.rule("ETI-08")
@pytest.mark.parametrize("item", ["wax", "dart", "salve", "pins"])
def test_only_defence_items_are_played_by_the_defender(item: str) -> None:
    play = fight(b={"hand": [item]}).do("attack red.a blue.b")
    refusal = play.refused(f"two blue.b {item}")
    assert (refusal.code, refusal.rule) == ("wrong-use", "ETI-08")
    assert play.refused("one blue.b cloak").code == "not-in-hand"


@pytest.mark.rule("ETI-08")
def test_effect_lasts_for_that_attack_only() -> None:
    play = fight(a={"hand": ["wax"]}).do("attack red.a blue.b wax").do("one blue.b", 3, 1, 3)
    assert (play.last("matched")["own"], play.life("blue.b")) == ((4, 1), 7)
    play.do("attack blue.b red.a").do("one red.a", 1, 1, 6)
    play.do("attack red.a blue.b").do("one blue.b", 3, 1, 3)
    assert (play.last("matched")["own"], play.life("blue.b")) == ((3, 1), 7)


@pytest.mark.rule("ETI-08")
def test_owner_plays_its_items_for_a_robot_anywhere() -> None:
    play = scene("a#####p.r#b", a={"hand": ["wax", "dart"]}, b={"hand": ["cloak"]})
    play.do("end red.a").do("move red.p 7,0 8,0")
    silence(play).do("engage red.p").do("decline blue.r")
    assert play.legal("attack") == ["attack red.p blue.r", "attack red.p blue.r wax"]
    assert play.legal("use") == ["use red.p dart blue.r"]
    play.do("attack red.p blue.r wax").do("one blue.r cloak", 5, 5)
    assert (play.hand("red.a"), play.hand("blue.b")) == (("dart",), ())
    assert play.life("blue.r") == 3


@pytest.mark.rule("ETI-08")
def test_robot_uses_nothing_on_its_moves() -> None:
    play = scene("a#p.b", a={"hand": ["salve", "pins"]}).do("end red.a")
    assert play.asked == ("turn", "red.p")
    assert {text.split()[0] for text in play.legal()} == {"move", "end"}
    assert play.refused("use red.p salve").rule == "ETI-08"
    assert play.refused("lay red.p pins").code == "no-hand"


@pytest.mark.rule("ETI-08")
def test_item_that_steals_from_a_robot_takes_from_its_owners_hand() -> None:
    play = scene("ar#b", a={"hand": ["hook"]}, b={"hand": ["salve"]}).do("move red.a 1,0")
    silence(play).do("engage red.a").do("decline blue.r").do("use red.a hook blue.r")
    assert (play.hand("red.a"), play.hand("blue.b")) == (("salve",), ())


# ETI-09, ETI-10

HITS = [
    # attacker, defender, damage, damage of the counter-attack
    ((6, 5), (4, 3), 2, 0),
    ((6, 5), (6, 3), 1, 0),
    ((6, 2), (5, 3), 1, 0),
    ((2, 6), (3, 5), 1, 0),
    ((5, 5), (5, 5), 0, 1),
    ((4, 1), (6, 1), 0, 1),
    ((1, 2), (2, 1), 0, 1),
    ((6, 1), (5,), 1, 0),
    ((1, 6), (5,), 1, 0),
    ((5, 5), (5,), 0, 0),
    ((5, 4), (6,), 0, 0),
]


@pytest.mark.rule("ETI-09")
@pytest.mark.parametrize(("own", "other", "damage", "counter"), HITS)
def test_dice_are_matched_by_rank_and_the_defender_wins_ties(
    own: tuple[int, ...], other: tuple[int, ...], damage: int, counter: int
) -> None:
    play = met_dice(own, other)
    assert 8 - play.life("blue.b") == damage
    assert play.told("matched", "rule", "beaten") == ("ETI-09", damage)


@pytest.mark.rule("ETI-10")
@pytest.mark.parametrize(("own", "other", "damage", "counter"), HITS)
def test_defender_who_wins_both_pairs_counter_attacks(
    own: tuple[int, ...], other: tuple[int, ...], damage: int, counter: int
) -> None:
    play = met_dice(own, other)
    assert 8 - play.life("red.a") == counter
    assert len(play.events("countered")) == counter
    if counter:
        assert play.told("damaged", "rule", "amount", "cause") == ("ETI-10", 1, "counter")


def met_dice(own: tuple[int, ...], other: tuple[int, ...]) -> Play:
    word = "one" if len(other) == 1 else "two"
    return fight().do("attack red.a blue.b").do(f"{word} blue.b", *own, *other)


@pytest.mark.rule("ETI-09")
def test_robots_single_die_meets_the_highest() -> None:
    play = scene("apr#b").do("end red.a").do("move red.p 2,0")
    silence(play).do("engage red.p").do("decline blue.r").do("attack red.p blue.r")
    play.do("one blue.r", 4, 3)
    assert play.life("blue.r") == 2


@pytest.mark.rule("ETI-10")
def test_counter_attack_can_kill() -> None:
    play = fight("ab.c", a={"life": 1}).do("attack red.a blue.b").do("two blue.b", 1, 1, 1, 1)
    assert play.is_dead("red.a")


@pytest.mark.rule("ETI-10")
def test_robot_with_a_single_die_does_not_counter_attack() -> None:
    play = scene("ar#b").do("move red.a 1,0")
    silence(play).do("engage red.a").do("decline blue.r").do("attack red.a blue.r")
    play.do("one blue.r", 1, 1, 6)
    assert play.life("red.a") == 8


# The tests' own manners and items


def blow(word: str, *dice: int, arms: dict[str, Any] | None = None, **given: Any) -> Play:
    play = fight(arms=arms, **given)
    return play.do("attack red.a blue.b").do(f"{word} blue.b", *dice)


def test_manners_change_the_dice() -> None:
    assert blow("one", 5, 1, 5, a={"weapon": "lucky"}).life("blue.b") == 7
    assert blow("one", 6, 1, 5, a={"weapon": "cruel"}).life("blue.b") == 6
    assert blow("one", 5, 1, 5, a={"weapon": "cruel"}).life("blue.b") == 8


@pytest.mark.parametrize(
    ("knack", "own", "life"),
    [
        ({"floor": 3}, (3, 3), 8),
        ({"high": 2}, (4, 1), 8),
        ({"low": 2}, (3, 2), 8),
        ({"ties": True}, (2, 1), 7),
        ({"when": "robots", "high": 5}, (2, 1), 8),
        ({"when": "figures", "high": 3}, (5, 1), 7),
        ({"when": "hurt", "high": 3}, (2, 1), 8),
        ({"when": "own_turn", "high": 3}, (5, 1), 7),
        ({"when": "first", "high": 3}, (5, 1), 7),
    ],
)
def test_every_knack_of_an_attack_has_its_effect(
    knack: dict[str, Any], own: tuple[int, ...], life: int
) -> None:
    other = 4 if life == 8 or knack.get("high") else 2
    play = blow("one", 2, 1, other, arms={"odd": {"attack": knack}}, a={"weapon": "odd"})
    assert (play.last("matched")["own"], play.life("blue.b")) == (own, life)


@pytest.mark.parametrize(
    ("knack", "word", "dice", "lives"),
    [
        ({"cap": 3}, "one", (6, 6, 3), (8, 8)),
        ({"ward": 1}, "two", (6, 6, 1, 1), (8, 7)),
        ({"riposte": True}, "one", (1, 1, 6), (7, 8)),
        ({"sting": 2}, "two", (1, 1, 6, 6), (5, 8)),
        ({"dice": 1}, "two", (6, 6, 6, 6, 1), (7, 8)),
        ({"when": "hurt", "cap": 1}, "one", (6, 6, 3), (8, 7)),
    ],
)
def test_every_knack_of_a_defence_has_its_effect(
    knack: dict[str, Any], word: str, dice: tuple[int, ...], lives: tuple[int, int]
) -> None:
    play = blow(word, *dice, arms={"odd": {"defence": knack}}, b={"weapon": "odd"})
    assert (play.life("red.a"), play.life("blue.b")) == lives


@pytest.mark.rule("ETI-09")
def test_damage_that_a_ward_takes_away_is_logged() -> None:
    arms: dict[str, Any] = {"odd": {"defence": {"ward": 1}}}
    assert blow("one", 6, 1, 6, arms=arms, b={"weapon": "odd"}).events("damaged") == []
    play = blow("one", 6, 1, 1, arms=arms, b={"weapon": "odd"})
    assert play.told("damaged", "unit", "amount", "left") == ("blue.b", 0, 8)


def test_safe_attack_allows_no_counter_attack() -> None:
    arms: dict[str, Any] = {"odd": {"attack": {"safe": True}}}
    assert blow("two", 1, 1, 6, 6, arms=arms, a={"weapon": "odd"}).life("red.a") == 8


def test_first_covers_the_first_two_turns_of_a_fight() -> None:
    play = pressed(a={"weapon": "odd"}, arms={"odd": {"attack": {"when": "first", "high": 3}}})
    play.do("attack blue.b red.a").do("one red.a", 1, 1, 6)
    play.do("attack red.a blue.b").do("one blue.b", 1, 1, 6)
    assert play.last("matched")["own"] == (4, 1)
    play.do("attack blue.b red.a").do("one red.a", 1, 1, 6)
    play.do("attack red.a blue.b").do("one blue.b", 1, 1, 6)
    assert play.last("matched")["own"] == (1, 1)
