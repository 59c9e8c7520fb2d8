"""Check that a saved state still fits its campaign, because either may have been edited."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from game.campaign import campaign_list, progress
from game.campaign.campaign import Campaign
from game.campaign.choices import valid_choices
from game.campaign.hero_state import keys_of
from game.campaign.journey_file import (
    ChosenOption,
    FoughtBattle,
    JourneyState,
    RecordEntry,
    kept_state,
    write_state,
)
from game.campaign.journey_sentences import failure, said
from game.campaign.loading import load_campaign
from game.campaign.save_slots import Lock, slots
from game.content.shelf import kept_place
from game.content.toml_files.findings import LevelError
from game.play.aftermath import Books, misfit, things
from game.record.failure import Failure
from game.record.shortening import short


def campaign_of(state: JourneyState, books: Books) -> Campaign:
    """Return the campaign of a journey. Raise Failure if it is missing or doesn't fit."""
    path = campaign_list.campaign_path(state.campaign)
    if state.path:  # a pack's journey goes on after the pack was removed
        path = kept_place(Path(state.path))
    if state.path and _is_gone(str(path)):
        raise failure("slot", "campaign_moved", path=state.path)
    try:
        campaign = load_campaign(path, books)
    except LevelError as fault:
        raise failure("slot", "campaign_unusable", reason=str(fault)) from fault
    _check_fit(state, campaign, books)
    return campaign


def follow(folder: Path, campaign: Campaign, books: Books) -> None:
    """Point journeys of a moved campaign to its new place.

    These are journeys with the campaign's id or title that fit this campaign, and whose campaign
    file is gone.
    """
    for slot in slots(folder):
        if not slot.road or not _is_gone(str(kept_place(Path(slot.road)))):
            continue
        if slot.campaign != campaign.id and slot.title != campaign.title:
            continue
        with suppress(Failure):  # if that fails, leave it unchanged
            lock = Lock(slot.path)
            try:
                state, _ = kept_state(slot.path)
                _check_fit(state, campaign, books)
                moved = replace(state, campaign=campaign.id, path=str(campaign.path))
                write_state(slot.path, moved)
            finally:
                lock.release()


def _is_gone(file: str) -> bool:
    """Return whether a file no longer exists, as opposed to being unreadable."""
    try:
        Path(file).stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):  # reading reports why it can't be read
        return False
    return False


def _check_fit(state: JourneyState, campaign: Campaign, books: Books) -> None:
    """Raise Failure if a state doesn't fit its campaign."""
    lacking = next(_lacking(state, campaign, books), None)
    if lacking is not None:
        told = said("slot", "campaign_lacks", campaign=campaign.title, lacking=lacking)
        raise Failure(short(told))
    flaw = next(_flaws(state, campaign, books), None)
    if flaw is not None:
        raise Failure(short(said("slot", "unfit", flaw=flaw)))


def sound(campaign: Campaign, state: JourneyState) -> JourneyState:
    """Return the state without what the campaign no longer has: a battle to win, options, a road.

    A journey without a road, because it is older, gets the usual one.
    """
    pending = None if progress.is_won(campaign, state) else state.pending
    road = state.road if campaign.road(state.road).id else campaign.road_for(state.difficulty).id
    return replace(state, pending=pending, owed=valid_choices(campaign, state), road=road)


def _lacking(state: JourneyState, campaign: Campaign, books: Books) -> Iterator[str]:
    """Yield the ids in a state that its campaign or rulebook no longer has."""
    heroes = {*(member.id for member in (*state.roster, *state.away)), *state.fallen}
    stops = {state.stop, *state.passed, *(entry.stop for entry in state.record)}
    heroes |= {id for entry in state.record for id in _heroes_in(entry)}
    yield from sorted((heroes - campaign.heroes.keys()) | (stops - campaign.stops.keys()))
    if state.difficulty not in {one.id for one in campaign.difficulties}:
        yield state.difficulty
    known = things(books[campaign.book.id])
    yield from (thing for thing in state.stores if thing not in known)


def _heroes_in(entry: RecordEntry) -> Iterator[str]:
    """Yield the ids of the heroes that an entry of the record names."""
    match entry:
        case FoughtBattle():
            yield from (*entry.heroes, *entry.down, *entry.dead)
        case ChosenOption(hero=hero) if hero:
            yield hero


def _flaws(state: JourneyState, campaign: Campaign, books: Books) -> Iterator[str]:
    """Yield the errors of the roster, as parts of a sentence."""
    members = *state.roster, *state.away
    for id, count in Counter(member.id for member in members).items():
        if count > 1:
            yield said("unfit", "twice", hero=campaign.heroes[id].title, count=count)
    book = books[campaign.book.id]
    for member in members:
        hero = campaign.heroes[member.id]
        why = misfit(book, hero.kind, keys_of(campaign, member), campaign.data_root)
        if why:
            yield said("unfit", "hero", hero=hero.title, why=why)
