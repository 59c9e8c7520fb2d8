"""Checks of a campaign's battles: each level, at each difficulty, with possible parties."""

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

import tomli
from msgspec.structs import replace

from game.campaign.campaign import (
    CampaignDraft,
    changes_at,
    level_path,
    needs_of,
    own_level,
)
from game.campaign.campaign_tables import Change, Stop, StopBattle
from game.campaign.checks.evening_checks import evening_faults
from game.campaign.choices import traits_for
from game.campaign.hero_state import goers
from game.campaign.journey_file import Member
from game.campaign.level_changes import Goers, changed, party_side, room
from game.campaign.stop_battles import going
from game.content.levels import LevelTrial, load_level
from game.content.toml_files.finding_texts import Problem, Words, because
from game.content.toml_files.findings import Finding, LevelError
from game.content.toml_files.positions import Keys
from game.content.toml_files.text_reading import read_text
from game.terms.level import Level

UNIT_FIELDS = ("unit", "other")
"""The parameters of findings that are the ids of units."""


class _Fight(NamedTuple):
    """The battle of a stop, and its level, which is playable without the campaign's changes."""

    draft: CampaignDraft
    keys: Keys
    """Path to the battle's table in the campaign's file."""
    stop: Stop
    battle: StopBattle
    path: Path
    level: Level
    tables: Mapping[str, object]
    """Tables of the level's file."""


def battle_lints(draft: CampaignDraft, trying: LevelTrial | None = None) -> None:
    """Record all unplayable battles, and levels that no battle uses.

    With `trying`, also play the battles that differ from their levels.
    """
    if draft.source.has_errors:
        return
    named = set()
    for number, stop in enumerate(draft.table.stop):
        if stop.battle is None:
            continue
        named.add(stop.battle.level)
        keys = ("stop", number, "battle")
        fight = _fight(draft, keys, stop, stop.battle)
        if fight is not None and _is_sound(fight):
            _try(fight, trying)
    for path in sorted(draft.path.parent.glob("*.toml")):
        if path != draft.path and path.stem not in named:
            draft.source.warning("level-unused", ("title",), level=path.stem)


def _fight(draft: CampaignDraft, keys: Keys, stop: Stop, battle: StopBattle) -> _Fight | None:
    """Return the battle with its level, or None after recording why the level can't be used."""
    at = (*keys, "level")
    word = battle.level.removesuffix(".toml")
    if word != battle.level and own_level(draft.path, word) is not None:
        draft.source.error("unknown-level", at, at_value=True, variant="file", level=word)
        return None
    try:
        path = level_path(draft.path, battle)
    except LevelError as fault:
        own = [path.stem for path in draft.path.parent.glob("*.toml") if path != draft.path]
        near = None if "/" in battle.level else draft.source.nearest(battle.level, own)
        if near is None or near == battle.level:
            said = Words(fault.findings[0].message)
            draft.source.error("unknown-level", at, at_value=True, variant="why", text=said)
        else:
            draft.source.error(
                "unknown-level", at, at_value=True, variant="beside", level=battle.level, near=near
            )
        return None
    try:
        level = load_level(path, draft.books)
        tables = tomli.loads(read_text(path))
    except LevelError as fault:
        why = Words(_first(fault))
        draft.source.error("level-unusable", at, at_value=True, level=battle.level, why=why)
        return None
    return _Fight(draft, keys, stop, battle, path, level, tables)


def _first(fault: LevelError) -> str:
    """Return the first error as a sentence with its place."""
    return str(next(f for f in fault.findings if f.severity == "error"))


# Party and changes


def _is_sound(fight: _Fight) -> bool:
    """Return whether the keys of the stop's battle fit its level. Record those that don't."""
    party = fight.battle.side or party_side(dict(fight.tables)) or ""
    evening = evening_faults(fight.draft, fight.battle, fight.level, party)
    faults = [*_party_faults(fight), *_change_faults(fight), *_goal_faults(fight), *evening]
    for problem, keys in faults:
        fight.draft.source.add("error", problem, (*fight.keys, *keys), at_value=True)
    return not faults


Fault = tuple[Problem, Keys]
"""A problem, and its path within the battle's table."""


