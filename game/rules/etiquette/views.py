"""Views of the state for people: the turn queue, unit cards and changes."""

from game.components.belongings import Armed
from game.components.motion import Stride
from game.components.unit import Vitals
from game.engine.book import KnownStats
from game.rules.etiquette.minions import is_robot, owner_of
from game.rules.etiquette.promises import pledges_of, repute_of
from game.rules.etiquette.records import Duel, Pledges, Repute
from game.rules.etiquette.schema import Settings
from game.rules.etiquette.walks import duel_of
from game.systems import board_views, items
from game.systems.movement_dice import Allowance
from game.terms.changes import ChangeFacts, FlagFact, flag_if, names_if
from game.terms.parts import part_of
from game.terms.queue import QueueSlot
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of


def queue(world: World) -> tuple[QueueSlot, ...]:
    """Return the turn queue: the fight in progress, then the usual turns."""
    slots = (slot for _, duel in world.all(Duel) for slot in _duel_slots(world, duel))
    return board_views.queue_with_fights(world, slots)


def _duel_slots(world: World, duel: Duel) -> list[QueueSlot]:
    """Return the slots of the current attacker and the next."""
    now = duel.attacker
    state = "acting" if duel.turn else "open"
    return [
        QueueSlot((id_of(world, now),), 0, state, "fight"),
        QueueSlot((id_of(world, duel.other(now)),), 0, "open", "fight"),
    ]


def card(world: World, unit: Entity) -> KnownStats:
    """Return a unit's stats, including its hand if the hand is known."""
    vitals, armed = world.find(unit, Vitals), world.find(unit, Armed)
    allowance = world.find(unit, Allowance)
    if vitals is None or armed is None or allowance is None:
        life = {"life": vitals.life, "most_life": vitals.most} if vitals else {}
        return KnownStats(life | {"dead": True})
    rules, robot = world.scene.settings(Settings), is_robot(world, unit)
    stats: dict[str, object] = {
        "life": vitals.life,
        "most_life": vitals.most,
        "weapon": armed.weapon,
        "attack": rules.robot if robot else rules.attack,
        "movement": allowance.dice,
    }
    return KnownStats(stats | _state(world, unit), items.hand_of(world, unit))


def _state(world: World, unit: Entity) -> dict[str, object]:
    """Return the values that can change from turn to turn."""
    found: dict[str, object] = {}
    stride, owner = world.find(unit, Stride), owner_of(world, unit)
    if owner != unit:
        found["owner"] = id_of(world, owner)
    if stride:
        found["movement_left"] = stride.left
    duel = duel_of(world, unit)
    if duel is not None:
        fight = world.get(duel, Duel)
        role = "defender_against" if fight.stood == unit else "aggressor_against"
        found[role] = [id_of(world, fight.other(unit))]
    if owner == unit:
        found |= _honour(world, unit)
    return found | board_views.held_conditions(world, unit)


def _honour(world: World, unit: Entity) -> dict[str, object]:
    """Return a player's open promises, and the numbers of promises kept and broken."""
    repute, promised = repute_of(world, unit), list[str]()
    by_kind: dict[str, list[str]] = {}
    for pledge in pledges_of(world, unit):
        to = id_of(world, pledge.to)
        promised.append(f"{pledge.kind} {to}")
        by_kind.setdefault(f"promised_{pledge.kind}", []).append(to)
    found: dict[str, object] = {"promises": promised, **by_kind} if promised else {}
    if repute.kept or repute.broken:
        found |= {"kept": repute.kept, "broken": repute.broken}
    return found


def describe_repute(old: Repute | None, new: Repute | None) -> ChangeFacts:
    """Return the fact that a promise is broken or kept, for the odds."""
    before, after = old or Repute(), new or Repute()
    if after.broken > before.broken:
        return (FlagFact("breaks_word", True),)
    return flag_if(after.kept > before.kept, "keeps_word")


def describe_pledges(old: Pledges | None, new: Pledges | None) -> ChangeFacts:
    """Return the kinds of new promises, for the odds."""
    before = old.all if old else ()
    fresh = [pledge.kind for pledge in (new.all if new else ()) if pledge not in before]
    has_more = len(new.all if new else ()) > len(before)
    return names_if(fresh if has_more else (), "promises")


PART = part_of(globals(), describe={Repute: describe_repute, Pledges: describe_pledges})
