"""The script of a level: triggers, objectives, arriving units and changing terrain.

Conditions are checked after everything that can make one true: the start or end of a round or turn,
entering a tile, damage, a death, an attack, the use of an item, interacting with or breaking an
object. If all conditions of a trigger are true at such a moment, it takes effect, unless one of its
`until` has been true before. Triggers are checked in the order of the level.
"""

from typing import ClassVar

from msgspec.structs import replace

from game.components.script_progress import (
    ChangedTerrain,
    Debris,
    Deeds,
    Deploying,
    NewBehaviour,
    Progress,
    ScriptMemory,
)
from game.components.unit import Allegiance
from game.core.cells import Cell
from game.systems.damage import Fall, Hurt
from game.systems.items import Consumed, ItemEffect
from game.systems.movement import Enter
from game.systems.rounds import BeginTurn, EndTurn, NextRound, Ordered
from game.systems.script.effects import SCRIPT_RULES, CarryOn, ScriptRules, arrive, carry_out
from game.systems.script.ground import describe_ground
from game.systems.script.objectives import held_for, judge_all
from game.terms import script_events
from game.terms.agenda import AgendaItem, ChoiceAsk, ChoiceMade, Finish
from game.terms.changes import FAILED, OBJECTIVES, SIDE, TRIGGERS, ChangeFacts, NameFact, names_if
from game.terms.events import Attacked, Reacted
from game.terms.level import Level, Unit
from game.terms.level_script import Trigger
from game.terms.parts import part_of
from game.terms.records import Entity
from game.terms.script.conditions import When
from game.world import World
from game.world.script_conditions import (
    broken,
    deeds,
    holds,
    is_meant,
    is_true,
    memory,
    progress,
)
from game.world.system import EffectSystem, System
from game.world.unit_names import id_of, round_of


class HandlingDone(AgendaItem, frozen=True, tag="Handled"):
    """A unit's interaction with the object on a tile."""

    unit: Entity
    at: Cell


class BreakingDone(AgendaItem, frozen=True, tag="Broken"):
    """The moment at which a unit has broken the object on a tile."""

    unit: Entity
    at: Cell


class AttackDone(AgendaItem, frozen=True):
    """The moment after a unit's attack, with all that it led to."""

    unit: Entity
    target: Entity


class RoundDone(AgendaItem, frozen=True):
    """The moment after the last turn of a round."""


class ReactionDone(AgendaItem, frozen=True):
    """The moment after a unit's attack as a reaction."""

    unit: Entity


def in_unit_order(level: Level) -> tuple[Unit, ...]:
    """Return the units in the level's order, with units that arrive later at the end (ALL-01).

    Several waves are in the order of the triggers that bring them.
    """
    waves: dict[str, int] = {}
    for number, trigger in enumerate(level.script.triggers, start=1):
        for deed in trigger.do:
            for id in deed.reinforcement.units if deed.reinforcement else ():
                waves.setdefault(id, number)
    return tuple(sorted(level.units, key=lambda unit: 0 if unit.at else waves.get(unit.id, 0)))


class Using(EffectSystem[ItemEffect | Consumed]):
    """A system that records used items, if a trigger asks for them."""

    def process(self, world: World, item: ItemEffect | Consumed) -> None:
        if "used" in world.scene.level.script.asked:
            kept = progress(world)
            world.put(world.root, replace(kept, used=(*kept.used, (item.user, item.item))))

    def could_change(self, world: World, item: ItemEffect | Consumed) -> bool:
        kept = progress(world)
        return any(
            index not in kept.fired
            and any(_is_awaited(world, when, item) for when in trigger.conditions)
            for index, trigger in enumerate(world.scene.level.script.triggers)
        )


def _is_awaited(world: World, when: When, item: ItemEffect | Consumed) -> bool:
    """Return whether this use of an item makes a condition true."""
    used = when.used
    if used is None or used.item not in (None, item.item) or is_true(world, when):
        return False
    return is_meant(world, item.user, used)


class Handling(System[HandlingDone | BreakingDone]):
    """A system that records interactions and broken objects.

    List it before `WatchingTriggers`.
    """

    def process(self, world: World, item: HandlingDone | BreakingDone) -> None:
        if isinstance(item, BreakingDone):
            smashed = dict.fromkeys((*broken(world), (item.unit, item.at)))
            world.put(world.root, Debris(tuple(smashed)))
        elif "handled" in world.scene.level.script.asked:
            kept = progress(world)
            done = (*kept.handled, (item.unit, item.at))
            world.put(world.root, replace(kept, handled=tuple(dict.fromkeys(done))))


def broke(world: World, unit: Entity, at: Cell) -> None:
    """Push `BreakingDone` for the object on a tile, if any trigger asks for broken objects."""
    if "broken" in world.scene.level.script.asked:
        world.push(BreakingDone(unit, at))


class RecordingDeeds(System[AttackDone | ReactionDone | EndTurn]):
    """A system that records attacks, reactions and ended turns, if a trigger asks for them.

    List it before `WatchingTriggers`.
    """

    def process(self, world: World, item: AttackDone | ReactionDone | EndTurn) -> None:
        kept = deeds(world)
        match item:
            case AttackDone(unit, target):
                done = tuple(dict.fromkeys((*kept.attacked, (unit, target))))
                world.put(world.root, replace(kept, attacked=done))
            case ReactionDone(unit):
                reacted = tuple(dict.fromkeys((*kept.reacted, unit)))
                world.put(world.root, replace(kept, reacted=reacted))
            case EndTurn(unit):
                if "ended" in world.scene.level.script.asked:
                    ended = tuple(dict.fromkeys((*kept.ended, unit)))
                    world.put(world.root, replace(kept, ended=ended))