def _party_faults(fight: _Fight) -> Iterator[Fault]:
    """Yield errors about the party's side, its rulebook, and the places for its heroes."""
    battle, level, source = fight.battle, fight.level, fight.draft.source
    sides = [side.id for side in level.sides]
    if battle.side is not None and battle.side not in sides:
        near = source.nearest(battle.side, sides)
        hint = because("did-you-mean", near=near) if near else because("sides", names=tuple(sides))
        side = battle.side
        problem = Problem("side-unknown", variant="level", level=level.id, side=side, hint=hint)
        yield problem, ("side",)
        return
    if battle.heroes is None:
        return
    if level.rulebook != fight.draft.book.id:
        book, own = level.rulebook, fight.draft.book.id
        yield Problem("other-book", level=level.id, book=book, own=own), ("heroes",)
        return
    party = battle.side or party_side(dict(fight.tables)) or ""
    places = room(dict(fight.tables), party, [hero.id for hero in fight.draft.heroes])
    if places is not None and places < battle.heroes:
        problem = Problem(
            "no-room", level=level.id, places=places, side=party, heroes=battle.heroes
        )
        yield problem, ("heroes",)


def _change_faults(fight: _Fight) -> Iterator[Fault]:
    """Yield errors about changed units: unknown or missing ids, and changes without effect.

    A change can leave out a unit that an earlier one has added.
    """
    known = [unit.id for unit in fight.level.units]
    for number, change in enumerate(fight.battle.change):
        for index, id in enumerate(change.without):
            if id not in known:
                near = fight.draft.source.nearest(id, known)
                hint = because("did-you-mean", near=near) if near else because("no-hint")
                level, place = fight.level.id, ("change", number, "without", index)
                problem = Problem("unknown-name", variant="unit", level=level, unit=id, hint=hint)
                yield problem, place
        if not change.without and not change.unit:
            yield Problem("change-idle", stop=fight.stop.id), ("change", number)
        for index, unit in enumerate(change.unit):
            if not isinstance(unit.get("id"), str):
                problem = Problem("missing-key", variant="change", stop=fight.stop.id)
                yield problem, ("change", number, "unit", index)
            elif "side" in unit:
                known.append(f"{unit['side']}.{unit['id']}")


def _goal_faults(fight: _Fight) -> Iterator[Fault]:
    """Yield rewards of objectives that the party doesn't have, or that aren't optional."""
    party = fight.battle.side or party_side(dict(fight.tables)) or ""
    aims = {aim.id: aim for aim in fight.level.script.objectives if aim.side == party}
    for number, goal in enumerate(fight.battle.goal):
        place, aim = ("goal", number, "objective"), aims.get(goal.objective)
        level, objective = fight.level.id, goal.objective
        if aim is None:
            near = fight.draft.source.nearest(objective, aims)
            hint = because("did-you-mean", near=near) if near else because("no-hint")
            yield (
                Problem("goal-unknown", level=level, objective=objective, side=party, hint=hint),
                place,
            )
        elif not aim.optional:
            yield Problem("goal-unknown", variant="needed", level=level, objective=objective), place


# Playing


def _try(fight: _Fight, trying: LevelTrial | None) -> None:
    """Read the level at each difficulty for several parties, and play it with the first party."""
    heroes = [hero.id for hero in fight.draft.heroes]
    for difficulty, chosen in product(fight.draft.table.difficulty, _chosen(fight.battle)):
        changes = changes_at(fight.battle, difficulty.id, chosen)
        for number, who in enumerate(_parties(fight)):
            is_seated = bool(fight.battle.seats)
            change = changed(changes, fight.battle.side, heroes, who, is_seated)
            try:
                level = load_level(fight.path, fight.draft.books, changes=change)
            except LevelError as fault:
                found = next(f for f in fault.findings if f.severity == "error")
                problem, keys = _cause(fight, difficulty.id, changes, who, found)
                fight.draft.source.add("error", problem, keys)
                break
            if trying is not None and number == 0 and (changes or who):
                _play(fight, difficulty.id, changes, who, level, trying)


def _chosen(battle: StopBattle) -> list[frozenset[str]]:
    """Return sets of options and results before: none, each that changes the battle, and all."""
    needs = (it for change in battle.change for it in needs_of(change))
    ids = list(dict.fromkeys(needs))
    return list(dict.fromkeys([frozenset(), *(frozenset([id]) for id in ids), frozenset(ids)]))


