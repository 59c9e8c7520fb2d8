"""ALL-08: uses that could change nothing are refused, for every shipped thing of every rulebook."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from game.components.conditions import Condition, Conditions
from game.rules.action.records import Focus as Power
from game.rules.guard.records import FocusLeft
from game.rules.verdigris.records import Grappled, LoadingLeft, Mounted, Stress
from game.terms.commands import to_json
from game.terms.level_script import Script, Trigger
from game.terms.refusals import Refusal
from game.terms.script.conditions import When, WhenUsed
from game.terms.script.effects import Do
from tests.rules.action import powers as action
from tests.rules.action import scene as yard
from tests.rules.contest import duel as contest
from tests.rules.etiquette import ballroom as etiquette
from tests.rules.guard import crawl as guard
from tests.rules.verdigris import scene as verdigris
from tests.scenario import Play

THINGS = ("item", "power", "spell", "ability")


def laid(play: Play, id: str, *kinds: str, turns: int | None = None) -> Play:
    """Give a unit harmful conditions."""
    held = tuple(Condition(kind, -1, turns, None, None, "test") for kind in kinds)
    put(play, id, Conditions(held))
    return play


def put(play: Play, id: str, component: Any) -> None:
    play.battle.world.put(play.unit(id), component)


# For each rulebook: a world in which things have no effect, and one in which they have an effect


def _contest(id: str, amiss: bool) -> Play:
    items = {"hand": [id, id]}
    if contest.GEAR["items"][id].target == "opponent":
        play = contest.duel("ab...", a=items, b={"hand": ["oil"]})
        return play.do("move red.a 1,0").do("engage red.a")
    play = contest.duel("a.b", a=items)
    return laid(play.wound("red.a", 5), "red.a", "edge") if amiss else play


def _etiquette(id: str, amiss: bool) -> Play:
    items: dict[str, Any] = {"hand": [id, id]}
    match etiquette.GEAR["items"][id].target:
        case "opponent" | "attack":
            return etiquette.fight(a=items, b={"hand": ["wax"]})
        case "defence":
            return etiquette.pressed(a=items).do("attack blue.b red.a")
    play = etiquette.scene("a..b", a=items)
    return laid(play.wound("red.a", 5), "red.a", "edge") if amiss else play


def _guard(id: str, amiss: bool) -> Play:
    table = next(one for one in ("items", "spells", "abilities") if id in guard.data(one))
    is_shot = guard.data(table)[id].get("reach") == "ranged"
    groups = "|.|p" if amiss else "|p|."
    play = guard.fight(("a|bc" if is_shot else ".|ab") + groups, a={table: [id], "focus": 9})
    play.do("pick red.a")
    if amiss:
        laid(play.wound("red.a", 5), "red.a", "guard")
        put(play, "red.a", FocusLeft(5))
    return play


def _verdigris(id: str, amiss: bool) -> Play:
    beast = {"mount": "nag"} if id == "sugar_loaf" else {}
    rows = "a....p" if beast else "ap"
    play = verdigris.scene(rows, a={"belt": [id], "hero": True, "wounds": 1} | beast)
    if amiss:
        play.wound("red.a", 3)
        laid(play, "red.a", "bleeding")
        put(play, "red.a", Stress(2))
        put(play, "red.a", LoadingLeft((("blade", 1),)))
        if beast:
            put(play, "red.a", Mounted("nag", 1, True))
        else:
            put(play, "red.a", Grappled(play.unit("blue.p"), 1, False))
            put(play, "blue.p", Grappled(play.unit("red.a"), 2, True))
    return play


def _action(id: str, amiss: bool) -> Play:
    table = "powers" if id in yard.GEAR["powers"] else "items"
    given: dict[str, Any] = {table: {id: {}}}
    rows = "a#p" if id == "vanish" else "#....\n#bap.\n#....\n#..q."
    if amiss and id == "keen_eye":
        given |= {"hiding": (6, 6, 6), "q": {"hides": True, "skills": {"stealth": 20}}}
        rows = "#....\n#bap.\n#.##.\n#..q."
    play = action.casting(rows, **given)
    if amiss:
        put(play, "red.a", Power(3, 10))
        laid(play.wound("red.a", 3), "red.a", "bleeding", turns=3)
    return play


BOOKS: dict[str, Callable[[str, bool], Play]] = {
    "contest": _contest,
    "etiquette": _etiquette,
    "guard": _guard,
    "verdigris": _verdigris,
    "action": _action,
}

IDLE: dict[str, set[str]] = {
    "contest": {"bandage", "cordial"},
    "etiquette": {"smelling_salts", "seltzer"},
    "guard": {
        *("bandage", "smelling_salts", "blue_phial", "second_kindling", "steady_hands"),
        *("knit", "hearth_song", "undertow"),
    },
    "verdigris": {
        *("green_salve", "smelling_salts", "lint", "plum_brandy", "boot_knife"),
        *("paper_charge", "sugar_loaf", "balm", "dram", "ointment"),
    },
    "action": {
        *("red_draught", "surgeons_roll", "wick_tonic", "mend", "kind_word", "second_wind"),
        *("trim_the_wick", "patch_up", "keen_eye", "last_orders"),
    },
}
"""Things refused in an undisturbed world, for each rulebook.

