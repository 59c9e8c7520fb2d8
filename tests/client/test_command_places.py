"""Buttons keep their places and numbers for a unit's whole battle, and say what they cost."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.client.battle.planning import PLAIN, CommandPlan
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.play.opening import Options
from game.play.players import outside
from game.present.question import Key, Question
from game.present.window_battle import WindowBattle
from game.record.data_folders import assets_dir
from game.rules.registry import find_books
from game.terms.facts import AnyBasis, FactsBasis, Slot
from tests.playing_on import play_on

BOOKS = find_books().books
LEVELS = ("toll_bar", "drowned_chapel", "market", "masked_ball", "ossuary", "mule_road")
QUESTIONS = 90
"""Number of questions to answer at random in each level."""
GROUPS = {"action": ("attack", "cast", "use", "move"), "verdigris": ("attack", "use", "move")}
"""Verbs of a weapon, a power, an item and an action, in the order of their buttons."""

AT_TIMES = {"fight_price"}
"""Costs that only some commands of a kind have, so that only these show them."""


SEED = 3
BATTLES = 8
"""Maximum number of battles in which to look for a rare question."""


def asked(level: str, folder: Path, seed: int = SEED) -> Iterator[tuple[CommandPlan, Question]]:
    """Yield the plan of each question of a battle with random answers."""
    options = Options(level=level, seed=str(seed))
    sitting = WindowBattle.open(options, BOOKS, folder, lambda _: None, outside)
    rng, plan = Random(5), CommandPlan(why_not=sitting.why_not)
    try:
        for _ in range(QUESTIONS):
            play_on(sitting)
            question = sitting.question()
            if question is None:
                return
            plan.ask(question, sitting.picture(question.side))
            yield plan, question
            deed = rng.choice(plan.deeds)
            assert sitting.answer(rng.choice(deed.choices).command) is None
    finally:
        sitting.close()


@pytest.mark.parametrize("level", LEVELS)
def test_buttons_keep_their_places(level: str, tmp_path: Path) -> None:
    before: dict[str, list[Key]] = {}
    turns = 0
    for plan, question in asked(level, tmp_path):
        if question.ask == PLAIN:
            keys = list(plan.buttons)
            known = before.setdefault(question.unit, keys)
            assert keys[: len(known)] == known, question.unit
            before[question.unit], turns = keys, turns + 1
    assert turns > len(before), "no unit had a second turn"


@pytest.mark.parametrize("level", ["first_etiquette", "masked_ball"])
def test_answers_keep_their_places(level: str, tmp_path: Path) -> None:
    """Play further battles until somebody is asked the same twice in one."""
    again = 0
    for seed in range(SEED, SEED + BATTLES):
        before: dict[tuple[str, str], list[Key]] = {}
        for plan, question in asked(level, tmp_path / str(seed), seed):
            if question.ask != PLAIN and not any(one.who for one in question.choices):
                keys, asks = list(plan.buttons), (question.unit, question.ask)
                known = before.get(asks, [])
                assert keys[: len(known)] == known, asks
                before[asks], again = keys, again + bool(known)
        if again:
            return
    raise AssertionError("nobody was asked the same twice")


@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_and_every_refusal_has_a_button(level: str, tmp_path: Path) -> None:
    for plan, question in asked(level, tmp_path):
        choices = {(one.verb, one.thing) for one in question.choices}
        shut = {(one.verb, one.thing) for one in question.shut}
        assert choices | shut <= plan.buttons.keys()
        assert choices.isdisjoint(shut)
        for key in plan.buttons:
            grey = plan.shut(key) or plan.gone(key)
            if plan.deed(key) is None and grey is not None:
                assert grey.why.endswith("."), grey
                assert grey.brief, grey
                assert "no effect" not in grey.why or "Needed: " in grey.why, grey


@pytest.mark.parametrize("level", LEVELS)
def test_every_button_from_earlier_says_why_it_is_gone(level: str, tmp_path: Path) -> None:
    told = 0
    for plan, question in asked(level, tmp_path):
        for key in plan.buttons:
            if plan.deed(key) is not None or plan.shut(key) is not None:
                assert plan.gone(key) is None
                continue
            gone = plan.gone(key)
            if gone is None:  # a move until hit: its window says that no foe can attack
                assert key == ("move", "hit"), (question.unit, key)
                assert plan.deed(("move", None)) is not None
                continue
            told += 1
            assert gone.why.endswith("."), gone
            assert gone.label == plan.buttons[key].label
    assert told


@pytest.mark.parametrize("level", ["market", "masked_ball"])
def test_items_say_whether_the_limit_is_reached_or_they_are_gone(
    level: str, tmp_path: Path
) -> None:
    told = set()
    for plan, question in asked(level, tmp_path):
        if question.ask != PLAIN:
            continue
        for key in plan.buttons:
            one = plan.shut(key) or plan.gone(key)
            if one is None or one.thing is None:
                continue
            is_limit = one.why.startswith("No items left this turn")
            is_gone = " in hand." in one.why
            assert (one.brief == "limit reached") == is_limit, one
            assert (one.brief == "not in hand") == is_gone, one
            told.add(one.brief)
    assert {"limit reached", "not in hand"} <= told


def test_unusable_weapon_power_and_item_say_why(tmp_path: Path) -> None:
    plan, question = next(one for one in asked("toll_bar", tmp_path) if one[1].unit == "red.tam")
    why = {(one.verb, one.thing): (one.brief, one.why) for one in question.shut}
    told = "not in hand", "Tam needs Short sword in hand: draw Short sword first."
    assert why["attack", "shortsword"] == told
    assert why["cast", "pinning_shot"][0] == "too far"
    assert "85 ft" in why["cast", "pinning_shot"][1]
    assert why["use", "red_draught"][0] == "no effect"
    assert plan.deed(("attack", "longbow")) is not None


@pytest.mark.parametrize("level", ["toll_bar", "mule_road"])
def test_weapons_come_before_powers_items_and_actions(level: str, tmp_path: Path) -> None:
    plan, _ = next(one for one in asked(level, tmp_path) if one[1].ask == PLAIN)
    groups = GROUPS["action" if level == "toll_bar" else "verdigris"]
    places = [groups.index(word) for word, _ in plan.buttons if word in groups]
    assert places == sorted(places)
    assert set(places) == set(range(len(groups)))


def test_costs_are_shown_as_pips(tmp_path: Path) -> None:
    for _, question in asked("toll_bar", tmp_path):
        if question.ask == PLAIN and question.unit == "red.agnes":
            pips = {(one.verb, one.thing): one.pips for one in question.choices}
            pips |= {(one.verb, one.thing): one.pips for one in question.shut}
            told = {key: [(pip.key, pip.count) for pip in some] for key, some in pips.items()}
            assert told["move", None] == [("movement_left", 1)]
            assert told["dash", None] == [("action", 1)]
            assert told["cast", "ember_dart"] == [("action", 1)]
            assert told["cast_at", "kindle"] == [("focus", 2), ("action", 1)]
            return
    raise AssertionError("Agnes was never asked")


@pytest.mark.parametrize("id", BOOKS)
def test_every_pip_has_an_image(id: str) -> None:
    texts = BOOKS[id].catalogue
    symbols = {texts.say("pip", key, {}) for key in texts.keys("pip")}
    assert symbols
    pictures = {path.stem for path in (assets_dir() / "icons" / "pips").glob("*.svg")}
    assert symbols <= pictures


@pytest.mark.parametrize("id", BOOKS)
def test_every_cost_of_a_command_has_a_symbol(id: str) -> None:
    book = BOOKS[id]
    data = book_data(book, levels_root())
    settings = msgspec.convert(data.settings, book.schema.settings)
    basis: AnyBasis = FactsBasis(settings, data.gear, data.terrain)
    bare = []
    for kind in book.commands:
        facts = book.facts.command(kind, basis)
        costs = {one.key for one in facts if one.slot is Slot.COST} - AT_TIMES
        if costs and not costs & {*book.catalogue.keys("pip")}:
            bare.append((kind.__name__, costs))
    assert bare == []


@pytest.mark.parametrize("id", BOOKS)
def test_brief_reasons_belong_to_refusals(id: str) -> None:
    texts = BOOKS[id].catalogue
    codes = {key.split("_")[0] for key in texts.keys("refusal")} | set(texts.keys("refusal"))
    assert {key for key in texts.keys("brief") if key not in codes} == set()
    assert all(len(texts.say("brief", key, {})) <= 16 for key in texts.keys("brief"))


def test_pips_show_what_pays_once_the_usual_cost_is_spent(tmp_path: Path) -> None:
    costs, moved = [], ""
    for _, question in asked("mule_road", tmp_path):
        by_verb = {one.verb: [pip.key for pip in one.pips] for one in question.choices}
        if question.ask == PLAIN and "move" in by_verb:
            costs.append((question.unit == moved, by_verb["move"]))
        moved = question.unit
    assert (False, ["move"]) in costs
    assert (True, ["action"]) in costs
