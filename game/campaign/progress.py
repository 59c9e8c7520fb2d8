"""Steps from one state of a journey to the next: arrivals, rests and results of battles.

All functions return new values and write nothing.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.campaign_tables import Stop, StopBattle
from game.campaign.choices import (
    all_rested,
    owed_after_battle,
    owed_at_ranks,
    valid_choices,
)
from game.campaign.hardness import (
    eased,
    found_on_arrival,
    kept_finds,
    share_of_wounds,
    used_assists,
)
from game.campaign.hero_state import keys_of, standing_of
from game.campaign.journey_file import (
    BattleReport,
    FoughtBattle,
    Grown,
    JourneyState,
    LongRest,
    Member,
    OwedChoice,
    Pending,
)
from game.campaign.stakes import paid, stakes_after
from game.play.aftermath import BattleCourse, Books, Fared
from game.play.opening import random_seed

BEHIND = 1
"""Maximum number of ranks that a joining hero can be behind the highest hero."""
UNKNOWN = BattleCourse()
"""The course of a battle of which only the result is known."""


def stop_of(campaign: Campaign, state: JourneyState) -> Stop:
    """Return the current stop."""
    return campaign.stops[state.stop]


def is_won(campaign: Campaign, state: JourneyState) -> bool:
    """Return whether this stop has no battle left to win."""
    return stop_of(campaign, state).battle is None or state.stop in state.won


def arrived(campaign: Campaign, state: JourneyState, to: str) -> JourneyState:
    """Return the state after arriving at a stop. Items are found on the first visit only."""
    stop = campaign.stops[to]
    there = {member.id for member in state.roster}
    new = [id for id in stop.joins if id not in there and id not in state.fallen]
    roster = [*state.roster, *(_joining(campaign, state, id) for id in new)]
    away = {member.id: member for member in state.away if member.id not in new}
    for id in stop.leaves:
        if len(roster) > 1:
            away |= {member.id: member for member in roster if member.id == id}
            roster = [member for member in roster if member.id != id]
    is_first, road = to not in state.passed, campaign.road(state.road)
    return replace(
        state,
        stop=to,
        roster=tuple(roster),
        away=tuple(away.values()),
        stores=(*state.stores, *(found_on_arrival(road, stop) if is_first else ())),
        passed=(*state.passed, to) if is_first else state.passed,
        is_rested=False,
        is_over=stop.ending and stop.battle is None,
        pending=None,
        seed=random_seed(),
    )


def _joining(campaign: Campaign, state: JourneyState, id: str) -> Member:
    """Return a joining hero: unchanged since leaving, but at most `BEHIND` ranks behind."""
    member = next((member for member in state.away if member.id == id), Member(id))
    key = campaign.book.schema.gained

    def rank(one: Member) -> int:
        """Return a member's rank."""
        found = keys_of(campaign, one).get(key, 0)
        return found if isinstance(found, int) else 0

    least = max(map(rank, state.roster), default=0) - BEHIND
    return member if rank(member) >= least else replace(member, keys={**member.keys, key: least})


def after_rest(campaign: Campaign, state: JourneyState, books: Books) -> JourneyState:
    """Return the state after a long rest of all heroes at this stop."""
    record = (*state.record, LongRest(state.stop))
    roster = all_rested(campaign, state, books)
    return replace(state, roster=roster, is_rested=True, record=record)


# After a battle


def after_battle(
    campaign: Campaign,
    state: JourneyState,
    books: Books,
    is_victory: bool,
    fared: Sequence[Fared],
    course: BattleCourse = UNKNOWN,
) -> tuple[JourneyState, BattleReport]:
    """Return the state after the pending battle, and the battle's report.

    A defeat without a next stop, or a battle that leaves the roster empty, changes nothing: it must
    be retried, from the start or from any of its turns.
    """
    stop = stop_of(campaign, state)
    battle, pending = stop.battle, state.pending
    assert battle is not None
    assert pending is not None
    fared = () if battle.seats else fared  # what happens to the units they play is only a game
    state = replace(state, fought=state.fought + 1)
    now = replace(state, pending=None)
    roster, dead = _survivors(now.roster, fared)
    roster = eased(campaign, now.roster, roster, share_of_wounds(campaign, state))
    fought = _fought(state, pending, is_victory, course, fared)
    if not (is_victory or battle.lost) or (state.roster and not roster):
        entry = replace(fought, again=True, down=(), dead=())
        told = replace(pending, is_told=True)
        tried = replace(state, pending=told, record=(*state.record, entry))
        return tried, BattleReport(is_victory, again=True, next=state.stop)
    grown: tuple[Grown, ...] = ()
    if is_victory and battle.grows:
        roster, grown = _grown(campaign, books, roster, pending.heroes)
    found = kept_finds(campaign.road(state.road), _found(battle, course)) if is_victory else ()
    now = replace(now, roster=roster, fallen=(*now.fallen, *dead), stores=(*now.stores, *found))
    stakes = stakes_after(battle, is_victory)
    now, stake = paid(campaign, books, now, stakes, pending.heroes)
    hurt = _hurt(campaign, books, now.roster, pending.heroes)
    if battle.seats and not any(stake.hurt for stake in stakes):
        hurt = ()
    now = replace(_noted(now, is_victory), record=(*now.record, fought))
    owed = *owed_at_ranks(campaign, now, grown), *_owed(stop, now, is_victory)
    to = battle.won if is_victory else battle.lost
    if to is not None:
        now = arrived(campaign, now, to)
    elif stop.ending and is_victory:
        now = replace(now, is_over=True)
    now = replace(now, owed=valid_choices(campaign, replace(now, owed=owed)))
    found = (*found, *stake.found)
    report = BattleReport(is_victory, False, grown, hurt, dead, found, now.stop, course.goals)
    report = replace(report, gone=stake.gone, told=stake.told)
    return replace(now, last=(pending.mark, report)), report


