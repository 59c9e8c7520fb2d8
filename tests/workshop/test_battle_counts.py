"""The counts of a battle: objectives, triggers, waste, and what each means did."""

from typing import Any

import pytest

from game.components.conditions import Condition, Conditions
from game.content.levels import find_level, load_level
from game.rules.registry import find_books
from game.terms.events import Attacked, ConditionGained, Healed, TurnEnded, TurnStarted
from game.terms.level_script import Hold, Objective, Script, Trigger
from game.terms.script.conditions import Foe, When, WhenEntered, WhenHandled
from game.terms.script.effects import ChoiceAnswer, ChoicePut, Do
from game.workshop.battle_counts.battle_counter import BattleCounter
from game.workshop.battle_counts.counts import BattleCounts, SideWaste, UsedMeans
from game.workshop.battle_counts.means import MeansCounter
from game.workshop.lab.one_battle import fought
from game.workshop.lab.seatings import Bout
from tests.rules.action.scene import scene
from tests.rules.contest.duel import duel
from tests.scenario import Play

IN_FIRE = {"on": "^"}


class Counted:
    """A battle played by hand, and its counts."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._counter = BattleCounter(play.battle)

    def do(self, text: str, *dice: int) -> "Counted":
        """Give a legal command with its dice."""
        self._counter.before()
        self.play.do(text, *dice)
        self._counter.after()
        return self

    @property
    def counts(self) -> BattleCounts:
        return self._counter.counts()

    def waste(self, side: str = "red") -> SideWaste:
        """Return the waste of a side."""
        return next(one for one in self.counts.waste if one.side == side)

    def used(self, unit: str) -> dict[tuple[str, str], UsedMeans]:
        """Return the means of a unit by kind and name."""
        return {(one.kind, one.name): one for one in self.counts.means if one.unit == unit}


def counted(rows: str, order: str, **given: Any) -> Counted:
    return Counted(scene(rows, order, **given))


def aim(id: str, **given: Any) -> Objective:
    return Objective(id=id, side="red", title=id, **given)


# Objectives and triggers


def test_objective_is_counted_with_the_round_of_its_end() -> None:
    reach = WhenEntered(unit="red.a", area="gate")
    aims = (
        aim("there", reach=reach, optional=True),
        aim("late", survive=2),
        aim("lost", reach=WhenEntered(unit="red.b", area="gate"), optional=True),
        aim("never", defeat=Foe(side="blue")),
    )
    plot = Script(areas={"gate": ((2, 0),)}, objectives=aims)
    play = counted("a..\nbp.", "apb", b={"life": 1}, settings={"script": plot})
    play.do("end red.a").do("attack blue.p red.b blade", 4, 4, 4, 6).do("end blue.p")
    play.do("move red.a 1,0 2,0").do("end red.a").do("end blue.p")
    ends = {id: (end.reached, end.failed) for id, end in play.counts.objectives.items()}
    assert ends == {"lost": (None, 1), "there": (2, None), "late": (2, None)}


def test_trigger_is_counted_each_time_it_fires() -> None:
    message = (Do(message="Hm."),)
    enter = When(enter=WhenEntered(side="red", area="gate"))
    triggers = (
        Trigger(when=(enter,), do=message),
        Trigger(when=(enter,), do=message, once=False),
        Trigger(when=(When(round=9),), do=message),
    )
    plot = Script(areas={"gate": ((1, 0),)}, triggers=triggers)
    play = counted("a...p", "ap", settings={"script": plot})
    play.do("move red.a 1,0").do("move red.a 2,0").do("move red.a 1,0")
    assert play.counts.triggers == (1, 2, 0)


def test_answer_is_counted() -> None:
    answers = (ChoiceAnswer(id="no", text="No"), ChoiceAnswer(id="yes", text="Yes"))
    put = ChoicePut(id="deal", side="red", question="Deal?", answers=answers)
    trigger = Trigger(when=(When(turn="blue.p"),), do=(Do(choice=put),))
    play = counted("a...p", "ap", settings={"script": Script(triggers=(trigger,))})
    play.do("end red.a")
    assert play.counts.choices == {}
    play.do("answer red.a yes")
    assert play.counts.choices == {"deal": "yes"}


# Movement


def test_dash_whose_movement_is_left_is_unspent() -> None:
    play = counted("a........\n........p", "ap").do("dash red.a").do("end red.a")
    assert (play.waste().grants, play.waste().unspent) == (1, 1)


@pytest.mark.parametrize(("steps", "unspent"), [(6, 1), (7, 0)])
def test_dash_is_spent_if_the_unit_goes_farther_than_without(steps: int, unspent: int) -> None:
    path = " ".join(f"{x},0" for x in range(1, steps + 1))
    play = counted("a........\n.........\n........p", "ap").do("dash red.a")
    play.do(f"move red.a {path}").do("end red.a")
    assert (play.waste().grants, play.waste().unspent) == (1, unspent)


@pytest.mark.parametrize(("to", "unspent"), [("7,0", 0), ("5,0", 1)])
def test_dash_to_the_next_zone_is_spent_whatever_is_left(to: str, unspent: int) -> None:
    """Walks in a zone cost nothing, so most of the dash is left."""
    zoned = {"zones": True, "zone_speed": 25, "zone_map": "wwwwwweeee"}
    play = counted("a........p", "ap", settings=zoned).do("dash red.a")
    play.do(f"move red.a {' '.join(f'{x},0' for x in range(1, int(to[0]) + 1))}").do("end red.a")
    assert (play.waste().grants, play.waste().unspent) == (1, unspent)


@pytest.mark.parametrize(("power", "count"), [("long_legs", 1), ("quicken", 0)])
def test_movement_that_comes_with_a_condition_is_no_grant(power: str, count: int) -> None:
    caster = {"powers": [power], "focus": 5}
    play = counted("a........\n........p", "ap", a=caster)
    play.do(f"cast red.a {power} red.a" if power == "quicken" else f"cast red.a {power}")
    play.do("end red.a")
    assert (play.waste().grants, play.waste().unspent) == (count, count)


def test_dash_of_a_unit_that_dies_on_its_way_is_not_judged() -> None:
    play = counted("ap.......\n.........\n........b", "apb", a={"life": 1}).do("dash red.a")
    play.do("move red.a 0,1 0,2").do("react blue.p blade", 4, 4, 4, 6)
    assert play.play.is_dead("red.a")
    assert (play.waste().turns, play.waste().grants) == (0, 0)


def test_movement_of_a_flight_is_no_grant() -> None:
    play = Counted(duel(".ab....")).do("move red.a 2,0").do("decline red.a").do("engage blue.b")
    play.do("attack blue.b red.a", 1)
    before = play.play.left("red.a")
    play.do("disengage red.a", 6, 1)
    assert play.play.left("red.a") > before
    play.do("flee red.a 3,0")
    while play.play.asked == ("turn", "red.a"):
        play.do("end red.a")
    assert (play.waste().turns, play.waste().grants, play.waste().unspent) == (1, 0, 0)


# Hazards


@pytest.mark.parametrize(
    ("rows", "commands", "given", "count"),
    [
        ("a..p", (), {"a": IN_FIRE}, 1),
        ("a..p", ("move red.a 1,0",), {"a": IN_FIRE}, 0),
        ("a^.p", ("move red.a 1,0",), {}, 1),
        ("a#.p", (), {"a": IN_FIRE}, 0),
        ("a^#p", (), {"a": IN_FIRE}, 0),
        ("a..p", (), {"a": IN_FIRE | {"speed": 0}}, 0),
        ("a..p", (), {"a": IN_FIRE | {"fly": 30}}, 0),
    ],
)
def test_turn_that_ends_in_a_hazard_is_wasted_if_the_unit_could_leave(
    rows: str, commands: tuple[str, ...], given: dict[str, Any], count: int
) -> None:
    hurt = "a" in given and not given["a"].get("fly")
    life = {"a": given.get("a", {}) | {"life": 90}}
    play = Counted(started(rows, hurt=hurt, **life))
    for command in commands:
        play.do(command, *([1] if "^" in rows and command.endswith("1,0") else []))
    play.do("end red.a")
    assert (play.waste().turns, play.waste().in_hazard) == (1, count)


def started(rows: str, hurt: bool, **units: Any) -> Play:
    """Return a battle on red's first turn, in which red has suffered a hazard if `hurt`."""
    rolled = (6, 6, 6, 1, 1, 1)
    return scene(rows, rolled=(*rolled, 1) if hurt else rolled, **units)


