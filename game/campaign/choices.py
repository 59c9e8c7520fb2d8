"""The choices of a journey: after each battle, and at each rank of a hero.

All functions return new values and write nothing.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from game.campaign import stop_battles
from game.campaign.campaign import Campaign
from game.campaign.campaign_tables import RankChoice, Stop, StopChoice
from game.campaign.hardness import rested_partly
from game.campaign.hero_state import keys_of, standing_of
from game.campaign.journey_file import ChosenOption, Grown, JourneyState, Member, OwedChoice
from game.campaign.journey_sentences import failure
from game.campaign.screen_values import BattleChange, ChoiceShown, OptionShown
from game.content.toml_files.findings import LevelError
from game.play.aftermath import Books, Gain, is_gear, rested

MOST = 3
"""Maximum number of options offered at once."""


def owed_at_ranks(
    campaign: Campaign, state: JourneyState, grown: Sequence[Grown]
) -> Iterator[OwedChoice]:
    """Yield a choice for each rank gained, for heroes with options left."""
    for one in grown:
        taken = {it.option for it in _chosen(state) if it.rank and it.hero == one.hero}
        options = [
            option.id
            for option in campaign.heroes[one.hero].choices
            if option.id not in taken and option.rank in (None, one.rank)
        ]
        if options:
            yield OwedChoice(state.stop, tuple(options[:MOST]), one.hero, one.rank)


def owed_after_battle(
    stop: Stop, state: JourneyState, is_victory: bool, party: Collection[str]
) -> Iterator[OwedChoice]:
    """Yield the choice after a stop's battle, if it has one and it wasn't made before.

    `party` are the heroes of the roster during the battle.
    """
    if any(it.stop == stop.id and not it.rank for it in _chosen(state)):
        return
    results = ("won" if is_victory else "lost", "either")
    offered = [
        option.id
        for option in stop.choice
        if option.after in results and _has_heroes(option, party)
    ]
    if offered:
        heroes = tuple(member.id for member in state.roster if member.id in party)
        yield OwedChoice(stop.id, tuple(offered[:MOST]), heroes=heroes)


def _chosen(state: JourneyState) -> Iterator[ChosenOption]:
    return (it for it in state.record if isinstance(it, ChosenOption))


def _has_heroes(option: StopChoice, party: Collection[str]) -> bool:
    """Return whether the party has a hero for an option that needs one."""
    if option.heroes:
        return any(id in party for id in option.heroes)
    return bool(party) or not option.trait


def valid_choices(campaign: Campaign, state: JourneyState) -> tuple[OwedChoice, ...]:
    """Return the choices to be made, without options that the campaign no longer has."""
    found = []
    roster = {member.id for member in state.roster}
    for owed in state.owed:
        if owed.stop not in campaign.stops or (owed.hero and owed.hero not in roster):
            continue
        known = [id for id in owed.options if _option(campaign, owed, id) is not None]
        heroes = tuple(id for id in owed.heroes if id in roster)
        if known:
            found.append(replace(owed, options=tuple(known), heroes=heroes))
    return tuple(found)


def _option(campaign: Campaign, owed: OwedChoice, id: str) -> RankChoice | StopChoice | None:
    """Return an option of a choice by its id, or None if the campaign doesn't have it."""
    options: Sequence[RankChoice | StopChoice] = (
        campaign.heroes[owed.hero].choices if owed.hero else campaign.stops[owed.stop].choice
    )
    return next((option for option in options if option.id == id), None)


def title_of_choice(campaign: Campaign, id: str) -> str:
    """Return the title of an option of a stop, or its id if no stop has it."""
    options = (option for stop in campaign.stops.values() for option in stop.choice)
    return next((option.title for option in options if option.id == id), id)


# What is shown


def choice_shown(campaign: Campaign, books: Books, state: JourneyState) -> ChoiceShown | None:
    """Return the next choice to be made, or None if there is none."""
    if not state.owed:
        return None
    owed = state.owed[0]
    found = (_option(campaign, owed, id) for id in owed.options)
    options = tuple(_shown(campaign, books, state, it) for it in found if it is not None)
    title = campaign.heroes[owed.hero].title if owed.hero else campaign.stops[owed.stop].title
    return ChoiceShown(owed.stop, title, options, owed.hero, owed.rank, len(state.owed))


def _shown(
    campaign: Campaign, books: Books, state: JourneyState, option: RankChoice | StopChoice
) -> OptionShown:
    of_stop = option if isinstance(option, StopChoice) else None
    return OptionShown(
        id=option.id,
        title=option.title,
        about=option.about,
        icon=option.icon,
        gain=_gain(campaign, books, option),
        finds=option.finds,
        heroes=_receivers(state.owed[0], option),
        everyone=of_stop is not None and of_stop.everyone,
        rest=of_stop is not None and of_stop.rest,
        opens=tuple(_paths(campaign, option.id)) if of_stop else (),
        changes=tuple(_changes(campaign, books, state, option.id)) if of_stop else (),
        things=tuple(_things(campaign, books, option)),
        is_told=of_stop is not None and of_stop.told is not None,
    )


