"""The exact odds of a command, written on a page: main number, chart, modifiers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from game.client.kit.theme import BODY, HARM, HUGE, INK, INK_FADED, LARGE, SMALL, TITLE
from game.client.panels.damage_chart import chart
from game.client.panels.odds_numbers import (
    ATTACK,
    OddsSummary,
    Other,
    encounters,
    falls_first,
    leaves_out,
)
from game.client.panels.parchment_page import Sheet
from game.present.forecast.marks import ForecastMark
from game.present.forecast.numbers import decimal, percent
from game.present.picture import Picture
from game.terms.battlefield_commands import Pass
from game.terms.changes import MOVEMENT, ChangeFact, singles_of
from game.terms.commands import End, path_of, target_of, unit_of, verb
from game.terms.odds import (
    Modifier,
    Odds,
    OddsOutcome,
    OddsRoll,
    facts_of,
    told_changes,
)

if TYPE_CHECKING:
    from game.client.kit.app import App


class OddsWords(Protocol):
    """Maker of the words for odds."""

    def change(self, unit: str | None, fact: ChangeFact) -> str:
        """Return an effect on a unit in words."""

    def then(self, ask: str) -> str:
        """Return the ask that follows an outcome, in words."""


MOST_JOINT = 4
"""Maximum number of outcomes listed whole; if there are more, single effects are listed."""
MOST_ROWS = 6
RARE = Fraction(1, 100)
"""Chance below which effects share one line."""
CHART = 72


def plain(id: str) -> str:
    """Return a readable name for an id without one."""
    return id.replace("_", " ")


def link_of(app: "App") -> str:
    """Return the words of the link to the lens; you press it like a rule's id."""
    return app.words.say("lens", "link")


def told_of(
    app: "App", other: Other, picture: Picture, causes: Sequence[str] = ()
) -> tuple[str, str]:
    """Return the effect on another unit in words, with the causes of damage, and its chance."""
    token, say = picture.token(other.unit), app.words.say
    who = token.title if token else plain(other.unit)
    words = say("forecast", "other_healed" if other.is_heal else "other_hurt", who=who)
    if causes and not other.is_heal:
        words = say("forecast", "other_hurt_by", who=who, what=", ".join(causes))
    mean = decimal(other.mean)
    parts = [say("forecast", "mean", value=mean)] if mean != decimal(Fraction(0)) else []
    if other.fells:
        parts.append(say("forecast", "other_falls", share=percent(other.fells)))
    told = f"{words} ({', '.join(parts)})" if parts else words
    return told, f"{percent(other.share)}%"


def marked(app: "App", mark: ForecastMark, picture: Picture) -> str:
    """Return a mark on the board in words, with its chance unless it is certain."""
    text, share = mark.text, "" if mark.share == 1 else f"{percent(mark.share)}%"
    if mark.unit is not None and mark.kind in ("loss", "heal") and len(mark.amounts) > 1:
        other = Other(mark.unit, mark.kind == "heal", mark.share, mark.mean, Fraction(0))
        text, share = told_of(app, other, picture)
    return f"{text}, {share}" if share else text


def hit_of(odds: Odds, found: OddsSummary) -> Fraction | None:
    """Return the chance to hit, if the odds are about damage by one attack that can miss."""
    hits = [roll for roll in odds.rolls if roll.why == ATTACK]
    if found.kind not in ("hurt", "mount") or len(hits) != 1 or hits[0].chance is None:
        return None
    is_on_itself = hits[0].is_own and found.is_on_actor  # such as stress, and not the attack
    return None if is_on_itself else Fraction(*hits[0].chance)


def is_harmless(odds: Odds) -> bool:
    """Return whether odds are about an attack that does no damage, such as with a sure defence."""
    is_attack = any(roll.why == ATTACK for roll in odds.rolls)
    return is_attack and len(odds.outcomes) == 1


def _is_sure_stride(found: OddsSummary) -> bool:
    """Return whether a unit will certainly move, and dice decide only the distance."""
    return found.kind == "stride" and found.chance == 1


def _apart(rolls: Sequence[OddsRoll]) -> Sequence[OddsRoll]:
    """Return the rolls, or none of them if a unit makes several with the same purpose."""
    purposes = {(one.why, one.who, one.whom) for one in rolls}
    return () if len(purposes) < len(rolls) else rolls


def _write_rolls(sheet: Sheet, rolls: Sequence[OddsRoll]) -> None:
    """Write each roll with its modifiers; on a tight page, rolls without any share lines."""
    alone: list[str] = []
    for roll in rolls:
        shown = () if roll.is_named else roll.modifiers
        if sheet.is_tight and not shown:
            alone.append(roll.told)
            continue
        _write_alone(sheet, alone)
        alone = []
        _write_modifiers(sheet, roll.told, shown)
    _write_alone(sheet, alone)