All other things always have an effect.
"""


def things(book: str) -> Iterator[str]:
    """Yield all shipped things of a rulebook that a command uses."""
    if book == "guard":
        for table in ("items", "spells", "abilities"):
            yield from (id for id, one in guard.data(table).items() if not one.get("passive"))
    elif book == "action":
        yield from (id for id, one in yard.GEAR["powers"].items() if not one.guard)
        yield from yard.GEAR["items"]
    elif book == "verdigris":
        yield from verdigris.TABLES["items"]
    else:
        gear = contest.GEAR if book == "contest" else etiquette.GEAR
        yield from (id for id, one in gear["items"].items() if one.target != "tile")


def offered(play: Play) -> set[str]:
    """Return the things that some legal command names."""
    told: list[dict[str, Any]] = [to_json(command) for command in play.battle.legal()]
    return {one[field] for one in told for field in THINGS if one.get(field)}


def refused(play: Play) -> dict[str, str]:
    """Return the things that can't be used, each with the code of its refusal."""
    found: list[tuple[dict[str, Any], Refusal]] = [
        (to_json(command), refusal) for command, refusal in play.battle.refused()
    ]
    return {one[field]: why.code for one, why in found for field in THINGS if one.get(field)}


each = pytest.mark.parametrize(("book", "id"), [(b, id) for b in BOOKS for id in things(b)])


@pytest.mark.rule("ALL-08")
@each
def test_thing_is_refused_when_it_would_have_no_effect(book: str, id: str) -> None:
    play = BOOKS[book](id, False)
    assert (id in offered(play)) == (id not in IDLE[book])
    if id in IDLE[book]:
        assert refused(play)[id] == "no-effect"


@pytest.mark.rule("ALL-08")
@each
def test_thing_is_offered_when_it_would_have_an_effect(book: str, id: str) -> None:
    play = BOOKS[book](id, True)
    assert id in offered(play)
    assert id not in refused(play) or play.battle.legal()


# Contest and Etiquette


@pytest.mark.rule("ALL-08")
def test_movement_is_not_taken_from_a_unit_with_none() -> None:
    net = {"target": "opponent", "lose": "1d6"}
    rope = {"target": "opponent", "halt": True}
    given: dict[str, Any] = {"items": {"net": net, "rope": rope}, "a": {"hand": ["net", "rope"]}}
    play = contest.duel("ab...", **given).do("move red.a 1,0").do("engage red.a")
    assert play.refused("use red.a net blue.b").code == "no-effect"
    assert play.refused("use red.a rope blue.b").code == "no-effect"
    given = {"items": {"net": net}, "a": {"movement": "1"}, "b": {"hand": ["net"]}}
    play = contest.duel("ab...", **given).do("move red.a 1,0").do("decline red.a")
    assert play.do("engage blue.b").refused("use blue.b net red.a").code == "no-effect"