def _owed(stop: Stop, state: JourneyState, is_victory: bool) -> Iterator[OwedChoice]:
    party = {member.id for member in state.roster}
    return owed_after_battle(stop, state, is_victory, party)


def _found(battle: StopBattle, course: BattleCourse) -> tuple[str, ...]:
    """Return the items found after a victory, with the rewards of optional objectives."""
    rewards = (goal.finds for goal in battle.goal if goal.objective in course.goals)
    return (*battle.finds, *(id for finds in rewards for id in finds))


def _fought(
    state: JourneyState,
    pending: Pending,
    is_victory: bool,
    course: BattleCourse,
    fared: Sequence[Fared],
) -> FoughtBattle:
    """Return the entry of the record for the pending battle."""
    ids = {one.id.partition(".")[2]: one for one in fared}
    return FoughtBattle(
        stop=state.stop,
        won=is_victory,
        rounds=course.rounds,
        heroes=pending.heroes,
        down=tuple(id for id in pending.heroes if id in ids and _is_down(ids[id])),
        dead=tuple(id for id in pending.heroes if id in ids and ids[id].is_dead),
        goals=course.goals,
        difficulty=state.difficulty,
        road=state.road,
        assists=used_assists(state, course),
    )


def _is_down(one: Fared) -> bool:
    return one.is_down and not one.is_dead


def _noted(state: JourneyState, is_victory: bool) -> JourneyState:
    if is_victory:
        return replace(state, won=_with(state.won, state.stop))
    return replace(state, lost=_with(state.lost, state.stop))


def _with(ids: tuple[str, ...], id: str) -> tuple[str, ...]:
    return ids if id in ids else (*ids, id)


def _survivors(
    roster: Iterable[Member], fared: Iterable[Fared]
) -> tuple[tuple[Member, ...], tuple[str, ...]]:
    """Return the survivors with their lasting changes, and the dead."""
    by_id = {one.id.partition(".")[2]: one for one in fared}
    left, dead = [], []
    for member in roster:
        one = by_id.get(member.id)
        if one is None:
            left.append(member)
        elif one.is_dead:
            dead.append(member.id)
        else:
            left.append(Member(member.id, {**member.keys, **one.keys}, one.is_down))
    return tuple(left), tuple(dead)


def _grown(
    campaign: Campaign, books: Books, roster: Iterable[Member], went: Iterable[str]
) -> tuple[tuple[Member, ...], tuple[Grown, ...]]:
    """Return the roster after the heroes of a battle have gained a rank, and the ranks gained.

    A hero at the highest rank gains none.
    """
    members, told = [], []
    key = books[campaign.book.id].schema.gained
    for member in roster:
        now = standing_of(campaign, books, member)
        if key and member.id in went and now.rank < len(now.growths):
            member = replace(member, keys={**member.keys, key: now.rank + 1})
            told.append(Grown(member.id, now.rank + 1, now.growths[now.rank].title))
        members.append(member)
    return tuple(members), tuple(told)


def _hurt(
    campaign: Campaign, books: Books, roster: Iterable[Member], went: Iterable[str]
) -> tuple[str, ...]:
    standings = {m.id: standing_of(campaign, books, m) for m in roster if m.id in went}
    return tuple(id for id, it in standings.items() if it.life < it.most)


# Steps to withdraw


class LatestSteps:
    """The states before the last report, and before each choice since. Other steps end them."""

    def __init__(self) -> None:
        self._before_report: JourneyState | None = None
        self._before_choices: list[JourneyState] = []
        self._now: JourneyState | None = None
        """State after the last of these steps."""

    def reported(self, before: JourneyState, after: JourneyState) -> None:
        """Remember a report."""
        self._before_report, self._before_choices, self._now = before, [], after

    def chose(self, before: JourneyState, after: JourneyState) -> None:
        """Remember a choice."""
        if self._now is not before:
            self._before_report, self._before_choices = None, []
        self._before_choices.append(before)
        self._now = after

    def chose_again(self, after: JourneyState) -> None:
        """Forget the last choice, which was withdrawn; `after` is the state since."""
        self._before_choices.pop()
        self._now = after

    def before_report(self, state: JourneyState) -> JourneyState | None:
        """Return the state before the report; None if other steps led to the current `state`."""
        return self._before_report if self._now is state else None

    def before_choice(self, state: JourneyState) -> JourneyState | None:
        """Return the state before the last choice; None if there is none to withdraw."""
        return self._before_choices[-1] if self._before_choices and self._now is state else None
