"""The battle of a stop: its level with the campaign's changes, and the page shown before it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from game.campaign.campaign import Campaign, changes_at
from game.campaign.campaign_tables import Change, StopBattle
from game.campaign.hero_state import goers, plays_as, sitters
from game.campaign.journey_file import Member
from game.campaign.journey_sentences import failure
from game.campaign.level_changes import Goers, changed
from game.campaign.screen_values import BattleShown, Changed, GoalShown, SideShown
from game.content.levels import load_level
from game.content.toml_files.source import Changes
from game.play.aftermath import Books
from game.play.level_list import ground_of, objectives_of
from game.play.players import STDIO
from game.terms.level import Level


def going(
    campaign: Campaign, battle: StopBattle, book: str, members: Iterable[Member]
) -> Goers | None:
    """Return the units of the heroes that go: their own, or those they play at another table.

    Return None if the level is played unchanged.
    """
    if battle.seats:
        return sitters(campaign, battle, book, members)
    return goers(campaign, members) if battle.heroes else None


def changes_of(
    campaign: Campaign,
    battle: StopBattle,
    difficulty: str,
    going: Goers | None,
    chosen: Collection[str] = (),
) -> Changes:
    """Return the changes that the campaign makes to a battle's level.

    `chosen` are the options chosen so far on the journey, and the results of its battles.
    """
    wanted = changes_at(battle, difficulty, chosen)
    return changed(wanted, battle.side, tuple(campaign.heroes), going, is_seated=bool(battle.seats))


def party_of(battle: StopBattle, level: Level) -> str:
    """Return the party's side."""
    kept = (side.id for side in level.sides if side.heroes)
    return battle.side or next(kept, level.party_side)


def check_party(campaign: Campaign, battle: StopBattle, heroes: Sequence[str]) -> None:
    """Raise Failure if a battle doesn't take these heroes."""
    if battle.most is None:
        if heroes:
            raise failure("battle", "no_roster")
        return
    if not heroes:
        raise failure("battle", "nobody_goes")
    if len(heroes) > battle.most:
        raise failure("battle", "too_many", most=battle.most)
    twice = [id for id, count in Counter(heroes).items() if count > 1]
    if twice:
        raise failure("battle", "twice", hero=campaign.heroes[twice[0]].title)


def seats_of(level: Level, party: str, player: str) -> dict[str, str]:
    """Return the players by side: people for the party, the difficulty's player for all others."""
    return {side.id: STDIO if side.id == party else player for side in level.sides}


def battle_shown(
    campaign: Campaign,
    battle: StopBattle,
    difficulty: str,
    path: Path,
    books: Books,
    chosen: Collection[str] = (),
) -> BattleShown:
    """Return the values for the page before a battle. Raise LevelError if its level has errors."""
    plain = load_level(path, books)
    changes = changes_of(campaign, battle, difficulty, None, chosen)
    now = load_level(path, books, changes=changes)
    party = party_of(battle, plain)
    player, asked = campaign.difficulty(difficulty).player, books[now.rulebook].asked(now)
    players = {side.id: player if side.id in asked else "" for side in now.sides}
    out = battle.seats or (campaign.heroes.keys() if battle.heroes else ())
    return BattleShown(
        level=plain.id,
        title=plain.title,
        book=plain.rulebook,
        side=party,
        sides=tuple(_side(now, side.id, party, players, out) for side in now.sides),
        heroes=battle.most,
        changed=_changed(changes_at(battle, difficulty, chosen), plain, now),
        intro=plain.script.story.intro or "",
        aims=objectives_of(now),
        goals=tuple(_goals(battle, now)),
        grows=battle.grows,
        ground=ground_of(now),
        can_lose=battle.lost is not None,
        plays=plays_as(campaign, books, plain.rulebook) if battle.seats else {},
        stakes=battle.stake,
    )


def change_by(
    campaign: Campaign,
    battle: StopBattle,
    difficulty: str,
    books: Books,
    chosen: frozenset[str],
    option: str,
) -> Changed:
    """Return the changes that an option makes to a battle. Raise LevelError if it has errors."""
    path, levels = campaign.level(battle), []
    for options in (chosen, chosen | {option}):
        changes = changes_of(campaign, battle, difficulty, None, options)
        levels.append(load_level(path, books, changes=changes))
    own = [change for change in battle.change if change.chose == option]
    return _changed(own, *levels, with_later=True)


def _side(
    level: Level, id: str, party: str, players: Mapping[str, str], out: Collection[str]
) -> SideShown:
    """Return a side for the page before a battle, without units that arrive later.

    `out` are the ids of units whose places the party's heroes take.
    """
    side = next(side for side in level.sides if side.id == id)
    title = level.side_title(id)
    is_party = id == party
    units = tuple(
        unit.title
        for unit in level.units
        if unit.side == id
        and unit.id not in level.script.coming
        and not (is_party and unit.id.partition(".")[2] in out)
    )
    who = STDIO if is_party else players[id]
    return SideShown(id, title, is_party, who, units, side.colour, side.shape)


def _goals(battle: StopBattle, level: Level) -> Iterator[GoalShown]:
    """Yield the optional objectives that the campaign rewards."""
    titles = {aim.id: aim.title for aim in level.script.objectives}
    for goal in battle.goal:
        if goal.objective in titles:
            yield GoalShown(titles[goal.objective], goal.finds)


def _changed(
    changes: Sequence[Change], plain: Level, now: Level, *, with_later: bool = False
) -> Changed:
    before, after = _titles(plain, with_later), _titles(now, with_later)
    said = [str(u["id"]) for c in changes for u in c.unit if "id" in u]
    other = [id for id in after if id in before and id.partition(".")[2] in said]
    return Changed(
        tuple(before[id] for id in before if id not in after),
        tuple(after[id] for id in after if id not in before),
        tuple(after[id] for id in other),
    )


def _titles(level: Level, with_later: bool) -> dict[str, str]:
    """Return the titles of the units there from the start. Later arrivals are a surprise.

    With `with_later`, return those of all units: whoever chooses a favour must know what it does.
    """
    later = () if with_later else level.script.coming
    return {unit.id: unit.title for unit in level.units if unit.id not in later}