@pytest.mark.rule("ALL-08")
def test_unknown_hand_can_be_stolen_from() -> None:
    for hand in ([], ["oil"]):
        play = contest.duel("ab...", a={"hand": ["claw"]}, b={"hand": hand})
        play.do("move red.a 1,0").do("engage red.a")
        assert play.legal("use") == ["use red.a claw blue.b"]


@pytest.mark.rule("ALL-08")
def test_item_awaited_by_a_trigger_can_be_used() -> None:
    trigger = Trigger(when=(When(used=WhenUsed(item="salve")),), do=(Do(win="red"),))
    script = Script(triggers=(trigger,))
    hand = {"hand": ["salve", "seltzer"]}
    play = etiquette.scene("a..b", settings={"script": script}, a=hand)
    assert play.refused("use red.a seltzer").code == "no-effect"
    assert play.do("use red.a salve", 1).over


@pytest.mark.rule("ALL-08")
def test_attack_without_an_item_is_never_refused() -> None:
    dud = {"target": "attack", "knack": {"harm": 1, "when": "robots"}}
    play = etiquette.fight(items={"dud": dud}, a={"hand": ["dud"]})
    assert play.legal("attack") == ["attack red.a blue.b"]
    assert play.refused("attack red.a blue.b dud").rule == "ALL-08"


# Guard


@pytest.mark.rule("ALL-08")
def test_whole_party_is_healed_if_one_is_wounded() -> None:
    play = guard.fight(".|ab|p|.", a={"spells": ["hearth_song"], "focus": 9}).do("pick red.a")
    assert play.refused("cast red.a hearth_song").params == {"thing": "hearth_song"}
    assert play.why("cast red.a hearth_song") == "'hearth_song' would have no effect on anyone."
    assert play.wound("red.b", 4).legal("cast") == ["cast red.a hearth_song"]


@pytest.mark.rule("ALL-08")
@pytest.mark.parametrize(("turns", "is_idle"), [(1, True), (3, True), (None, True), (0, False)])
def test_condition_that_lasts_as_long_already_is_not_applied_again(
    turns: int | None, is_idle: bool
) -> None:
    play = guard.fight(".|ab|p|.", a={"items": ["smoke_pot"]}).do("pick red.a")
    if turns != 0:
        put(play, "red.a", Conditions((Condition("hidden", 1, turns),)))
    assert (play.legal("use") == []) == is_idle


@pytest.mark.rule("ALL-08")
def test_increases_of_a_number_add_up() -> None:
    play = guard.fight(".|ab|p|.", a={"items": ["blade_oil"]}).do("pick red.a")
    put(play, "red.a", Conditions((Condition("strength", 1, None),)))
    assert play.legal("use") == ["use red.a blade_oil"]


# Verdigris


@pytest.mark.rule("ALL-08")
def test_prone_unit_cannot_be_knocked_prone() -> None:
    play = verdigris.scene("ap", a={"belt": ["soap_jar", "caltrops"]})
    laid(play, "blue.p", "prone")
    assert play.legal("use") == ["use red.a caltrops blue.p"]
    laid(play, "blue.p", "prone", "pinned")
    assert play.legal("use") == []


# Action


SLOWED = {"condition": "slowed", "rounds": 2}
HEX: dict[str, Any] = {"targets": "foe", "range": 30, "effect": SLOWED}


@pytest.mark.rule("ALL-08")
@pytest.mark.parametrize(("turns", "is_idle"), [(None, True), (3, True), (2, False), (1, False)])
def test_condition_that_ends_later_is_not_replaced(turns: int | None, is_idle: bool) -> None:
    play = action.casting("a..p", powers={"tar": action.power(**HEX)})
    laid(play, "blue.p", "slowed", turns=turns)
    assert (play.legal("cast") == []) == is_idle


@pytest.mark.rule("ALL-08")
def test_same_condition_of_the_same_cause_is_not_applied_again() -> None:
    oil = action.power(shape="self", targets="ally", time="bonus", effect={"condition": "honed"})
    play = action.casting("a..p", powers={"oil": oil}).do("cast red.a oil").do("end red.a")
    assert play.do("end blue.p").refused("cast red.a oil").code == "no-effect"


