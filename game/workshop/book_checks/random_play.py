"""Play a rulebook's levels at random, and collect everything used and all errors."""

from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from game.components.conditions import Conditions
from game.components.unit import Name
from game.content.levels import all_levels, load_level, read_level
from game.content.toml_files.findings import Finding, LevelError
from game.engine.battle import Battle
from game.engine.book import Book
from game.engine.snapshots import ENGINE_RECORDS
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.terms import events
from game.terms.agenda import Ask, BattleEnd, Decision, Roll
from game.terms.commands import verb
from game.terms.events import Event, name_of
from game.terms.level import Level
from game.terms.records import Entity, Record
from game.workshop.book_checks.book_findings import book_finding

STOPS = 80
"""Maximum number of stops to play in each level."""
LEVELS = 4
"""Maximum number of levels to play, the smallest first."""


class InPlay(NamedTuple):
    """Everything that came up in random play."""

    keys: dict[str, set[str]]
    """The keys of texts that came up, by table."""
    titled: frozenset[str]
    """Ids for which a level has a title, so that they need no text."""
    findings: tuple[Finding, ...]


def played(book: Book, levels: Iterable[Level], words: BattleSentences | None) -> InPlay:
    """Return everything that comes up in random play. Without `words`, skip all sentences."""
    play = _RandomPlay(book, words)
    for seed, level in enumerate(levels, 1):
        play.level(level, seed)
    return InPlay(play.keys, frozenset(play.titled), tuple(play.found))


class _RandomPlay:
    """Random play of one book's levels."""

    def __init__(self, book: Book, words: BattleSentences | None) -> None:
        """Start with nothing collected."""
        self.keys: dict[str, set[str]] = {
            table: set()
            for table in ("why", "cause", "condition", "reason", "ask", "then", "answer")
        }
        self.titled: set[str] = set()
        self.found: list[Finding] = []
        self._book, self._words = book, words
        self._known = {*ENGINE_RECORDS, *book.records}
        self._events = {*events.COMMON, *book.events}

    def level(self, level: Level, seed: int) -> None:
        """Play a level. Save and restore the battle at each stop."""
        rng = Random(seed)
        try:
            battle = Battle.start(self._book, level)
            self.titled |= battle.world.scene.names.keys()
            if self._words is not None:
                self._words = BattleSentences(self._book, battle.world.scene.names)
            for _ in range(STOPS):
                self._look(battle)
                if isinstance(battle.stop, BattleEnd):
                    break
                _go_on(battle, rng)
            self._log(battle)
        except Exception as fault:  # whatever a book does wrong becomes a finding
            text = f"In the level {level.id!r} the game fails: {type(fault).__name__}: {fault}"
            self._tell("cannot-be-played", text.rstrip(".") + ".")

    def _tell(self, code: str, text: str) -> None:
        self.found.append(book_finding(self._book, "error", code, text))

    def _look(self, battle: Battle) -> None:
        stop, world = battle.stop, battle.world
        held = {type(one) for _, some in world.dump() for each in some for one in _within(each)}
        unknown = held - self._known
        for kind in unknown:
            text = f"A state has {kind.__name__}, which no part lists; add it to a part."
            self._tell("missing-record", text)
        if not unknown:
            self._restore(battle)
        if isinstance(stop, Roll):
            self.keys["why"].add(stop.why)
        elif isinstance(stop, Ask):
            self.keys["ask"].add(stop.called)
            if isinstance(stop, Decision):
                self.keys["then"].add(stop.called)
                self.keys["answer"] |= {branch.answer for branch in stop.branches}
            self._asked(battle, stop)
        for _, held_by in world.all(Conditions):
            self.keys["condition"] |= {condition.kind for condition in held_by.all}

    def _restore(self, battle: Battle) -> None:
        try:
            again = Battle.restored(self._book, battle.world.scene, battle.snapshot())
            is_same = again.hash() == battle.hash()
        except ValueError as fault:
            self._tell("lost-state", f"A saved state can't be read: {fault}.")
            return
        if not is_same:
            text = f"At {battle.stop} the restored state has a different hash from the saved one."
            self._tell("lost-state", text)

    def _asked(self, battle: Battle, ask: Ask) -> None:
        """Word an ask and all its answers, and check the sentences."""
        if self._words is None:
            return
        said = self._words.ask(ask, partial(_id_of, battle), battle.ask_facts())
        self._judge(f"ask {ask.called!r}", said)
        lines = FactsLines.of_battle(battle, self._words)
        for command in battle.legal():
            self._judge(f"command {verb(command)!r}", lines.sentence(battle, command))

    def _log(self, battle: Battle) -> None:
        for logged in battle.told():
            for event in (logged.event, logged.instead):
                if event is not None:
                    self._told(event)

    def _told(self, event: Event) -> None:
        name = name_of(event)
        if type(event) not in self._events:
            text = f"No part lists the event {name!r}; add it to a part."
            self._tell("missing-event", text)
        elif self._words is not None:
            self._judge(f"event {name!r}", self._words.event(event))
        for table in ("why", "cause", "condition", "reason"):
            said = getattr(event, table, None)
            if said:
                self.keys[table].add(str(said))

    def _judge(self, what: str, said: str) -> None:
        """Record a finding if a sentence is empty, or shows a template, an id or a gap."""
        is_raw = not said or set("{}_") & set(said) or "None" in said
        if is_raw or "  " in said or said != said.strip():
            self._tell("broken-sentence", f"The {what} is shown as {said!r}; correct its text.")


def _id_of(battle: Battle, entity: Entity) -> str | None:
    name = battle.world.find(entity, Name)
    return name.id if name else None


def _within(value: object) -> Iterator[Record]:
    """Yield all records in a value, including the value itself."""
    if isinstance(value, Record):
        yield value
        for name in value.__struct_fields__:
            yield from _within(getattr(value, name))
    elif isinstance(value, tuple):
        for each in value:
            yield from _within(each)


def _go_on(battle: Battle, rng: Random) -> None:
    """Roll fair dice, or give a legal command; each type of command is equally likely."""
    stop = battle.stop
    if isinstance(stop, Roll):
        battle.settle(tuple(rng.randint(1, sides) for sides in stop.dice.sides))
        return
    legal = battle.legal()
    kind = rng.choice(list(dict.fromkeys(type(command) for command in legal)))
    command = rng.choice([command for command in legal if type(command) is kind])
    refusal = battle.submit(command)
    if refusal is not None:
        why = refusal.text(battle.book.catalogue)
        raise RuntimeError(f"the legal {command} is refused: {why}")


def levels_of(book: Book) -> list[Level]:
    """Return the book's template level and its smallest other levels."""
    books, found = {book.id: book}, list[Level]()
    if book.template is not None:
        text = book.template.read_text(encoding="utf-8")
        found.append(read_level(text, file=str(book.template), id="new-level", books=books))
    others = list[Level]()
    for listed in all_levels():
        if listed.rulebook == book.id:
            try:
                others.append(load_level(listed.path, books))
            except LevelError:
                continue  # `check` of the level reports why
    others.sort(key=lambda level: level.width * level.height * len(level.units))
    return [*found, *others][:LEVELS]
