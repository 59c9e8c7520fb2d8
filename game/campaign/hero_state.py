"""The heroes of the roster: their state, and the units that they become in a battle.

In a level of another rulebook, they play the kinds that stand for theirs.
"""

from collections.abc import Iterable, Iterator

from game.campaign.campaign import Campaign, Heroic
from game.campaign.campaign_tables import StopBattle
from game.campaign.journey_file import Member
from game.campaign.screen_values import HeroShown
from game.content.counterparts import counterpart
from game.engine.book import HeroStanding
from game.play.aftermath import Books, standing_of_kind, stats_of_kind, title_of


def keys_of(campaign: Campaign, member: Member) -> dict[str, object]:
    """Return a hero's current differences from their kind."""
    return {**campaign.heroes[member.id].keys, **member.keys}


def standing_of(campaign: Campaign, books: Books, member: Member) -> HeroStanding:
    """Return a hero's current standing."""
    kind = campaign.heroes[member.id].kind
    keys = keys_of(campaign, member)
    return standing_of_kind(books[campaign.book.id], kind, keys, campaign.data_root)


def goers(campaign: Campaign, members: Iterable[Member]) -> dict[str, dict[str, object]]:
    """Return the unit tables of the heroes that go into a battle, by id, without side and place."""
    found = {}
    for member in members:
        hero = campaign.heroes[member.id]
        found[member.id] = {
            **keys_of(campaign, member),
            "kind": hero.kind,
            "title": hero.title,
        }
    return found


def hero_shown(campaign: Campaign, books: Books, member: Member) -> HeroShown:
    """Return a hero as the screen shows it."""
    hero, now = campaign.heroes[member.id], standing_of(campaign, books, member)
    return HeroShown(
        id=hero.id,
        title=hero.title,
        kind=title_of(books[campaign.book.id], hero.kind, campaign.data_root),
        about=hero.about,
        rank=now.rank,
        growths=now.growths[: now.rank],
        next=next(iter(now.growths[now.rank :]), None),
        life=now.life,
        most=now.most,
        is_hurt=now.life < now.most,
        is_down=member.is_down,
        gear=now.gear,
        items=now.items,
        powers=now.powers,
        traits=now.traits,
        stats=stats_of_kind(
            books[campaign.book.id], hero.kind, keys_of(campaign, member), campaign.data_root
        ),
    )


# At other tables


def kind_at(campaign: Campaign, hero: Heroic, book: str) -> str | None:
    """Return the kind that plays for a hero in another rulebook, or None if there is none."""
    return hero.stands.get(book) or counterpart(hero.kind, campaign.book.id, book)


def sitters(
    campaign: Campaign, battle: StopBattle, book: str, members: Iterable[Member]
) -> dict[str, dict[str, object]]:
    """Return the units that heroes play in a level of a rulebook, in the order of its seats.

    Seats without a hero keep the level's own units.
    """
    found: dict[str, dict[str, object]] = {}
    for seat, member in zip(battle.seats, members, strict=False):
        hero = campaign.heroes[member.id]
        found[seat] = {
            "kind": kind_at(campaign, hero, book),
            "title": hero.title,
            "look": f"{campaign.book.id}/{hero.kind}",
        }
    return found


def plays_as(campaign: Campaign, books: Books, book: str) -> dict[str, str]:
    """Return the title of the kind that each hero plays in another rulebook, by hero."""
    return dict(_titles(campaign, books, book))


def _titles(campaign: Campaign, books: Books, book: str) -> Iterator[tuple[str, str]]:
    for hero in campaign.heroes.values():
        kind = kind_at(campaign, hero, book)
        if kind is not None:
            yield hero.id, title_of(books[book], kind)
