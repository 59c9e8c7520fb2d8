"""How hard a journey is: its battles, its road, and the assists that are turned on.

All of it can be changed at any time. Assists are the only part that touches the dice of a battle.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.campaign_tables import RoadDifficulty, Stop
from game.campaign.hero_state import keys_of
from game.campaign.journey_file import Assist, JourneyState, Member
from game.campaign.journey_sentences import failure
from game.play.aftermath import BattleCourse

REROLL: Final = "reroll"
FEWER_WOUNDS: Final = "fewer_wounds"
INTENT: Final = "intent"
ASSISTS: tuple[Assist, ...] = (REROLL, FEWER_WOUNDS, INTENT)
"""The assists, in the order in which they are shown."""
WHOLE = 100
"""All of something, in percent."""


class Hardness(msgspec.Struct, frozen=True):
    """How hard a journey is, as players choose it."""

    difficulty: str
    """Id of the difficulty of the battles."""
    road: str = ""
    """Id of the difficulty of the road; "" for the usual one for the battles' difficulty."""
    assists: tuple[Assist, ...] = ()


def checked(campaign: Campaign, wanted: Hardness | str) -> Hardness:
    """Return a choice with its road, and its assists in order. Raise Failure if it isn't known.

    `wanted` can be the difficulty of the battles alone.
    """
    if isinstance(wanted, str):
        wanted = Hardness(wanted)
    if wanted.difficulty not in {one.id for one in campaign.difficulties}:
        raise failure("slot", "no_difficulty", difficulty=wanted.difficulty)
    road = wanted.road or campaign.road_for(wanted.difficulty).id
    if road and road not in {one.id for one in campaign.roads}:
        raise failure("slot", "no_road", road=road)
    return Hardness(
        wanted.difficulty, road, tuple(name for name in ASSISTS if name in wanted.assists)
    )


def hardness_of(state: JourneyState) -> Hardness:
    """Return how hard a journey is."""
    return Hardness(state.difficulty, state.road, state.assists)


def hardened(campaign: Campaign, state: JourneyState, wanted: Hardness | str) -> JourneyState:
    """Return the state with another choice. Raise Failure if it isn't known."""
    now = checked(campaign, wanted)
    return replace(state, difficulty=now.difficulty, road=now.road, assists=now.assists)


def rerolls(campaign: Campaign, state: JourneyState) -> int:
    """Return the number of rerolls in the next battle."""
    return campaign.assist.rerolls if REROLL in state.assists else 0


def used_assists(state: JourneyState, course: BattleCourse) -> tuple[Assist, ...]:
    """Return the assists used in the pending battle, which took this course.

    *Fewer wounds* counts if heroes were in the battle.
    """
    has_heroes = state.pending is not None and bool(state.pending.heroes)
    used = {
        REROLL: course.rerolls > 0,
        FEWER_WOUNDS: FEWER_WOUNDS in state.assists and has_heroes,
        INTENT: course.has_intents,
    }
    return tuple(name for name in ASSISTS if used[name])


# Stores


def found_on_arrival(road: RoadDifficulty, stop: Stop) -> tuple[str, ...]:
    """Return the items found on the first arrival at a stop."""
    return kept_finds(road, (*stop.finds, *(road.finds if stop.camp else ())))


def kept_finds(road: RoadDifficulty, items: Sequence[str]) -> tuple[str, ...]:
    """Return the items that are found on a road, out of those that there are."""
    return tuple(id for id in items if id not in road.without)


# Wounds


def share_of_wounds(campaign: Campaign, state: JourneyState) -> int:
    """Return the percentage of a battle's wounds that heroes keep."""
    share = campaign.road(state.road).wounds
    return share * campaign.assist.wounds // WHOLE if FEWER_WOUNDS in state.assists else share


def eased(
    campaign: Campaign, before: Iterable[Member], after: Sequence[Member], share: int
) -> tuple[Member, ...]:
    """Return the survivors of a battle with `share` percent of the life that they lost in it."""
    key = campaign.book.schema.lost
    if not key or share == WHOLE:
        return tuple(after)
    by_id = {member.id: member for member in before}
    return tuple(_lacking(campaign, member, by_id[member.id], key, share) for member in after)


def _lacking(campaign: Campaign, now: Member, before: Member, key: str, share: int) -> Member:
    had, has = _lost(campaign, before, key), _lost(campaign, now, key)
    if has <= had:
        return now
    kept = -(-(has - had) * share // WHOLE)
    return replace(now, keys={**now.keys, key: had + kept})


def rested_partly(
    campaign: Campaign, before: Sequence[Member], after: Sequence[Member], rest: int
) -> tuple[Member, ...]:
    """Return the heroes after a long rest that restores only `rest` percent of the lost life."""
    key = campaign.book.schema.lost
    if not key or rest == WHOLE:
        return tuple(after)
    left = [_lost(campaign, one, key) * (WHOLE - rest) // WHOLE for one in before]
    return tuple(
        replace(one, keys={**one.keys, key: lost}) if lost else one
        for one, lost in zip(after, left, strict=True)
    )


def _lost(campaign: Campaign, member: Member, key: str) -> int:
    """Return the life that a hero lacks."""
    found = keys_of(campaign, member).get(key, 0)
    return found if isinstance(found, int) else 0
