"""A battle's accounts for people to read: whole percentages that add up, and choices in words."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from game.play.analysis.accounting import BattleAnalysis
from game.play.analysis.playouts import half_width
from game.play.players import STDIO
from game.play.rewind import RewindableBattle
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.present.screen_sentences import said
from game.terms.commands import Command, unit_of

WIDTH = 40
"""Number of characters of a bar that stands for 100%."""


class ToldChoice(msgspec.Struct, frozen=True):
    """A choice of a side in words."""

    n: int
    """Number of the command before it, from which it can be tried again."""
    place: int
    round: int
    text: str
    step: int
    """Change of the side's chance, in percentage points."""
    better: str = ""
    """What would have been better, in words, or ""."""
    lost: int = 0
    """How much better, in percentage points; at least 1."""
    margin: int = 0
    """Half the 95% interval of `lost`, in percentage points; 0 if no whole battles were played."""


class SideAccount(msgspec.Struct, frozen=True):
    """The account of one side in percentage points: start + luck + own + others = result."""

    side: str
    title: str
    start: int
    luck: int
    own: int
    """What the side's own choices did."""
    others: int
    """What the choices of the other sides did."""
    result: int
    curve: tuple[float, ...]
    """The chance at the start and after each command, from 0 to 1."""
    rounds: tuple[int, ...]
    """The round at each of these places."""
    best: ToldChoice | None
    dearest: ToldChoice | None
    margin: int = 0
    """Half the width of the widest 95% interval, in percentage points; 0 for the fitted value."""

    @property
    def skill(self) -> int:
        """The change by all choices together."""
        return self.own + self.others


def told_sides(players: Mapping[str, str], sides: Sequence[str], party: str) -> tuple[str, ...]:
    """Return the sides whose accounts people want: those that people play, else the party's."""
    found = tuple(side for side in sides if players.get(side) == STDIO)
    return found or (party,)


def accounts(
    analysis: BattleAnalysis, reel: RewindableBattle, sides: Sequence[str], games: int = 0
) -> Iterator[SideAccount]:
    """Yield the account of each side. `reel` has the battle, and `games` the playouts, if any."""
    for side in sides:
        yield _account(analysis, reel, side, games)


def _account(
    analysis: BattleAnalysis, reel: RewindableBattle, side: str, games: int
) -> SideAccount:
    own = analysis.skill(side, side)
    parts = {
        "start": analysis.start[side],
        "luck": analysis.luck(side),
        "own": own,
        "others": analysis.skill(side) - own,
    }
    result = round(100 * analysis.result(side))
    whole = dict(zip(parts, rounded(list(parts.values()), result), strict=True))
    curve = analysis.curve(side)
    best, compared = analysis.best(side), analysis.dearest(side)
    dearest = None
    if compared is not None and round(100 * compared.lost) >= 1:
        step = compared.step
        text = _words(reel, step.place, step.command)
        assert compared.better is not None
        better = _words(reel, step.place, compared.better)
        told = reel.number(step.place), step.place, step.round, text, round(100 * step.of(side))
        dearest = ToldChoice(
            *told, better, round(100 * compared.lost), round(100 * compared.margin)
        )
    good = None
    if best is not None and round(100 * best.of(side)) >= 1:
        text = _words(reel, best.place, best.command)
        place = reel.number(best.place), best.place, best.round
        good = ToldChoice(*place, text, round(100 * best.of(side)))
    margin = max((half_width(share, games) for share in curve), default=0.0) if games else 0.0
    return SideAccount(
        side=side,
        title=reel.battle.world.scene.level.side_title(side),
        start=whole["start"],
        luck=whole["luck"],
        own=whole["own"],
        others=whole["others"],
        result=result,
        curve=curve,
        rounds=tuple(reel.stand(place).round for place in range(len(curve))),
        best=good,
        dearest=dearest,
        margin=round(100 * margin),
    )


def rounded(parts: Sequence[float], total: int) -> tuple[int, ...]:
    """Return shares as whole percentages that add up to `total`.

    Those that rounding changes most make up for what is missing.
    """
    exact = [100 * part for part in parts]
    found = [round(part) for part in exact]
    missing = total - sum(found)
    sign = 1 if missing > 0 else -1
    order = sorted(range(len(exact)), key=lambda n: sign * (found[n] - exact[n]))
    for n in order[: abs(missing)]:
        found[n] += sign
    return tuple(found)


def _words(reel: RewindableBattle, place: int, command: Command) -> str:
    """Return a command that was legal at a place in words, with the unit that acts."""
    reel.go(place)
    battle, unit = reel.battle, unit_of(command)
    names = battle.world.scene.names
    words = BattleSentences(battle.book, names)
    text = FactsLines.of_battle(battle, words).brief(battle, command)
    return said("analysis", "by", unit=names[unit], what=text) if unit in names else text


# Text


def account_lines(account: SideAccount) -> Iterator[str]:
    """Yield an account as lines of text: the sum, the curve, and two choices."""
    values = {name: getattr(account, name) for name in ("start", "result")}
    signed = {name: minus(f"{getattr(account, name):+d}") for name in ("luck", "own", "others")}
    yield said("analysis", "sum", side=account.title, **values, **signed)
    if account.margin:
        yield said("analysis", "margin", margin=account.margin)
    yield said("analysis", "curve", side=account.title)
    for number, chance in by_round(account):
        bar = "#" * round(WIDTH * chance)
        yield said("analysis", "point", round=number, chance=round(100 * chance), bar=bar).rstrip()
    for key, choice in (("best", account.best), ("dearest", account.dearest)):
        yield choice_text(key, choice) if choice is not None else said("analysis", f"no_{key}")


def by_round(account: SideAccount) -> tuple[tuple[int, float], ...]:
    """Return the chance at the start of each round, and at the end with the last round."""
    found: dict[int, float] = {}
    for number, chance in zip(account.rounds, account.curve, strict=True):
        found.setdefault(number, chance)
    return (*found.items(), (account.rounds[-1], account.curve[-1]))


def choice_text(key: str, choice: ToldChoice) -> str:
    """Return the best (`best`) or the dearest choice (`dearest`) of a side as a sentence."""
    lost = said("analysis", "lost", lost=choice.lost)
    if choice.margin:
        lost = said("analysis", "lost_margin", lost=lost, margin=choice.margin)
    step = {"step": minus(f"{choice.step:+d}"), "lost": lost}
    values = {"round": choice.round, "text": choice.text, "better": choice.better, "n": choice.n}
    return said("analysis", key, **step, **values)


def minus(text: str) -> str:
    """Return a number with a proper minus sign."""
    return text.replace("-", "−")