def _write_alone(sheet: Sheet, told: Sequence[str]) -> None:
    if told:
        sheet.text(" · ".join(told), "sans bold", SMALL, INK_FADED)


def _write_modifiers(sheet: Sheet, heading: str, modifiers: Sequence[Modifier]) -> None:
    """Write modifiers under a heading, each with its rule.

    A modifier without a value is only a reason.
    """
    if sheet.is_tight:
        sheet.text(heading, "sans bold", SMALL, INK_FADED)
        sheet.series([(_told(one), one.rule or "") for one in modifiers])
        return
    sheet.head(heading)
    for one in modifiers:
        sheet.row(_capital(one.text), _signed(one.value) if one.value else "", one.rule or "")


def _told(one: Modifier) -> str:
    """Return a modifier with its value, for running text."""
    return f"{_signed(one.value)} {one.text}" if one.value else _capital(one.text)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _signed(value: int) -> str:
    return f"{value:+}".replace("-", "−")


def head(sheet: Sheet, title: str, notes: Sequence[str]) -> None:
    """Write the title of a forecast, and sentences to read first."""
    sheet.title(title, LARGE, most=2)
    if notes:
        sheet.text(" ".join(notes), "sans italic", SMALL, INK_FADED)
        sheet.gap(4)


class Outcomes:
    """Writer of a command's odds on a page."""

    def __init__(self, app: "App", words: OddsWords) -> None:
        self._app, self._words = app, words

    def modifiers(
        self, sheet: Sheet, modifiers: Sequence[Modifier], rolls: Sequence[OddsRoll] = ()
    ) -> None:
        """Write the modifiers, each with its rule, under the roll in `rolls` that they belong to.

        If a unit makes several rolls with the same purpose, write the modifiers of all rolls
        together.
        """
        self._written(sheet, modifiers, _apart(rolls))

    def modifiers_by_answer(self, sheet: Sheet, ways: Sequence[tuple[str, Odds]]) -> None:
        """Write the modifiers of several answers: rolls of some of them with their answers."""
        found = [(words, _apart(odds.rolls)) for words, odds in ways]
        shared = [one for one in found[0][1] if all(one in rolls for _, rolls in found)]
        say = self._app.words.say
        own = [
            replace(one, told=say("forecast", "roll_of", how=_capital(words), roll=one.told))
            for words, rolls in found
            for one in rolls
            if one not in shared
        ]
        every = dict.fromkeys(one for _, odds in ways for one in odds.modifiers)
        self._written(sheet, list(every), (*own, *shared))

    def _written(
        self, sheet: Sheet, modifiers: Sequence[Modifier], rolls: Sequence[OddsRoll]
    ) -> None:
        """Write rolls with their modifiers, and below them all others."""
        _write_rolls(sheet, rolls)
        told = {one for roll in rolls for one in roll.modifiers}
        others = [one for one in modifiers if one not in told]
        if others:
            _write_modifiers(sheet, self._app.words.say("forecast", "modifiers"), others)

    def assumed(self, sheet: Sheet, assumed: Sequence[str]) -> None:
        """Write the assumptions behind the odds."""
        if assumed:
            sheet.gap(6)
            words = self._app.words.say("forecast", "assume", how="; ".join(assumed))
            sheet.text(words, "sans italic", SMALL, INK_FADED)

    def write(
        self,
        sheet: Sheet,
        title: str,
        odds: Odds,
        found: OddsSummary,
        picture: Picture,
        assumed: Sequence[str] = (),
        notes: Sequence[str] = (),
        has_points: bool = False,
    ) -> None:
        """Write the whole forecast.

        `assumed` has its assumptions in words, and `notes` sentences to read first. If it
        `has_points` that follow, it doesn't say that nothing changes.
        """
        head(sheet, title, notes)
        is_joint = found.kind == "list" and len(odds.outcomes) <= MOST_JOINT
        if is_joint:
            self._outcomes(sheet, odds, has_points)
        elif found.kind == "struck" and not found.chance:
            if not encounters(odds, picture):
                sheet.gap(4)
                sheet.point(self._app.words.say("forecast", "safe"))
        elif found.kind != "list":
            self._number(sheet, odds, found, picture)
        if found.bars:
            self._chart(sheet, found, picture)
        self.modifiers(sheet, odds.modifiers, odds.rolls)
        if not is_joint:
            self._besides(sheet, odds, found, picture)
        self._stops(sheet, odds, found, is_joint, assumed)
        if verb(odds.command) == ATTACK:
            sheet.gap(8)
            sheet.row("", rule=link_of(self._app))

    def _number(self, sheet: Sheet, odds: Odds, found: OddsSummary, picture: Picture) -> None:
        """Write the main number in huge type, with its meaning next to it."""
        app, px, say = self._app, self._app.look.px, self._app.words.say
        is_mean, hit = found.kind == "heal" or _is_sure_stride(found), hit_of(odds, found)
        chance = found.chance if hit is None else hit
        words = decimal(found.mean) if is_mean else f"{percent(chance)}%"
        size = HUGE if app.type.width(words, "serif bold", HUGE) < sheet.width * 0.55 else TITLE
        number = app.type.line(words, "serif bold", size, INK)
        top, cut = sheet.y, round(number.get_height() * 0.14)
        sheet.put(number, 0, top - cut)
        high = number.get_height() - 2 * cut
        beside = Sheet(app, sheet.width - number.get_width() - px(12))
        what = self._of_what(odds, found, picture)
        beside.text(say("forecast", "hit") if hit else what, "sans", BODY, INK_FADED, most=2)
        if hit and found.mean and not found.stops:
            mean = say("forecast", "when_hit", value=decimal(found.mean / hit))
            beside.text(mean, "sans", BODY)
        if hit and hit != found.chance:
            beside.text(f"{what}: {percent(found.chance)}%", "sans", BODY)
        if found.fells:
            is_own = found.main == unit_of(odds.command)
            fells = "fells_self" if is_own else "fells"
            line = f"{say('forecast', fells)} {percent(found.fells)}%"
            beside.text(line, "sans bold", BODY, HARM)
        if found.fills:
            share = "" if found.fills == 1 else percent(found.fills)
            beside.text(say("forecast", "fills" if share else "full", share=share), "sans", BODY)
        if found.kind == "struck" and found.arrives < 1:
            arrives = say("forecast", "arrives", share=percent(found.arrives))
            beside.text(arrives, "sans bold", BODY)
        start = top + max(0, (high - beside.y) // 2)
        for piece in beside.pieces:
            x = piece.rect.x + number.get_width() + px(12)
            sheet.put(piece.image, x, piece.rect.y + start)
        sheet.y = max(top + high, start + beside.y)

    def _of_what(self, odds: Odds, found: OddsSummary, picture: Picture) -> str:
        """Return the meaning of the main number in words."""
        if _is_sure_stride(found):
            return self._app.words.say("forecast", "stride_sure")
        if found.kind == "stride":
            return odds.then(found.stops[0][0]) or self._words.then(found.stops[0][0])
        if found.kind != "hurt":
            return self._app.words.say("forecast", found.kind)
        token, command = picture.token(found.main), odds.command
        key = "hurt" if found.main else "hurt_thing"
        if token is not None and found.main == unit_of(command):
            key = "hurt_own"
        elif token is not None and found.main != target_of(command):
            key = "hurt_other"
        return self._app.words.say("forecast", key, who=token.title if token else "")

    def _chart(self, sheet: Sheet, found: OddsSummary, picture: Picture) -> None:
        say, token = self._app.words.say, picture.token(found.main)
        key = {"heal": "healed", "stride": "stride"}.get(found.kind, "damage")
        left = token.life if token and key == "damage" else None
        caption = say("forecast", key)
        if found.kind != "heal":
            caption = f"{caption}, {say('forecast', 'mean', value=decimal(found.mean))}"
        if token is not None and left is not None:
            caption = f"{caption} · {say('forecast', 'has', unit=token.title, life=left)}"
        sheet.gap(4)
        size = sheet.width, self._app.look.px(CHART)
        sheet.put(chart(self._app, (found.bars,), size, caption, left), 0, sheet.y)
        sheet.y += size[1]

    def _outcomes(self, sheet: Sheet, odds: Odds, has_points: bool) -> None:
        """Write all outcomes in words, the likeliest first."""
        rows: dict[str, int] = {}
        for one in odds.outcomes:
            words = self._sentence(one, odds)
            rows[words] = rows.get(words, 0) + one.weight
        ranked = sorted(rows.items(), key=lambda row: -row[1])
        say, px = self._app.words.say, self._app.look.px
        sheet.gap(4)
        if len(ranked) == 1:
            # Whether hidden foes are there or an item is stolen isn't certain: only the cost is.
            if not has_points or isinstance(odds.command, End) or not leaves_out(odds):
                self._certain(sheet, odds)
            only = ranked[0][0]
            for words in (
                ()
                if (has_points or is_harmless(odds)) and only == say("forecast", "nothing")
                else only.split("; ")
            ):
                sheet.point(words[:1].upper() + words[1:])
            return
        for n, (words, weight) in enumerate(ranked[: MOST_ROWS + 6]):
            size = TITLE if n == 0 else LARGE
            share = f"{percent(Fraction(weight, max(1, odds.of)))}%"
            number = self._app.type.line(share, "serif bold", size, INK)
            rect = sheet.put(number, 0, sheet.y)
            left = max(px(72), number.get_width() + px(12))
            high = self._app.type.height("sans", BODY)
            sheet.y += max(0, (rect.height - high) // 2)
            sheet.text(words, "sans", BODY, left=left)
            sheet.y = max(sheet.y, rect.bottom) + px(2)

    def _certain(self, sheet: Sheet, odds: Odds) -> None:
        """Write that there is one outcome: for an attack, that it does no damage."""
        say = self._app.words.say
        if not is_harmless(odds):
            sheet.text(say("forecast", "certain"), "serif", TITLE)
            return
        number = self._app.type.line(f"{percent(Fraction(0))}%", "serif bold", HUGE, INK)
        rect = sheet.put(number, 0, sheet.y - round(number.get_height() * 0.14))
        high = self._app.type.height("sans", BODY)
        sheet.y = max(sheet.y, rect.centery - high // 2)
        left = rect.width + self._app.look.px(12)
        sheet.text(say("forecast", "no_damage"), "sans", BODY, INK_FADED, left)
        sheet.y = max(sheet.y, rect.bottom - round(number.get_height() * 0.14))

    def _sentence(self, one: OddsOutcome, odds: Odds) -> str:
        """Return an outcome of a command as words, separated by semicolons."""
        said, command = [], odds.command
        for change in told_changes(one):
            for fact in facts_of(change, command):
                # The end of a turn wastes movement, and says so; a path shows it on the board.
                is_shown = isinstance(command, End) or any(path_of(command))
                if fact.key != MOVEMENT or not is_shown:
                    said += [self._words.change(change.unit, one) for one in singles_of(fact)]
        if one.then:
            if all(change.find(MOVEMENT) for change in one.changes):
                said = []
            said.append(odds.then(one.then) or self._words.then(one.then))
        keys = {End: "turn_ends", Pass: "goes_on"}
        nothing = self._app.words.say("forecast", keys.get(type(command), "nothing"))
        return "; ".join(words for words in dict.fromkeys(said) if words) or nothing

    def _besides(self, sheet: Sheet, odds: Odds, found: OddsSummary, picture: Picture) -> None:
        """Write other effects with their chances: those of units that fall come first.

        Then come damage and healing of other units, and what is certain, without a chance. Effects
        for which there is no row share one line.
        """
        if not found.besides and not found.others:
            return
        say = self._app.words.say
        sheet.head(say("forecast", "besides"))
        falls, besides = falls_first(found.besides)
        for one in falls:
            words = _capital(self._words.change(one.unit, one.fact))
            sheet.row(words, f"{percent(one.share)}%", colour=HARM, is_wide=True)
        for other in found.others[:MOST_ROWS]:
            words, share = told_of(self._app, other, picture, odds.causes(other.unit))
            sheet.row(words, share, is_wide=True)
        told = [(self._words.change(one.unit, one.fact), one.share) for one in besides]
        told = sorted((one for one in told if one[0]), key=lambda one: -one[1])
        often = [one for one in told[:MOST_ROWS] if one[1] >= RARE]
        others = told[len(often) :]
        if len(others) == 1:
            often, others = told, []
        for words, chance in often:
            if chance == 1:
                sheet.point(_capital(words))
            else:
                sheet.row(_capital(words), f"{percent(chance)}%", is_wide=True)
        if others:
            most = percent(others[0][1]).removeprefix("<")
            listed = "; ".join(words for words, _ in others)
            sheet.text(say("forecast", "rare", share=most, what=listed), "sans", SMALL, INK_FADED)

    def _stops(
        self,
        sheet: Sheet,
        odds: Odds,
        found: OddsSummary,
        is_joint: bool,
        assumed: Sequence[str],
    ) -> None:
        """Write the asks that follow, and the assumptions behind the odds."""
        say = self._app.words.say
        for ask, share in () if is_joint or found.kind == "stride" else found.stops:
            words = odds.then(ask) or self._words.then(ask)
            words = words[:1].upper() + words[1:]
            if share == 1:
                sheet.point(words)
            else:
                sheet.row(words, f"{percent(share)}%", is_wide=True)
        hows = {odds.assume} if isinstance(odds.assume, str) else set(odds.assume.values())
        if assumed or hows != {"stop"}:
            self.assumed(sheet, assumed or [say("assume", how) for how in sorted(hows - {"stop"})])
        elif found.stops:
            sheet.gap(6)
            sheet.text(say("forecast", "until_choice"), "sans italic", SMALL, INK_FADED)
