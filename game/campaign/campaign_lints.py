"""Checks of a campaign as a whole. The checks of its levels are in `battle_lints`."""

from game.campaign.campaign_draft import CampaignDraft
from game.campaign.campaign_tables import Stop
from game.campaign.route_analysis import Roads, reaching, walk
from game.content.toml_files.findings import words_text
from game.content.values.wording import quoted


def run_lints(draft: CampaignDraft) -> None:
    """Note all parts that don't fit together."""
    if draft.source.has_errors:
        return
    for number, stop in enumerate(draft.table.stop):
        _shape(draft, number, stop)
    for number, difficulty in enumerate(draft.table.difficulty):
        _titles(draft, number, difficulty.title)
    if draft.source.has_errors:
        return
    _roads(draft)


def _titles(draft: CampaignDraft, number: int, title: str) -> None:
    before = [one.title for one in draft.table.difficulty[:number]]
    if title in before:
        text = f"Another difficulty has the title {quoted(title)} already."
        draft.source.error("difficulty-twice", text, ("difficulty", number, "title"), at_value=True)


def _shape(draft: CampaignDraft, number: int, stop: Stop) -> None:
    """Note an ending, ways and a battle of one stop that exclude each other."""
    source, keys = draft.source, ("stop", number)
    called = f"The stop {quoted(stop.id)}"
    battle = stop.battle
    if stop.ending and (stop.way or (battle and battle.won)):
        text = f"{called} is an ending, so no way leads on from it; take them out, or 'ending'."
        source.error("ending-goes-on", text, (*keys, "ending"))
    if battle and battle.won and stop.way:
        text = f"{called} has ways, and its battle says with 'won' where one is; keep one of them."
        source.error("ways-and-won", text, (*keys, "battle", "won"))
    if not stop.ending and not stop.way and not (battle and battle.won):
        text = f"No way leads on from {called[0].lower()}{called[1:]}; give it a [[stop.way]], or "
        text += "'ending = true'."
        source.error("dead-end", text, (*keys, "id"), at_value=True)
    for id in stop.joins:
        if id in stop.leaves:
            text = f"{quoted(id)} joins and leaves at once."
            source.error("joins-and-leaves", text, (*keys, "leaves"))
    if battle is None:
        return
    if battle.grows and battle.heroes is None:
        text = f"{called} has a battle to which nobody of the roster goes, so nobody grows by it; "
        text += "say with 'heroes' how many may go."
        source.error("grows-nobody", text, (*keys, "battle", "grows"))


def _roads(draft: CampaignDraft) -> None:
    source, stops = draft.source, draft.campaign().stops
    roads = walk(stops, draft.table.start)
    if not roads.is_whole:
        text = "So much can happen on this road that not all of it can be looked at."
        source.note("warning", "too-many-roads", text, ("start",))
    ends = frozenset(id for id, stop in stops.items() if stop.ending)
    if not ends:
        text = "No stop is an ending; give one 'ending = true'."
        source.error("no-ending", text, ("title",))
    lead = reaching(roads.to, ends)
    for number, stop in enumerate(draft.table.stop):
        keys = ("stop", number, "id")
        if stop.id not in roads.stops:
            if roads.is_whole:
                text = f"No road leads to the stop {quoted(stop.id)}."
                source.error("stop-unreachable", text, keys, at_value=True)
            continue
        if ends and stop.id not in lead:
            text = f"No ending can be reached from the stop {quoted(stop.id)}."
            source.error("no-ending", text, keys, at_value=True)
        elif stop.id in roads.closed:
            text = f"At the stop {quoted(stop.id)} it may be that no way is open; give it one that "
            text += "needs nobody and nothing."
            source.error("dead-end", text, keys, at_value=True)
        _ways(draft, number, stop, roads)
    _heroes(draft, roads)


def _ways(draft: CampaignDraft, number: int, stop: Stop, roads: Roads) -> None:
    for way in range(len(stop.way)):
        if roads.is_whole and (stop.id, way) not in roads.open:
            text = f"What this way of the stop {quoted(stop.id)} needs can never be."
            draft.source.error("way-never", text, ("stop", number, "way", way, "needs"))


def _heroes(draft: CampaignDraft, roads: Roads) -> None:
    """Note heroes that never join, and stops with too few heroes for their battle."""
    joined = {id for s in draft.table.stop if s.id in roads.stops for id in s.joins}
    for number, hero in enumerate(draft.heroes):
        if hero.id not in joined:
            text = f"{quoted(hero.id)} joins at no stop that can be reached."
            draft.source.error("hero-never", text, ("hero", number, "id"), at_value=True)
    alone = _without_heroes(draft)
    for number, stop in enumerate(draft.table.stop):
        if stop.id in alone and stop.battle and stop.battle.heroes:
            text = f"One can come to the stop {quoted(stop.id)} with nobody in the roster; let "
            text += f"somebody of {words_text([quoted(id) for id in sorted(joined)])} join before."
            draft.source.error("roster-empty", text, ("stop", number, "battle", "heroes"))


def _without_heroes(draft: CampaignDraft) -> set[str]:
    """Return the stops reachable before a hero has joined, or after the last has left."""
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