@pytest.mark.parametrize(
    ("rows", "paths", "counts"),
    [
        ("a^.\n...\n..p", ["1,0 2,0"], (1, 1)),
        ("a^.\n...\n..p", ["1,0", "2,0"], (1, 1)),
        ("a^.\n###\n..p", ["1,0 2,0"], (1, 0)),
        ("a^.\n~~.\n..p", ["1,0 2,0"], (1, 0)),
        ("a^.\n...\n...\n..p", ["1,1 2,0"], (0, 0)),
        ("a^.\n...\n..p", ["1,0"], (1, 0)),
    ],
)
def test_steps_through_harm_are_avoidable_if_a_harmless_path_is_as_short(
    rows: str, paths: list[str], counts: tuple[int, int]
) -> None:
    play = counted(rows, "ap", a={"life": 90})
    for path in paths:
        play.do(f"move red.a {path}", *([1] if "1,0" in path else []))
    play.do("end red.a")
    assert (play.waste().harmful, play.waste().avoidable) == counts


def test_walk_ends_with_a_command_other_than_moves() -> None:
    play = counted("a^.\n...\n..p", "ap", a={"life": 90})
    play.do("move red.a 1,0", 1).do("defend red.a").do("move red.a 2,0").do("end red.a")
    assert (play.waste().harmful, play.waste().avoidable) == (1, 0)


