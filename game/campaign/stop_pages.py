"""The values that a screen shows of a journey's stops: the current one, its paths, those before."""

from game.campaign import progress
from game.campaign.campaign import Campaign
from game.campaign.campaign_tables import Exit, Stop
from game.campaign.journey_file import JourneyState
from game.campaign.screen_values import Kind, PassedShown, StopShown


def stop_shown(campaign: Campaign, state: JourneyState) -> StopShown:
    """Return the current stop."""
    stop, is_won = progress.stop_of(campaign, state), progress.is_won(campaign, state)
    has_won = stop.battle is not None and is_won
    told = stop.title, _chapter(campaign, state), stop.paragraphs, _kind(stop, is_won)
    return StopShown(stop.id, *told, has_won, state.is_rested)


def _kind(stop: Stop, is_won: bool) -> Kind:
    if not is_won:
        return "battle"
    if stop.ending:
        return "ending"
    return "camp" if stop.camp else "story"


def _chapter(campaign: Campaign, state: JourneyState) -> str:
    """Return the last chapter heading on the way to this stop, including its own, or ""."""
    passed = [id for id in state.passed if id != state.stop]
    ids = [*passed, state.stop]
    found = [campaign.stops[id].chapter for id in ids]
    return next((chapter for chapter in reversed(found) if chapter), "")


def passed_shown(campaign: Campaign, state: JourneyState) -> tuple[PassedShown, ...]:
    """Return the visited stops in the order of their first visits, with the current stop last."""
    ids = [*(id for id in state.passed if id != state.stop), state.stop]
    return tuple(_passed(state, campaign.stops[id]) for id in ids)


def _passed(state: JourneyState, stop: Stop) -> PassedShown:
    kind: Kind = "camp" if stop.camp else "story"
    if stop.battle or stop.ending:
        kind = "battle" if stop.battle else "ending"
    is_lost = stop.id in state.lost and stop.id not in state.won
    return PassedShown(stop.title, kind, is_lost)


def exits(campaign: Campaign, state: JourneyState) -> tuple[Exit, ...]:
    """Return the paths on from here. There are none before the battle is won, or at an ending."""
    stop = progress.stop_of(campaign, state)
    if not progress.is_won(campaign, state) or stop.ending:
        return ()
    if stop.battle and stop.battle.won:
        to = stop.battle.won
        return (Exit(text=campaign.stops[to].title, to=to),)
    return stop.way
