"""Player of the codex's examples: everything they show comes from the game."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Literal

import msgspec

from game.content.levels import read_level
from game.content.toml_files.findings import LevelError
from game.engine.battle import Battle
from game.engine.book import Book
from game.engine.legality import commands_of
from game.play.line_reading import Wrong
from game.play.players import STDIO
from game.play.table import Table
from game.present.answer_sheet import AnswerSheet
from game.present.battle_sentences import BattleSentences
from game.present.codex.example_files import Example, ExamplePosition, ExampleStep
from game.present.codex.example_levels import level_text
from game.present.facts_lines import FactsLines
from game.present.picture import Picture, picture_of
from game.present.screen_sentences import failure, said
from game.present.terminal_lines import picture
from game.record.dice_source import DiceSource
from game.record.failure import Failure
from game.record.recording import Setup
from game.terms.agenda import Roll
from game.terms.changes import MOVEMENT
from game.terms.commands import Command, from_text, unit_of, verb
from game.terms.events import DiceRolled, Event, Moved, name_of
from game.terms.level import Side
from game.terms.odds import Assume, Odds, OddsOutcome, facts_of
from game.terms.texts import fault_text

SEED = 7
MOST_ROLLS = 400
MOST_ROWS = 9
"""Maximum number of outcomes listed; the least likely share the last line."""
FRAME = ("battle_started", "message", "round_started", "turn_started", "turn_ended", "moves")
"""Events that are shown only if the example has `all = true`, or if they name its rule."""

Kind = Literal["told", "odds", "refused", "queue"]


class Said(msgspec.Struct, frozen=True):
    """A line of an example: its text, rule and dice, and for odds its weight."""

    text: str
    rule: str | None = None
    dice: tuple[int, ...] = ()
    weight: int | None = None
    value: int | None = None
    """Number added to a roll, if the line is a modifier."""
    roll: str = ""
    """Dice that were rolled, in written form."""


class ShownStep(msgspec.Struct, frozen=True):
    """The result of one step."""

    kind: Kind
    title: str
    lines: tuple[Said, ...]
    of: int = 0
    """Sum of the weights of all outcomes."""
    reasons: tuple[Said, ...] = ()
    note: str = ""
    """Assumption, if the example names one."""
    told: Odds | None = None
    """Complete odds, if the step shows odds."""


class Worked(msgspec.Struct, frozen=True):
    """A played example."""

    board: str
    """The position, drawn in letters."""
    picture: Picture
    parts: tuple[ShownStep, ...]
    book: str
    sides: tuple[Side, ...]
    level: str
    """Text of the level that was played."""
    rules: frozenset[str]
    """Rules named by the example's events and lines."""


def work(
    id: str,
    example: Example,
    places: Iterable[ExamplePosition],
    book: str,
    books: Mapping[str, Book],
) -> Worked:
    """Play the example of a rule; raise Failure if it can't be played."""
    try:
        text = level_text(places, book)
    except (LookupError, TypeError, AttributeError) as fault:
        if isinstance(fault, KeyError):
            raise failure("codex_fault", "position_key", id=id, key=str(fault)) from fault
        raise failure("codex_fault", "position_value", id=id, why=str(fault)) from fault
    try:
        file = said("codex_fault", "example_of", id=id)
        level = read_level(text, file=file, id="example", books=books)
        table = Table.open(
            books[book], level, Setup(DiceSource(SEED), {side.id: STDIO for side in level.sides})
        )
        return _Bench(id, table, example).worked(text)
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    except (ValueError, Wrong) as fault:
        raise failure("codex_fault", "example", id=id, why=fault_text(fault)) from fault