def _receivers(owed: OwedChoice, option: RankChoice | StopChoice) -> tuple[str, ...]:
    """Return the heroes who can gain the trait of an option; none if it has none."""
    if not option.trait:
        return ()
    if isinstance(option, RankChoice):
        return (owed.hero,)
    return tuple(id for id in owed.heroes if not option.heroes or id in option.heroes)


def _gain(campaign: Campaign, books: Books, option: RankChoice | StopChoice) -> Gain | None:
    """Return the trait of an option as people read it, or None if it has none."""
    if not option.trait:
        return None
    hero = next(iter(campaign.heroes))
    traits: dict[str, object] = {campaign.book.schema.traits: [trait_of(option)]}
    return standing_of(campaign, books, Member(hero, traits)).traits[-1]


def _paths(campaign: Campaign, id: str) -> Iterator[str]:
    """Yield the texts of the paths that an option opens."""
    for stop in campaign.stops.values():
        yield from (way.text for way in stop.way if way.needs and way.needs.chose == id)


def _changes(
    campaign: Campaign, books: Books, state: JourneyState, id: str
) -> Iterator[BattleChange]:
    """Yield the changes that an option makes to battles; skip levels with errors."""
    for stop in campaign.stops.values():
        if stop.battle and any(change.chose == id for change in stop.battle.change):
            with suppress(LevelError):
                changed = stop_battles.change_by(
                    campaign, stop.battle, state.difficulty, books, state.happened, id
                )
                yield BattleChange(stop.title, changed)


def _things(campaign: Campaign, books: Books, option: RankChoice | StopChoice) -> Iterator[str]:
    """Yield the gear and powers that a trait gives."""
    book = books[campaign.book.id]
    for value in option.trait.values():
        ids = value if isinstance(value, list) else [value]
        yield from (id for id in ids if isinstance(id, str) and is_gear(book, id))


# Choosing


def after_choice(
    campaign: Campaign, state: JourneyState, books: Books, id: str, hero: str
) -> JourneyState:
    """Return the state after an option of the next choice was chosen.

    `hero` gains its trait; "" if only one hero can, or all do. Raise Failure if the option isn't
    offered, or if the hero can't have it.
    """
    if not state.owed:
        raise failure("choice", "none")
    owed = state.owed[0]
    option = _option(campaign, owed, id) if id in owed.options else None
    if option is None:
        raise failure("choice", "unknown", option=id)
    receivers = _receivers(owed, option)
    if isinstance(option, StopChoice) and option.everyone:
        hero = ""
    elif not receivers:
        hero = owed.hero
    else:
        receivers = (_receiver(campaign, option, receivers, hero),)
        hero = receivers[0]
    roster = tuple(
        _with_trait(campaign, it, option) if it.id in receivers else it for it in state.roster
    )
    entry = ChosenOption(stop=owed.stop, option=id, title=option.title, hero=hero, rank=owed.rank)
    new = replace(
        state,
        roster=roster,
        stores=(*state.stores, *option.finds),
        owed=state.owed[1:],
        record=(*state.record, entry),
    )
    if isinstance(option, StopChoice) and option.rest:
        new = replace(new, roster=all_rested(campaign, new, books))
    return new


def _receiver(
    campaign: Campaign, option: RankChoice | StopChoice, receivers: tuple[str, ...], hero: str
) -> str:
    """Return the hero who gains the trait. Raise Failure if it must be said, or can't be."""
    if hero in receivers:
        return hero
    if hero:
        title = campaign.heroes[hero].title if hero in campaign.heroes else hero
        raise failure("choice", "not_for", hero=title, option=option.title)
    if len(receivers) > 1:
        raise failure("choice", "for_whom", option=option.title)
    return receivers[0]


def _with_trait(campaign: Campaign, member: Member, option: RankChoice | StopChoice) -> Member:
    key = campaign.book.schema.traits
    old = keys_of(campaign, member).get(key, ())
    assert isinstance(old, list | tuple)
    return replace(member, keys={**member.keys, key: [*old, trait_of(option)]})


def trait_of(option: RankChoice | StopChoice) -> Mapping[str, object]:
    """Return the trait of an option as a table of the rulebook."""
    return {"title": option.title, "about": option.about, **option.trait}


def traits_for(campaign: Campaign, hero: str) -> list[Mapping[str, object]]:
    """Return all traits that a hero can ever choose."""
    of_stops = (option for stop in campaign.stops.values() for option in stop.choice)
    own = (option for option in of_stops if not option.heroes or hero in option.heroes)
    options: Sequence[RankChoice | StopChoice] = (*campaign.heroes[hero].choices, *own)
    return [trait_of(option) for option in options if option.trait]


def all_rested(campaign: Campaign, state: JourneyState, books: Books) -> tuple[Member, ...]:
    """Return the roster after a long rest."""
    book, heroes = books[campaign.book.id], campaign.heroes
    whole = [Member(m.id, rested(book, heroes[m.id].keys, m.keys)) for m in state.roster]
    return rested_partly(campaign, state.roster, whole, campaign.road(state.road).rest)
