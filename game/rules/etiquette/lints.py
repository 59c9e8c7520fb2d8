"""Checks for Etiquette levels only."""

from collections.abc import Iterable

from game.core.dice import Ranked
from game.rules.etiquette.schema import Figure, Item, Settings
from game.systems.shared_lints import (
    hands_for_items,
    life_to_wait_for,
    movement_in_bounds,
    name_in_file,
    things_of_use,
)
from game.terms.book_schema import Flaw
from game.terms.level import Level

MOST_SIDES = 4
MOST_DICE = 4
"""Maximum number of dice that can be matched."""


def one_figure_a_player(level: Level) -> Iterable[Flaw]:
    """Yield players without exactly one character; all their other units are robots (ETI-13)."""
    for side in level.sides:
        count = sum(
            unit.side == side.id and not unit.stats_as(Figure).robot for unit in level.units
        )
        if count != 1:
            yield Flaw("side-figures", ("side", side.id), side=side.id, count=count)
    if len(level.sides) > MOST_SIDES:
        at = ("side", level.sides[MOST_SIDES].id)
        yield Flaw("too-many-sides", at, count=len(level.sides), most=MOST_SIDES)


def robots_have_no_hand(level: Level) -> Iterable[Flaw]:
    """Yield robots with a hand: their owner plays items for them (ETI-08)."""
    for unit in level.units:
        stats = unit.stats_as(Figure)
        if stats.robot and stats.hand:
            yield Flaw("robot-hand", ("unit", unit.id, "hand"), unit=name_in_file(unit))


def dice_can_be_matched(level: Level) -> Iterable[Flaw]:
    """Yield fight dice that can't be compared one by one (ETI-09)."""
    for key in ("attack", "one", "two", "robot"):
        text = getattr(level.settings_as(Settings), key)
        try:
            sides = Ranked.like(text).sides
        except ValueError:
            sides = ()
        if not 1 <= len(sides) <= MOST_DICE or sides[0] > 12:
            yield Flaw("dice-unmatched", ("etiquette", key), key=key, dice=text, most=MOST_DICE)


def items_fit_their_use(level: Level) -> Iterable[Flaw]:
    """Yield attack and defence items without a knack, and other items with a knack (ETI-08)."""
    for id, thing in level.things("items", Item).items():
        at, is_played = (id, "target"), thing.target in ("attack", "defence")
        if is_played and thing.knack is None:
            yield Flaw("knack-missing", at, file="items", header=id, target=thing.target)
        elif thing.knack is not None and not is_played:
            yield Flaw("knack-idle", at, file="items", header=id, target=thing.target)


LINTS = (
    one_figure_a_player,
    robots_have_no_hand,
    hands_for_items(lambda _, unit: not unit.stats_as(Figure).robot),
    movement_in_bounds(Figure, lambda figure: figure.movement),
    dice_can_be_matched,
    items_fit_their_use,
    life_to_wait_for(Figure, lambda figure: figure.life),
    things_of_use(),
)