class _Bench:
    """One example while it is played."""

    def __init__(self, id: str, table: Table, example: Example) -> None:
        self._id, self._table, self._example = id, table, example
        self._sheet = AnswerSheet(table, None)
        self._words = self._sheet.words
        self._parts: list[ShownStep] = []
        self._seen: tuple[str, Picture] | None = None

    @property
    def _battle(self) -> Battle:
        return self._table.battle

    def worked(self, text: str) -> Worked:
        """Play all steps of the example, whose level has this text."""
        steps = list(self._example.steps)
        is_opening = bool(steps) and "" in (steps[0].play, steps[0].quiet)
        if is_opening:
            self._begin(steps.pop(0))
        else:
            self._fall(None)
        for step in steps:
            self._take(step)
        self._look()
        assert self._seen is not None
        board, seen = self._seen
        level = self._battle.world.scene.level
        parts = tuple(self._parts)
        return Worked(board, seen, parts, level.rulebook, level.sides, text, self._rules())

    def _look(self) -> None:
        """Keep the position before the first step shown."""
        if self._seen is None:
            self._seen = picture(self._battle).strip("\n"), picture_of(self._battle, self._words)

    def _begin(self, step: ExampleStep) -> None:
        """Play the beginning of the battle, with its dice."""
        self._fall(step.dice)
        if step.play is not None:
            self._look()
            self._tell(0, "")

    def _take(self, step: ExampleStep) -> None:
        if step.quiet is None:
            self._look()
        if step.quiet is not None:
            self._do(self._command(step.quiet), step.dice)
        elif step.play is not None:
            command = self._command(step.play)
            since, title = len(self._battle.log()), self._called(command)
            self._do(command, step.dice)
            self._tell(since, title)
        elif step.odds is not None:
            self._show_odds(self._command(step.odds), step.assume, step.by)
        elif step.refused is not None:
            self._refuse(self._command(step.refused), step.by)
        elif step.queue:
            self._show_queue()

    # Play

    def _command(self, text: str) -> Command:
        return from_text(text, commands_of(self._battle.book))

    def _do(self, command: Command, dice: tuple[int, ...] | None) -> None:
        refusal = self._table.submit(command)
        if refusal is not None:
            why = self._words.refusal(refusal)
            told = said("codex_fault", "refused", command=self._called(command), why=why)
            raise ValueError(told)
        self._fall(dice)

    def _fall(self, dice: tuple[int, ...] | None) -> None:
        """Resolve pending rolls: with all of `dice`, or with the seed's dice if `dice` is None."""
        left = list(dice or ())
        for _ in range(MOST_ROLLS):
            if not isinstance(stop := self._battle.stop, Roll):
                break
            if dice is None:
                self._table.step()
                continue
            count = len(stop.dice.sides)
            if len(left) < count:
                roll, wanted = stop.why, str(stop.dice)
                told = said("codex_fault", "few_dice", roll=roll, dice=wanted, left=str(left))
                raise ValueError(told)
            self._table.roll(tuple(left[:count]))
            del left[:count]
        if left:
            raise ValueError(said("codex_fault", "many_dice", left=str(left)))

    # Show

    def _called(self, command: Command) -> str:
        """Return a command in words."""
        battle = self._battle
        with suppress(KeyError):
            lines, is_legal = FactsLines.of_battle(battle, self._words), not battle.why_not(command)
            said = lines.sentence(battle, command, is_legal)
            if "{" not in said:
                return said
        # The command's sentence uses fields that only legal commands have.
        unit = self._words.thing(unit_of(command) or "")
        return f"{unit}: {self._words.verb(verb(command))}"

    def _tell(self, since: int, title: str) -> None:
        """Add a step with the events after number `since`, without those that only frame it."""
        lines = list(self._lines(self._battle.log()[since:]))
        self._parts.append(ShownStep("told", title, tuple(lines)))

    def _lines(self, events: Iterable[Event]) -> Iterator[Said]:
        walk: list[Moved] = []
        for event in events:
            if walk and not (isinstance(event, Moved) and _is_on(walk[-1], event)):
                yield self._walked(walk)
                walk = []
            if isinstance(event, Moved):
                walk.append(event)
            elif self._is_wanted(event):
                roll = event.roll if isinstance(event, DiceRolled) else ""
                yield Said(self._words.event(event), event.rule, tuple(event.dice), roll=roll)
                yield from self._added(event)
        if walk:
            yield self._walked(walk)

    def _is_wanted(self, event: Event) -> bool:
        is_frame = name_of(event) in FRAME
        return not is_frame or self._example.all or event.rule == self._id

    def _added(self, event: Event) -> Iterator[Said]:
        """Yield the modifiers of a roll that come from the example's rule."""
        for one in event.modifiers if isinstance(event, DiceRolled) else ():
            if one.rule in (self._id, self._example.under) and one.rule != event.rule:
                yield Said(self._words.modifier(one.text), one.rule, value=one.value)

    def _walked(self, walk: list[Moved]) -> Said:
        if len(walk) == 1:
            return Said(self._words.event(walk[0]), walk[0].rule)
        return Said(self._words.walk(walk[0].unit, [one.to for one in walk]), walk[0].rule)

    def _show_odds(self, command: Command, assume: Assume, note: str) -> None:
        found = self._sheet.odds(command, assume)
        weights: dict[str, int] = {}
        for one in found.outcomes:
            words = self._outcome(one, found.command)
            weights[words] = weights.get(words, 0) + one.weight
        rows = sorted(weights.items(), key=lambda row: (-row[1], _natural(row[0])))
        lines = self._shortened(list(_joined(rows, self._words)))
        reasons = tuple(Said(one.text, one.rule, value=one.value) for one in found.modifiers)
        called = self._called(command)
        title = f"{called} ({note})" if note else called
        self._parts.append(ShownStep("odds", title, lines, found.of, reasons, note, found))

    def _shortened(self, lines: list[Said]) -> tuple[Said, ...]:
        """Return the first outcomes, which are the likeliest, and sum up the rest in one line."""
        if len(lines) <= MOST_ROWS:
            return tuple(lines)
        rest = lines[MOST_ROWS - 1 :]
        words = self._words.say("others", count=len(rest))
        weight = sum(line.weight or 0 for line in rest)
        return (*lines[: MOST_ROWS - 1], Said(words, weight=weight))

    def _outcome(self, one: OddsOutcome, command: Command) -> str:
        """Return an outcome of a command in words."""
        has_more = any(fact.key != MOVEMENT for change in one.changes for fact in change.facts)
        said = [
            self._words.change(change.unit, fact)
            for change in one.changes
            for fact in facts_of(change, command)
            if not (fact.key == MOVEMENT and has_more)
        ]
        told = [words for words in dict.fromkeys(said) if words]
        then = self._words.then(one.then) if one.then else ""
        return "; ".join([*told, *([then] if then else [])]) or self._words.say("nothing_changes")

    def _refuse(self, command: Command, by: str) -> None:
        refusal = self._battle.why_not(command)
        if refusal is None:
            raise ValueError(said("codex_fault", "legal", command=self._called(command)))
        line = Said(self._words.refusal(refusal), refusal.rule)
        self._parts.append(ShownStep("refused", by or self._called(command), (line,)))

    def _show_queue(self) -> None:
        name = self._battle.world.scene.names
        lines = tuple(
            Said(", ".join(name.get(unit, unit) for unit in slot.units))
            for slot in self._battle.queue()
        )
        self._parts.append(ShownStep("queue", "", lines))

    def _rules(self) -> frozenset[str]:
        said = (one for part in self._parts for one in (*part.lines, *part.reasons))
        return frozenset(one.rule for one in said if one.rule)