@pytest.mark.rule("ALL-08")
def test_area_must_change_at_least_one_unit() -> None:
    tar = action.power(**action.BLAST, effect={"condition": "slowed", "rounds": 2})
    play = action.casting("a..p.....q", powers={"tar": tar})
    laid(play, "blue.p", "slowed")
    assert play.why("cast_at red.a tar 3,0") == "'tar' would have no effect on 'blue.p'."
    assert play.legal("cast_at") == [f"cast_at red.a tar {x},0" for x in (8, 9)]


@pytest.mark.rule("ALL-08")
def test_area_can_affect_a_hidden_unit() -> None:
    tar = action.power(**action.BLAST, effect={"condition": "slowed", "rounds": 2})
    sly = {"hides": True, "skills": {"stealth": 20}}
    play = action.casting("a..pq", powers={"tar": tar}, hiding=(6, 6, 6), q=sly)
    laid(play, "blue.p", "slowed")
    assert "cast_at red.a tar 3,0" in play.legal("cast_at")
    assert play.do("cast_at red.a tar 3,0").asked


@pytest.mark.rule("ALL-08")
def test_area_that_changes_a_tile_is_enough() -> None:
    fire = action.power(**action.BLAST | {"size": 0}, effect={"terrain": "fire"})
    play = action.casting("a.F.p", powers={"fire": fire})
    assert play.legal("cast_at") == [f"cast_at red.a fire {x},0" for x in (0, 1, 3, 4)]
    assert play.refused("cast_at red.a fire 2,0").code == "no-effect"


@pytest.mark.rule("ALL-08")
def test_unit_is_not_pushed_into_a_visible_obstacle() -> None:
    push = {"push": action.power(effect={"push": 10})}
    assert action.casting("ap#", powers=push).refused("cast red.a push blue.p").code == "no-effect"
    assert action.casting("ap.#", powers=push).legal("cast") == ["cast red.a push blue.p"]


@pytest.mark.rule("ALL-08")
def test_hidden_obstacle_does_not_cause_a_refusal() -> None:
    push = {"push": action.power(effect={"push": 10})}
    sly = {"hides": True, "skills": {"stealth": 20}}
    play = action.casting("apq.", powers=push, hiding=(6, 6, 6), q=sly)
    assert play.do("cast red.a push blue.p").told("found", "unit") == ("blue.q",)


@pytest.mark.rule("ALL-08")
def test_damage_counts_after_resistance() -> None:
    spark = action.power(range=30, effect={"damage": "1", "type": "fire"})
    play = action.casting("a..p", powers={"spark": spark}, p={"resist": ["fire"]})
    assert play.refused("cast red.a spark blue.p").code == "no-effect"


@pytest.mark.rule("ALL-08")
def test_attack_roll_is_never_refused() -> None:
    jab = action.power(attack="melee", effect={"condition": "slowed", "rounds": 1})
    play = action.casting("ap", powers={"jab": jab})
    laid(play, "blue.p", "slowed")
    assert play.legal("cast") == ["cast red.a jab blue.p"]


@pytest.mark.rule("ALL-08")
def test_effect_on_the_user_is_enough() -> None:
    drink = action.power(range=30, effect={"condition": "slowed"}, own={"heal": "1d4"})
    play = action.casting("a..p", powers={"drink": drink})
    laid(play, "blue.p", "slowed")
    assert play.legal("cast") == []
    assert play.wound("red.a", 2).legal("cast") == ["cast red.a drink blue.p"]


@pytest.mark.rule("ALL-08")
def test_target_out_of_range_that_would_be_affected_is_the_reason() -> None:
    balm = action.item(targets="ally", range=5, effect={"heal": "1d6"})
    play = action.casting("a.b....p", items={"balm": balm})
    assert refused(play)["balm"] == "no-effect"
    assert refused(play.wound("red.b", 1))["balm"] == "out-of-range"
    play = verdigris.scene("a.b....p", a={"belt": ["green_salve"]}).do("go red.a")
    assert refused(play)["green_salve"] == "no-effect"
    assert refused(play.wound("red.b", 1))["green_salve"] == "not-beside"
