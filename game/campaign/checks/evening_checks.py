"""Checks of evenings at other tables: seats, the heroes who can take them, and what is at stake."""

from collections.abc import Iterator

from game.campaign.campaign import CampaignDraft
from game.campaign.campaign_tables import StopBattle
from game.campaign.hero_state import kind_at
from game.content.toml_files.finding_texts import Problem, because
from game.content.toml_files.positions import Keys
from game.terms.level import Level

Fault = tuple[Problem, Keys]
"""A problem, and its path within the battle's table."""


def evening_faults(
    draft: CampaignDraft, battle: StopBattle, level: Level, party: str
) -> Iterator[Fault]:
    """Yield errors about the seats and stakes of a battle."""
    yield from _seat_faults(draft, battle, level, party)
    yield from _stake_faults(draft, battle)


def _seat_faults(
    draft: CampaignDraft, battle: StopBattle, level: Level, party: str
) -> Iterator[Fault]:
    """Yield seats that heroes can't take: they need units of the party, in another rulebook."""
    if not battle.seats:
        return
    if battle.heroes is not None:
        yield Problem("seats-and-heroes", level=level.id), ("heroes",)
    if level.rulebook == draft.book.id:
        yield Problem("seats-at-home", level=level.id, book=level.rulebook), ("seats",)
        return
    own = [unit.id.partition(".")[2] for unit in level.units if unit.side == party]
    for number, seat in enumerate(battle.seats):
        place = ("seats", number)
        if seat not in own:
            near = draft.source.nearest(seat, own)
            hint = because("did-you-mean", near=near) if near else because("no-hint")
            yield Problem("seat-unknown", level=level.id, seat=seat, side=party, hint=hint), place
        elif seat in battle.seats[:number]:
            yield Problem("seat-unknown", variant="twice", seat=seat), place
    for hero in draft.heroes:
        kind, book = kind_at(draft.campaign(), hero, level.rulebook), level.rulebook
        if kind is None:
            yield Problem("no-stand-in", hero=hero.id, kind=hero.kind, book=book), ("seats",)


def _stake_faults(draft: CampaignDraft, battle: StopBattle) -> Iterator[Fault]:
    """Yield stakes that are never due, or that change nothing."""
    for number, stake in enumerate(battle.stake):
        place = ("stake", number)
        if stake.after == "lost" and battle.lost is None:
            yield Problem("stake-never"), (*place, "after")
        if (stake.hurt or stake.heal) and battle.most is None:
            yield Problem("stake-nobody"), (*place, "hurt" if stake.hurt else "heal")
        if (stake.hurt or stake.heal) and not draft.book.schema.lost:
            yield Problem("stake-nobody", variant="book", book=draft.book.id), place