def _is_on(before: Moved, event: Moved) -> bool:
    return before.unit == event.unit and before.rule == event.rule


def _natural(text: str) -> list[str]:
    """Return a sort key that puts 9 before 10."""
    return [part.zfill(6) if part.isdigit() else part for part in re.split(r"([0-9]+)", text)]


def _joined(rows: Iterable[tuple[str, int]], words: BattleSentences) -> Iterator[Said]:
    """Yield outcomes as lines; join equally likely outcomes that differ in only one number."""
    run: list[list[str]] = []
    weight = 0
    for text, heavy in rows:
        parts = re.split(r"([0-9]+)", text)
        if run and (heavy != weight or not _follows(run, parts)):
            yield _of_run(run, weight, words)
            run = []
        run.append(parts)
        weight = heavy
    if run:
        yield _of_run(run, weight, words)


def _follows(run: list[list[str]], parts: list[str]) -> bool:
    """Return whether an outcome continues a run: the same text, with one number 1 higher."""
    last, first = run[-1], run[0]
    if len(last) != len(parts):
        return False
    other = [n for n, (old, new) in enumerate(zip(last, parts, strict=True)) if old != new]
    so_far = [n for n, (old, new) in enumerate(zip(first, last, strict=True)) if old != new]
    is_one = len(other) == 1 and (not so_far or so_far == other)
    return is_one and parts[other[0]].isdigit() and int(parts[other[0]]) == int(last[other[0]]) + 1


def _of_run(run: list[list[str]], weight: int, words: BattleSentences) -> Said:
    first, last = run[0], run[-1]
    if len(run) == 1:
        return Said("".join(first), weight=weight)
    pairs = zip(first, last, strict=True)
    text = "".join(old if old == new else f"{old}–{new}" for old, new in pairs)
    return Said(words.say("each", text=text), weight=weight * len(run))
