"""A kept moment and the campaign it belongs to: whether they still fit, as either may be edited."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from game.campaign import listing, travel
from game.campaign.campaign import Campaign
from game.campaign.reading import load_campaign
from game.campaign.roster import keys_of
from game.campaign.state import State
from game.campaign.words import failure, said
from game.content.findings import LevelError
from game.session.brief import short
from game.session.failure import Failure
from game.session.faring import Books, misfit, things


def campaign_of(state: State, books: Books) -> Campaign:
    """The campaign of a journey; Failure if it is not there, or one does not fit the other."""
    path = Path(state.path) if state.path else listing.campaign_path(state.campaign)
    try:
        campaign = load_campaign(path, books)
    except LevelError as fault:
        raise failure("slot", "campaign_unusable", reason=str(fault)) from fault
    lacking = next(_lacking(state, campaign, books), None)
    if lacking is not None:
        told = said("slot", "campaign_lacks", campaign=campaign.title, lacking=lacking)
        raise Failure(short(told))
    flaw = next(_flaws(state, campaign, books), None)
    if flaw is not None:
        raise Failure(short(said("slot", "unfit", flaw=flaw)))
    return campaign


def sound(campaign: Campaign, state: State) -> State:
    """A moment without a battle that cannot be."""
    return replace(state, pending=None) if travel.is_won(campaign, state) else state


def _lacking(state: State, campaign: Campaign, books: Books) -> Iterator[str]:
    """What a moment names and its campaign has not."""
    heroes = {*(member.id for member in (*state.roster, *state.away)), *state.fallen}
    stops = {state.stop, *state.passed}
    yield from sorted((heroes - campaign.heroes.keys()) | (stops - campaign.stops.keys()))
    if state.difficulty not in {one.id for one in campaign.difficulties}:
        yield state.difficulty
    known = things(books[campaign.book.id])
    yield from (thing for thing in state.stores if thing not in known)


def _flaws(state: State, campaign: Campaign, books: Books) -> Iterator[str]:
    """What is wrong with the roster, as sentences without their end."""
    members = *state.roster, *state.away
    for id, count in Counter(member.id for member in members).items():
        if count > 1:
            yield said("unfit", "twice", hero=campaign.heroes[id].title, count=count)
    book = books[campaign.book.id]
    for member in members:
        hero = campaign.heroes[member.id]
        why = misfit(book, hero.kind, keys_of(campaign, member))
        if why:
            yield said("unfit", "hero", hero=hero.title, why=why)
