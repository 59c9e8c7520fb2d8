"""Choices by computer players, for journeys that are played to measure a campaign."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from game.campaign.journey import Journey
from game.campaign.journey_file import ChosenOption
from game.campaign.screen_values import ChoiceShown, OptionShown

Pick: TypeAlias = Callable[[ChoiceShown], OptionShown]
"""A function that picks one of the options offered."""
Picked: TypeAlias = Counter[tuple[str, str]]
"""How often each option was picked, by its stop or hero and its id."""


def at_random(random: Random) -> Pick:
    """Return a function that picks any option, each with the same chance."""
    return lambda choice: random.choice(choice.options)


def evenly(picked: Picked) -> Pick:
    """Return a function that picks the option picked least often so far, and counts it."""

    def pick(choice: ChoiceShown) -> OptionShown:
        """Pick an option; of several, the first."""
        place = choice.hero or choice.stop
        found = min(choice.options, key=lambda option: picked[place, option.id])
        picked[place, found.id] += 1
        return found

    return pick


def choose_all(journey: Journey, pick: Pick, random: Random) -> tuple[ChosenOption, ...]:
    """Make all choices that a journey waits for, and return them.

    Any hero who can have a trait gets it with the same chance.
    """
    before = len(journey.record)
    while (choice := journey.choice) is not None:
        option = pick(choice)
        is_for_one = option.heroes and not option.everyone
        journey.choose(option.id, random.choice(option.heroes) if is_for_one else "")
    return tuple(it for it in journey.record[before:] if isinstance(it, ChosenOption))
