"""The attack to show in the rulebook lens."""

from game.client.battle.context import BattleContext
from game.present.codex.rulebook_lens import LensAttack
from game.terms.commands import unit_of, weapon_of

ATTACK = "attack"
"""Verb of attack commands, the same in all books."""


def attack_of(seat: BattleContext) -> LensAttack | None:
    """Return the attack that is planned, or aimed at by pointer or cursor, or None."""
    plan = seat.plan
    cell = seat.hovered if seat.hovered is not None else seat.cursor
    choice = plan.planned or plan.at(cell)
    if (choice is None or choice.verb != ATTACK) and cell is not None:
        deed = plan.strike_at(cell)
        found = plan.places(deed).get(cell, []) if deed is not None else []
        choice = next((one for one in found if one.verb == ATTACK), None)
    if choice is None or choice.verb != ATTACK or choice.unit is None:
        return None
    attacker, target = seat.picture.token(unit_of(choice.command)), seat.picture.token(choice.unit)
    if attacker is None or target is None:
        return None
    return LensAttack(
        seat.overview.rulebook, attacker.kind, target.kind, weapon_of(choice.command) or ""
    )