def _play(
    fight: _Fight,
    difficulty: str,
    changes: tuple[Change, ...],
    who: Goers | None,
    level: Level,
    trying: LevelTrial,
) -> None:
    """Play a battle and record the findings.

    The level's expectations are left out, because they are about the level without changes.
    """
    plain = replace(level, script=replace(level.script, expects=()))
    for found in trying(plain, str(fight.path)):
        keys = (*fight.keys, *_change_or_goers(fight, changes))
        text = because(
            "trial",
            difficulty=difficulty,
            party=_with(who),
            level=level.id,
            found=Words(found.message),
        )
        fight.draft.source.add(found.severity, Problem.told(found.code, text), keys)


def _cause(
    fight: _Fight,
    difficulty: str,
    changes: tuple[Change, ...],
    who: Goers | None,
    found: Finding,
) -> tuple[Problem, Keys]:
    """Return the problem of an unplayable battle, and its place in the campaign's file.

    The place is the table of the unit that causes the problem, or else the first change of the
    difficulty, or the heroes.
    """
    level, why = fight.level.id, Words(found.message)
    for change in changes:
        for number, unit in enumerate(change.unit):
            if _is_about(found, unit):
                table = ("change", fight.battle.change.index(change), "unit", number)
                problem = Problem(
                    "battle-unusable",
                    variant="change",
                    difficulty=difficulty,
                    level=level,
                    party=Words(),
                    why=why,
                )
                return problem, (*fight.keys, *table, *_key_in(found, unit))
    for number, hero in enumerate(fight.draft.table.hero):
        if who and hero.get("id") in who and _is_about(found, hero):
            name = str(hero["id"])
            problem = Problem("battle-unusable", variant="hero", hero=name, level=level, why=why)
            return problem, ("hero", number, *_key_in(found, hero))
    keys, party, whole = (*fight.keys, *_change_or_goers(fight, changes)), _with(who), str(found)
    if not changes:
        return Problem("battle-unusable", level=level, party=party, why=Words(whole)), keys
    problem = Problem(
        "battle-unusable",
        variant="change",
        difficulty=difficulty,
        level=level,
        party=party,
        why=Words(whole),
    )
    return problem, keys


def _with(who: Goers | None) -> Words:
    return because("with", names=tuple(who)) if who else Words()


def _change_or_goers(fight: _Fight, changes: tuple[Change, ...]) -> Keys:
    """Return the path to the first of the changes, or else to the key `heroes` or `level`."""
    if changes:
        return "change", fight.battle.change.index(changes[0])
    if fight.battle.seats:
        return ("seats",)
    return ("level",) if fight.battle.heroes is None else ("heroes",)


def _is_about(found: Finding, unit: Mapping[str, object]) -> bool:
    """Return whether a finding is about a unit: in its table, or with it as a parameter."""
    id, subject = unit.get("id"), found.subject
    if not isinstance(id, str):
        return False
    return subject.keys[:2] == ("unit", id) or id in map(subject.params.get, UNIT_FIELDS)


def _key_in(found: Finding, unit: Mapping[str, object]) -> Keys:
    """Return the key of a unit's table that a finding is about; empty if it is about none."""
    keys = found.subject.keys
    return keys[2:3] if keys[:1] == ("unit",) and keys[2:] and keys[2] in unit else ()


def _parties(fight: _Fight) -> list[Goers | None]:
    """Return some possible parties: as many heroes as can go, and single heroes.

    No hero is in all of them, so that the checks find level keys about an absent hero. The last
    party has all the traits that it can choose.
    """
    battle, most = fight.battle, fight.battle.most
    if most is None:
        return [None]
    campaign = fight.draft.campaign()
    ids = list(campaign.heroes)
    found: dict[tuple[str, ...], None] = {}
    for some in (ids[:most], ids[-most:], ids[:1], ids[-1:]):
        found.setdefault(tuple(some))
    book = fight.level.rulebook
    parties = [going(campaign, battle, book, map(Member, some)) for some in found]
    if (key := campaign.book.schema.traits) and not battle.seats:
        members = [Member(id, {key: traits_for(campaign, id)}) for id in ids[:most]]
        parties.append(goers(campaign, members))
    return parties