def attack(world: World, unit: Entity, target: Entity, weapon: str, rule: str | None) -> None:
    """Log an attack. Call this before pushing the attack's items, which are then settled first."""
    names = id_of(world, unit), id_of(world, target)
    world.tell(Attacked(unit=names[0], target=names[1], weapon=weapon, rule=rule))
    if "attacked" in world.scene.level.script.asked:
        world.push(AttackDone(unit, target))


def react(world: World, unit: Entity, how: str, rule: str) -> None:
    """Log a reaction. Call this before pushing the reaction's items, which are settled first."""
    world.tell(Reacted(unit=id_of(world, unit), how=how, rule=rule))
    if "reacted" in world.scene.level.script.asked:
        world.push(ReactionDone(unit))


class RoundsEnding(System[NextRound]):
    """A system that judges objectives at the end of a round: areas held, and rounds survived.

    If a trigger asks for the end of a round, it also lets triggers be checked, before objectives.
    List it before `rounds.TurnOrder`.
    """

    def process(self, world: World, item: NextRound) -> None:
        script = world.scene.level.script
        if script.objectives:
            before = dict(progress(world).held)
            aims = (aim for aim in script.objectives if aim.hold)
            held = tuple((a.id, held_for(world, a, before.get(a.id, 0))) for a in aims)
            if held:
                world.put(world.root, replace(progress(world), held=held))
            world.push(*reversed(judge_all(world, round_is_over=True)))
        if "round_end" in script.asked:
            world.put(world.root, replace(memory(world), rounds=round_of(world)))
            world.push(RoundDone())


Watched = (
    Ordered
    | NextRound
    | RoundDone
    | BeginTurn
    | EndTurn
    | Hurt
    | Fall
    | ItemEffect
    | Consumed
    | HandlingDone
    | BreakingDone
    | AttackDone
    | ReactionDone
    | ChoiceMade
    | CarryOn
)
"""Items that can set off a trigger or complete an objective."""


class WatchingTriggers(System[Watched]):
    """A system that checks triggers and objectives. List it last."""

    def __init__(self, rules: ScriptRules = SCRIPT_RULES) -> None:
        """Make the system. `rules` says how the book's units are moved, and more."""
        self._rules = rules

    def process(self, world: World, item: AgendaItem) -> None:
        plot = world.scene.level.script
        if not (plot.triggers or plot.objectives) or world.has(world.root, Deploying):
            return
        due: list[AgendaItem] = []
        if isinstance(item, CarryOn):
            due += carry_out(world, self._rules, item.trigger, item.effect)
        if progress(world).waiting:
            due += arrive(world, ())
        self._look_at_all(world, due)
        if plot.objectives:
            due += judge_all(world, round_is_over=False)
        world.push(*reversed(due))

    def _look_at_all(self, world: World, due: list[AgendaItem]) -> None:
        """Check all triggers, and add the items of those that take effect to `due`.

        If flags or counters change, check all of them again. Each acts once at most.
        """
        acted: set[int] = set()
        while True:
            before = memory(world)
            for index, trigger in enumerate(world.scene.level.script.triggers):
                if any(isinstance(one, Finish) for one in due):
                    return
                if _takes_effect(world, index, trigger, index not in acted):
                    acted.add(index)
                    due += carry_out(world, self._rules, index)
            if memory(world) == before:
                return


class WatchingEntrances(WatchingTriggers):
    """A system that checks triggers and objectives when a unit enters a tile.

    List it before the systems for encounters, so that triggers come first.
    """

    acts_on: ClassVar[tuple[type[AgendaItem], ...]] = (Enter,)


def _takes_effect(world: World, index: int, trigger: Trigger, may_act: bool) -> bool:
    """Check a trigger, and return whether it takes effect now; if so, record this."""
    kept = progress(world)
    if index in kept.fired or index in deeds(world).withdrawn:
        return False
    if any(is_true(world, when) for when in trigger.until):
        gone = deeds(world)
        world.put(world.root, replace(gone, withdrawn=(*gone.withdrawn, index)))
        return False
    is_so = holds(world, trigger)
    if is_so == (index in kept.holding):
        return False
    if not is_so:
        left = tuple(i for i in kept.holding if i != index)
        world.put(world.root, replace(kept, holding=left))
    elif may_act and trigger.once:
        world.put(world.root, replace(kept, fired=(*kept.fired, index)))
    elif may_act:
        world.put(world.root, replace(kept, holding=(*kept.holding, index)))
    return is_so and may_act


# Changes to records, for the odds


def describe_progress(old: Progress | None, new: Progress | None) -> ChangeFacts:
    """Return the triggers set off, by number from 1, and the objectives completed and failed."""
    before, after = old or Progress(), new or Progress()
    known = {*before.fired, *before.holding}
    begun = (str(n + 1) for n in (*after.fired, *after.holding) if n not in known)
    return (
        *names_if(begun, TRIGGERS),
        *names_if((id for id in after.reached if id not in before.reached), OBJECTIVES),
        *names_if((id for id in after.failed if id not in before.failed), FAILED),
    )


def describe_side(old: Allegiance | None, new: Allegiance | None) -> ChangeFacts:
    """Return the side that a unit joins."""
    return (NameFact(SIDE, new.side),) if old and new and old != new else ()


PART = part_of(
    globals(),
    *script_events.PART.events,
    *(ChangedTerrain, Progress, Debris, Deeds, ScriptMemory, NewBehaviour),
    *(CarryOn, ChoiceAsk, ChoiceMade),
    describe={
        Progress: describe_progress,
        ChangedTerrain: describe_ground,
        Allegiance: describe_side,
    },
)