def test_walk_of_a_flying_unit_meets_no_harm() -> None:
    play = counted("a^.\n...\n..p", "ap", a={"fly": 30})
    play.do("move red.a 1,0 2,0").do("end red.a")
    assert play.waste().harmful == 0


# Posts


def rounds(play: Counted, count: int, **first: str) -> Counted:
    """Play rounds in which units only end their turns, apart from the first commands given."""
    for _ in range(count):
        for unit in ("red.a", "blue.p"):
            if command := first.pop(unit.replace(".", "_"), None):
                play.do(command)
            play.do(f"end {unit}")
    return play


@pytest.mark.parametrize(("area", "held", "coming"), [((0, 0), 2, 0), ((1, 0), 0, 2)])
def test_area_to_hold_is_a_post(area: tuple[int, int], held: int, coming: int) -> None:
    hold = aim("hold", hold=Hold(area="hill", rounds=9))
    plot = Script(areas={"hill": (area,)}, objectives=(hold,))
    play = rounds(counted("a....p", "ap", settings={"script": plot}), 2)
    assert (play.waste().rounds, play.waste().held, play.waste().coming) == (2, held, coming)
    assert play.waste("blue").rounds == 0


def test_rounds_before_a_post_is_first_held_are_counted_apart() -> None:
    hold = aim("hold", hold=Hold(area="hill", rounds=9))
    plot = Script(areas={"hill": ((1, 0),)}, objectives=(hold,))
    play = rounds(counted("a....p", "ap", settings={"script": plot}), 1)
    rounds(play, 1, red_a="move red.a 1,0")
    rounds(play, 1, red_a="move red.a 0,0")
    assert (play.waste().rounds, play.waste().held, play.waste().coming) == (3, 1, 1)


@pytest.mark.parametrize(("step", "held"), [("", 0), ("move red.a 1,1", 2)])
def test_side_that_waits_has_a_post_at_what_foes_must_work(step: str, held: int) -> None:
    work = Trigger(
        when=(When(handled=WhenHandled(side="blue", area="lever")),), do=(Do(objective="work"),)
    )
    aims = (aim("wait", survive=9), Objective(id="work", side="blue", title="Work"))
    plot = Script(areas={"lever": ((2, 1),)}, objectives=aims, triggers=(work,))
    play = counted("a....\n..!..\n....p", "ap", settings={"script": plot})
    rounds(play, 2, **({"red_a": step} if step else {}))
    assert (play.waste().rounds, play.waste().held) == (2, held)


