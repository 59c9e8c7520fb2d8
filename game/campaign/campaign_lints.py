"""Checks of a campaign as a whole. The checks of its levels are in `battle_lints`."""

from collections.abc import Sequence

from game.campaign.campaign import CampaignDraft
from game.campaign.campaign_tables import Stop
from game.campaign.option_checks import choice_lints
from game.campaign.route_analysis import Roads, reaching, walk


def run_lints(draft: CampaignDraft) -> None:
    """Record the errors between the parts of a campaign."""
    if draft.source.has_errors:
        return
    for number, stop in enumerate(draft.table.stop):
        _shape(draft, number, stop)
    _titles(draft, "difficulty", [one.title for one in draft.table.difficulty])
    _titles(draft, "road", [one.title for one in draft.table.road])
    choice_lints(draft)
    if draft.source.has_errors:
        return
    _roads(draft)


def _titles(draft: CampaignDraft, name: str, titles: Sequence[str]) -> None:
    """Record titles that occur twice in the array `name`."""
    for number, title in enumerate(titles):
        if title in titles[:number]:
            draft.source.error(
                "road-twice" if name == "road" else "difficulty-twice",
                (name, number, "title"),
                at_value=True,
                variant="title",
                title=title,
            )


def _shape(draft: CampaignDraft, number: int, stop: Stop) -> None:
    """Record contradictions at one stop, in its ending, paths, battle and heroes."""
    source, keys = draft.source, ("stop", number)
    battle = stop.battle
    if stop.ending and (stop.way or (battle and battle.won)):
        source.error("ending-goes-on", (*keys, "ending"), stop=stop.id)
    if battle and battle.won and stop.way:
        source.error("ways-and-won", (*keys, "battle", "won"), stop=stop.id)
    if not stop.ending and not stop.way and not (battle and battle.won):
        source.error("dead-end", (*keys, "id"), at_value=True, stop=stop.id)
    for id in stop.joins:
        if id in stop.leaves:
            source.error("joins-and-leaves", (*keys, "leaves"), hero=id)
    if battle is None:
        return
    if battle.grows and battle.most is None:
        source.error("grows-nobody", (*keys, "battle", "grows"), stop=stop.id)


def _roads(draft: CampaignDraft) -> None:
    source, stops = draft.source, draft.campaign().stops
    roads = walk(stops, draft.table.start)
    if not roads.is_whole:
        source.warning("too-many-roads", ("start",))
    ends = frozenset(id for id, stop in stops.items() if stop.ending)
    if not ends:
        source.error("no-ending", ("title",))
    lead = reaching(roads.to, ends)
    for number, stop in enumerate(draft.table.stop):
        keys = ("stop", number, "id")
        if stop.id not in roads.stops:
            if roads.is_whole:
                source.error("stop-unreachable", keys, at_value=True, stop=stop.id)
            continue
        if ends and stop.id not in lead:
            source.error("no-ending", keys, at_value=True, variant="stop", stop=stop.id)
        elif stop.id in roads.closed:
            source.error("dead-end", keys, at_value=True, variant="shut", stop=stop.id)
        _ways(draft, number, stop, roads)
    _heroes(draft, roads)


def _ways(draft: CampaignDraft, number: int, stop: Stop, roads: Roads) -> None:
    for way in range(len(stop.way)):
        if roads.is_whole and (stop.id, way) not in roads.open:
            draft.source.error("way-never", ("stop", number, "way", way, "needs"), stop=stop.id)


def _heroes(draft: CampaignDraft, roads: Roads) -> None:
    """Record heroes that never join, and battles that need heroes before any has joined."""
    joined = {id for s in draft.table.stop if s.id in roads.stops for id in s.joins}
    for number, hero in enumerate(draft.heroes):
        if hero.id not in joined:
            draft.source.error("hero-never", ("hero", number, "id"), at_value=True, hero=hero.id)
    alone = _without_heroes(draft)
    for number, stop in enumerate(draft.table.stop):
        if stop.id in alone and stop.battle and stop.battle.most:
            keys, heroes = ("stop", number, "battle", "heroes"), tuple(sorted(joined))
            draft.source.error("roster-empty", keys, stop=stop.id, heroes=heroes)


def _without_heroes(draft: CampaignDraft) -> set[str]:
    """Return the stops that the party can reach before any hero has joined."""
    stops = draft.campaign().stops
    found, waiting = set(), [draft.table.start]
    while waiting:
        stop = stops[waiting.pop()]
        if stop.joins or stop.id in found:
            continue
        found.add(stop.id)
        waiting += [way.to for way in stop.way]
        if stop.battle:
            waiting += [id for id in (stop.battle.won, stop.battle.lost) if id]
    return found
