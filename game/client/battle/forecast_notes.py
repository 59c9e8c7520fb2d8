"""Sentences to read before the forecast of a choice."""

from game.client.battle.context import BattleContext
from game.client.battle.forecasting import Forecaster
from game.client.panels.forecast_panel import summed
from game.present.forecast.numbers import percent
from game.present.question import Choice


def notes_of(seat: BattleContext, foresight: Forecaster, choice: Choice) -> tuple[str, ...]:
    """Return what a choice's odds don't say: the dangers of its move, and that it is final."""
    notes = [f"{choice.instead[:1].upper()}{choice.instead[1:]}."] if choice.instead else []
    if choice.path and choice == seat.plan.planned:  # else it would be given at once
        is_secret = seat.sitting.is_revealing(choice.command)
        notes.append(seat.say("way_secret" if is_secret else "way_final"))
    elif choice.after is None and not choice.path and _reveals(seat, choice):
        is_item = "item" in choice.command.__struct_fields__
        notes.append(seat.say("final_item" if is_item else "final_secret"))
    way = foresight.of(choice.after) if choice.after is not None else None
    if way is not None:
        found = summed(way.odds, seat.picture, choice.who or seat.board.selected)
        if found.chance:
            notes.append(seat.say("way_harm", share=percent(found.chance)))
        if found.chance or found.arrives < 1 or found.stops:
            notes.append(seat.say("way_clear"))
    return tuple(notes)


def _reveals(seat: BattleContext, choice: Choice) -> bool:
    """Return whether a command with a sure result can't be undone, because it reveals something."""
    odds = seat.odds(choice)
    is_sure = odds is not None and len(odds.outcomes) == 1 and not odds.rolls
    return is_sure and seat.sitting.is_revealing(choice.command)