def test_post_is_over_with_the_round_in_which_its_objective_ends() -> None:
    aims = (
        aim("wait", survive=9),
        Objective(id="in", side="blue", title="In", reach=WhenEntered(area="gate")),
        Objective(id="win", side="blue", title="Win", defeat=Foe(side="red")),
    )
    plot = Script(areas={"gate": ((2, 0),)}, objectives=aims)
    play = counted("a...p", "ap", settings={"script": plot})
    play.do("end red.a").do("move blue.p 3,0 2,0").do("end blue.p")
    rounds(play, 2)
    assert (play.waste().rounds, play.waste().held) == (1, 0)


@pytest.mark.parametrize(("path", "held"), [("1,0 2,0", 2), ("1,0", 0)])
def test_post_that_foes_end_counts_by_the_moment_when_they_do(path: str, held: int) -> None:
    work = Trigger(
        when=(When(handled=WhenHandled(side="blue", area="lever")),), do=(Do(objective="work"),)
    )
    aims = (
        aim("wait", survive=9),
        Objective(id="work", side="blue", title="Work"),
        Objective(id="win", side="blue", title="Win", defeat=Foe(side="red")),
    )
    plot = Script(areas={"lever": ((3, 1),)}, objectives=aims, triggers=(work,))
    play = counted("a....\n...!p", "pa", settings={"script": plot})
    play.do("end blue.p").do(f"move red.a {path}").do("end red.a")
    back = "1,0" if held else "0,0"
    play.do("handle blue.p 3,1").do("end blue.p").do(f"move red.a {back}").do("end red.a")
    assert (play.waste().rounds, play.waste().held) == (2, held)


def test_every_post_needs_its_own_unit() -> None:
    holds = tuple(aim(id, hold=Hold(area=id, rounds=9)) for id in ("east", "west"))
    plot = Script(areas={"east": ((0, 0),), "west": ((2, 0),)}, objectives=holds)
    play = counted("a.b..p", "abp", settings={"script": plot})
    play.do("end red.a").do("end red.b").do("end blue.p")
    play.do("end red.a").do("move red.b 3,0").do("end red.b").do("end blue.p")
    assert (play.waste().rounds, play.waste().held) == (2, 1)


def test_last_round_counts_if_the_battle_ends_with_it() -> None:
    hold = aim("hold", hold=Hold(area="hill", rounds=2))
    plot = Script(areas={"hill": ((0, 0),)}, objectives=(hold,))
    play = rounds(counted("a....p", "ap", settings={"script": plot}), 2)
    assert play.play.over is not None
    assert (play.waste().rounds, play.waste().held) == (2, 2)


# Means


def test_attack_is_a_use_of_its_weapon() -> None:
    play = counted("ap", "ap", p={"life": 7})
    play.do("attack red.a blue.p blade", 4, 4, 4, 5).do("end red.a").do("end blue.p")
    play.do("attack red.a blue.p blade", 4, 4, 4, 6)
    used = play.used("red.a")
    assert list(used) == [("weapon", "blade")]
    blade = used["weapon", "blade"]
    assert (blade.side, blade.uses, blade.damage, blade.defeated) == ("red", 2, 7, 1)
    assert play.counts.commands["red", "attack"] == 2


def test_item_heals_its_target() -> None:
    play = counted("a.p", "ap", a={"items": ["red_draught"], "life": 20})
    play.play.wound("red.a", 5)
    play.do("use red.a red_draught red.a", 2, 3)
    draught = play.used("red.a")["item", "red_draught"]
    assert (draught.uses, draught.healed) == (1, play.play.life("red.a") - 5)


def test_bare_command_is_an_action_that_gives_its_condition() -> None:
    play = counted("a.p", "ap").do("defend red.a")
    assert play.used("red.a") == {
        ("action", "defend"): UsedMeans(
            "red.a", "red", "action", "defend", 1, conditions={"defending": 1}
        )
    }


def test_effects_without_a_cause_belong_to_the_means_used_last_in_the_turn() -> None:
    counter = MeansCounter(scene("ap", "ap").battle)
    attack = Attacked(unit="red.a", target="blue.p", weapon="blade")
    heal = Healed(unit="blue.p", amount=2, left=3)
    counter.after(None, [attack, heal])
    for event in (TurnEnded(unit="red.a"), TurnStarted(unit="blue.p")):
        counter.after(None, [attack, event, heal])
    assert [(one.uses, one.healed) for one in counter.counts()] == [(3, 2)]


