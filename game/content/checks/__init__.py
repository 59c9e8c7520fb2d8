"""Checks of a level beyond the types of its values.

A check reads a draft, in which anything can be missing, and records its findings on the source. A
check that needs a missing part reports nothing, because that part is reported already. Add new
checks to the lists below. Their order doesn't matter, except that the checks of play, which need a
playable level, come last and skip levels with other errors.
"""

from collections.abc import Callable

from game.content.checks import (
    areas,
    behaviours,
    deploys,
    expectations,
    grid,
    ids,
    objectives,
    places,
    possible_events,
    rosters,
    script_state,
    sides,
    triggers,
    walkable_ways,
)
from game.content.drafts.level_draft import LevelDraft

Check = Callable[[LevelDraft], None]

CHECKS: tuple[Check, ...] = (
    grid.has_rows,
    grid.is_even,
    grid.is_not_too_large,
    grid.letters_are_known,
    grid.zones_fit,
    ids.differ,
    ids.are_simple,
    sides.are_enough,
    sides.have_units,
    sides.are_no_things,
    places.are_given_once,
    places.can_be_stood_on,
    places.are_not_shared,
    areas.are_on_map,
    areas.have_tiles,
    areas.are_not_too_large,
    rosters.are_once,
    rosters.are_own,
    rosters.have_prices,
    rosters.can_be_filled,
    rosters.hold_the_usual,
    rosters.may_be_left_out,
    deploys.are_free,
    deploys.are_own,
    deploys.are_once,
    deploys.are_apart,
    objectives.can_be_reached,
    objectives.come_in_time,
    objectives.are_of_their_side,
    triggers.bring_who_is_away,
    triggers.reach_no_protection,
    triggers.agree_with_themselves,
    triggers.name_known_keys,
    script_state.have_own_ids,
    script_state.ask_for_known_answers,
    script_state.hand_over_items,
    script_state.let_units_join,
    expectations.say_something,
    expectations.name_possible_ends,
    # checks of play
    areas.can_be_entered,
    deploys.have_room,
    rosters.have_room,
    possible_events.can_come_to_pass,
)
"""Checks that find errors. They run whenever a level is opened."""

LINTS: tuple[Check, ...] = (
    grid.letters_are_used,
    areas.name_tiles_once,
    areas.are_named,
    behaviours.matter,
    deploys.have_units,
    rosters.leave_a_choice,
    sides.look_apart,
    sides.have_heroes_once,
    objectives.can_win,
    triggers.bring_nobody_twice,
    triggers.go_on_after_the_end,
    triggers.ask_something,
    script_state.are_asked_for,
    # checks of play
    triggers.change_something,
    walkable_ways.units_can_meet,
)
"""Checks that only warn. Opening a level to play it skips them."""


def run_checks(draft: LevelDraft) -> None:
    """Record all errors of a level; if there are any, also all warnings."""
    for check in CHECKS:
        check(draft)
    if draft.source.has_errors:
        run_lints(draft)


def run_lints(draft: LevelDraft) -> None:
    """Record all warnings."""
    for check in LINTS:
        check(draft)


def run_all_checks(draft: LevelDraft) -> None:
    """Record the findings of all checks."""
    for check in (*CHECKS, *LINTS):
        check(draft)
