"""What an evening at another table is about: gains and losses on the road."""

from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.campaign_tables import Stake, StopBattle
from game.campaign.hero_state import keys_of, standing_of
from game.campaign.journey_file import JourneyState, Member
from game.play.aftermath import Books


class StakesPaid(msgspec.Struct, frozen=True):
    """The gains and losses after a battle."""

    found: tuple[str, ...] = ()
    """Items gained."""
    gone: tuple[str, ...] = ()
    """Items lost."""
    told: tuple[str, ...] = ()
    """Lines of the campaign about them."""


def stakes_after(battle: StopBattle, is_victory: bool) -> tuple[Stake, ...]:
    """Return the stakes that are due after a victory or a defeat."""
    results = ("won" if is_victory else "lost", "either")
    return tuple(stake for stake in battle.stake if stake.after in results)


def paid(
    campaign: Campaign,
    books: Books,
    state: JourneyState,
    stakes: Sequence[Stake],
    went: Collection[str],
) -> tuple[JourneyState, StakesPaid]:
    """Return the state after gains and losses, and what they were.

    Only heroes who `went` are wounded or healed. Lost items are taken from the stores, or else from
    the heroes who went, or else from others; an item that nobody has isn't lost.
    """
    found: list[str] = []
    gone: list[str] = []
    for stake in stakes:
        found += stake.finds
        state = replace(state, stores=(*state.stores, *stake.finds))
        for item in stake.loses:
            left = _without(campaign, books, state, item, went)
            if left is not None:
                state = left
                gone.append(item)
        roster = tuple(
            _wounded(campaign, books, member, stake.hurt - stake.heal)
            if member.id in went
            else member
            for member in state.roster
        )
        state = replace(state, roster=roster)
    told = tuple(stake.told for stake in stakes)
    return state, StakesPaid(tuple(found), tuple(gone), told)


def _without(
    campaign: Campaign, books: Books, state: JourneyState, item: str, went: Collection[str]
) -> JourneyState | None:
    """Return the state without one of an item, or None if nobody has it."""
    if item in state.stores:
        stores = list(state.stores)
        stores.remove(item)
        return replace(state, stores=tuple(stores))
    key = campaign.book.schema.usable
    for member in sorted(state.roster, key=lambda one: one.id not in went):
        items = list(standing_of(campaign, books, member).items)
        if item in items:
            items.remove(item)
            poorer = replace(member, keys={**member.keys, key: items})
            roster = tuple(poorer if it is member else it for it in state.roster)
            return replace(state, roster=roster)
    return None


def _wounded(campaign: Campaign, books: Books, member: Member, amount: int) -> Member:
    """Return a hero with more wounds, or fewer if `amount` is negative; 1 life is always left."""
    key = campaign.book.schema.lost
    if not amount or not key:
        return member
    before = keys_of(campaign, member).get(key, 0)
    assert isinstance(before, int)
    most = standing_of(campaign, books, member).most
    return replace(member, keys={**member.keys, key: max(0, min(most - 1, before + amount))})