def test_condition_belongs_to_its_cause_even_if_something_else_was_used_since() -> None:
    play = scene("ap", "ap")
    counter = MeansCounter(play.battle)
    counter.after(None, [Attacked(unit="red.a", target="blue.p", weapon="blade")])
    held = Condition("held", cause="blade", by=play.unit("red.a"))
    play.battle.world.put(play.unit("blue.p"), Conditions((held,)))
    gained = ConditionGained(unit="blue.p", condition="held", value=0, turns=1)
    answer = Attacked(unit="blue.p", target="red.a", weapon="pike")
    counter.after(None, [answer, gained])
    assert {one.name: one.conditions for one in counter.counts()} == {
        "blade": {"held": 1},
        "pike": {},
    }


def test_trap_does_its_damage_later() -> None:
    play = Counted(duel("ab\n.c", a={"hand": ["spikes"]})).do("lay red.a spikes")
    play.do("move red.a 0,1").do("end red.a").do("move blue.b 0,0", 4)
    spikes = play.used("red.a")["item", "spikes"]
    assert (spikes.uses, spikes.damage) == (1, 4)


def test_weapon_of_a_reaction_is_used_by_the_unit_that_reacts() -> None:
    play = counted("ap..", "ap").do("end red.a").do("move blue.p 2,0 3,0")
    play.do("react red.a blade", 4, 4, 4, 3)
    assert list(play.used("red.a")) == [("weapon", "blade")]
    assert play.used("red.a")["weapon", "blade"].damage == 3
    assert play.used("blue.p") == {}


def test_attacks_of_monsters_are_counted_without_commands() -> None:
    books = find_books().books
    level = load_level(find_level("kennel"), books)
    found = fought(books["guard"], level, Bout(0, 2, ("novice", "novice")), lambda: None)
    attacks = [one for one in found.counts.means if (one.side, one.kind) == ("pack", "action")]
    assert {one.name for one in attacks} == {"attack"}
    assert sum(one.uses for one in attacks) > sum(one.defeated for one in attacks) > 0
    assert not any(side == "pack" for side, _ in found.counts.commands)


# Offers


def offers(play: Counted, unit: str) -> dict[tuple[str, str], int]:
    """Return the turns in which a unit could use each means."""
    return {(one.kind, one.name): one.turns for one in play.counts.offers if one.unit == unit}


def test_means_is_offered_once_in_a_turn() -> None:
    play = counted("a.p", "ap", a={"items": ["red_draught"], "life": 20})
    play.play.wound("red.a", 5)
    play.do("move red.a 1,0").do("end red.a").do("end blue.p").do("end red.a")
    found = offers(play, "red.a")
    assert found["item", "red_draught"] == 2
    assert found["weapon", "blade"] == 2
    assert found["action", "defend"] == 2
    assert not any(name in ("move", "end") for _, name in found)


def test_means_that_is_never_used_is_offered() -> None:
    play = counted("a..p", "ap", a={"items": ["red_draught"], "life": 20})
    play.play.wound("red.a", 5)
    play.do("end red.a")
    assert offers(play, "red.a")["item", "red_draught"] == 1
    assert play.used("red.a") == {}


def test_command_without_a_weapon_counts_as_the_weapon_it_attacks_with() -> None:
    play = Counted(duel(".a.b")).do("move red.a 2,0 3,0").do("engage red.a")
    play.do("attack red.a blue.b", 3)
    (weapon,) = (name for kind, name in play.used("red.a") if kind == "weapon")
    found = offers(play, "red.a")
    assert found["weapon", weapon] == 1
    assert ("action", "attack") not in found


# Units


def test_deeds_of_units() -> None:
    play = counted("ap", "ap", p={"life": 7})
    play.do("attack red.a blue.p blade", 4, 4, 4, 5).do("end red.a").do("end blue.p")
    play.do("attack red.a blue.p blade", 4, 4, 4, 6)
    deeds = {one.unit: one for one in play.counts.units}
    assert (deeds["red.a"].turns, deeds["red.a"].taken, deeds["red.a"].fell) == (2, 0, None)
    assert (deeds["blue.p"].turns, deeds["blue.p"].taken, deeds["blue.p"].fell) == (1, 7, 2)
    assert deeds["red.a"].side == play.counts.first == "red"
