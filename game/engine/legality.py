"""Legality of commands: one check for each type of command, used by all callers."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, partial
from operator import is_
from typing import Any, NamedTuple

import msgspec

from game.components.turns import Offers
from game.core.cells import Cell
from game.engine.agenda_machine import machine_of
from game.engine.book import Book
from game.engine.choice_asks import CHOICE_PUT
from game.engine.deployment_asks import DEPLOY
from game.terms.agenda import Ask, Concession, Decision, DrawAsk, Finish
from game.terms.commands import (
    Answer,
    Command,
    Concede,
    OfferDraw,
    details_of,
    from_text,
    target_of,
    verb,
)
from game.terms.events import Conceded, DrawDeclined, DrawOffered
from game.terms.odds import OddsRoll
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.terms.work import Work
from game.world import World
from game.world.ask_rules import NO_RISKS, AnyAskRules, AskRules, Option, WalkRisks, no_others
from game.world.unit_names import (
    id_of,
    in_play,
    is_known,
    round_of,
    side_of,
    sides_in_play,
    unit_by_id,
)

NOBODY = "~"
"""A suffix that makes an id unknown, because no unit's id has it."""


class Desk:
    """An ask, the view of the side that is asked, and the context made from that view."""

    def __init__(self, book: Book, view: World, ask: Ask) -> None:
        self.view, self.ask = view, ask
        self._machine = machine_of(book)
        self._rules = _rules(book, type(ask))
        self._options = _options(self._rules)
        self._context = self._rules.context(view, ask)
        self._legal: tuple[Command, ...] | None = None
        self._refused: tuple[tuple[Command, Refusal], ...] | None = None

    @property
    def never(self) -> type[Command] | None:
        """The command that declines, or None."""
        return self._rules.never

    def later(self, command: Command) -> tuple[OddsRoll, ...]:
        """Return the rolls that follow a command that declines, after the end of its odds."""
        return self._rules.later(self._context) if type(command) is self.never else ()

    def legal(self, but: tuple[type[Command], ...] = ()) -> tuple[Command, ...]:
        """Return the proposed commands that pass their check, in the order of the options.

        Omit the types of command in `but`.
        """
        if but:
            return self._listed(but)
        if self._legal is None:
            self._legal = self._listed(())
        return self._legal

    def listing(self) -> Iterator[None]:
        """List the legal commands in parts; yield after those of each option."""
        found: list[Command] = []
        for option in self._options if self._legal is None else ():
            found += self._of(option)
            yield
        if self._legal is None:
            self._legal = tuple(found)

    def _listed(self, but: tuple[type[Command], ...]) -> tuple[Command, ...]:
        found: list[Command] = []
        for option in self._options:
            if not (but and issubclass(option.command, but)):
                found += self._of(option)
        return tuple(found)

    def _of(self, option: Option[Any, Any, Any]) -> Iterable[Command]:
        """Return the legal commands of an option."""
        proposed: Iterable[Command] = option.propose(self._context)
        if option.is_sound:
            return proposed
        return [command for command in proposed if self._refusal(option, command) is None]

    def has_listed(self, command: Command) -> bool:
        """Return whether `legal` has already listed the command, so that it needs no check."""
        if self._legal is None:
            return False
        # Most commands that are given come from the list itself, and comparing takes longer.
        return any(map(partial(is_, command), self._legal)) or command in self._legal

    def why_not(self, command: Command) -> Refusal | None:
        """Return the reason why the command is illegal, or None if it is legal.

        The id of a unit that the side doesn't know of is refused like an id that doesn't exist.
        """
        secret = self._secret(command)
        if not secret:
            return self._why_not(command)
        changed = {name: id + NOBODY for name, id in secret.items()}
        refusal = self._why_not(msgspec.structs.replace(command, **changed))
        if refusal is None:
            return None
        return refusal.renamed({id + NOBODY: id for id in secret.values()})

    def _secret(self, command: Command) -> dict[str, str]:
        """Return the fields and ids of units in a command that the side asked doesn't know of."""
        view, side = self.view, self.ask.side
        fields = ((name, getattr(command, name)) for name in command.__struct_fields__)
        units = ((name, id, unit_by_id(view, id)) for name, id in fields if isinstance(id, str))
        return {
            name: id
            for name, id, unit in units
            if unit is not None and not is_known(view, unit, side)
        }

    def _why_not(self, command: Command) -> Refusal | None:
        option = self._option(command)
        if option is None:
            known = tuple(verb(o.command) for o in self._options)
            return Refusal("wrong-command", command=verb(command), known=known)
        return self._refusal(option, command)

    def _refusal(self, option: Option[Any, Any, Any], command: Command) -> Refusal | None:
        """Return the refusal by the option's check or for a lack of effect; None if it is legal."""
        if option in ALWAYS:
            return option.check(self, command)
        refusal = option.check(self._context, command)
        return refusal or self._useless(option.work(self._context, command))

    def _useless(self, work: Work | None) -> Refusal | None:
        """Refuse a command that would have no effect but its cost, as far as the side knows."""
        if work is None or any(self._machine.could_change(self.view, item) for item in work.items):
            return None
        return no_effect(self.view, work)

    def refused(self) -> tuple[tuple[Command, Refusal], ...]:
        """Return the commands that are unavailable now, each with the reason.

        Return one command per type and details, such as an item or an aim. If the command would
        change nothing on any target, the refusal covers all of them.
        """
        for _ in self.refusing():
            pass
        assert self._refused is not None
        return self._refused

    def refusing(self) -> Iterator[None]:
        """Find the unavailable commands in parts; yield after those of each option."""
        if self._refused is not None:
            return
        found: dict[Button, RefusedSamples] = {}
        available = {(type(command), details_of(command)) for command in self.legal()}
        for option in self._options:
            for command in self._samples(option):
                button = type(command), details_of(command)
                if button not in available:
                    samples = found.setdefault(button, RefusedSamples(command))
                    is_of_use = partial(self._is_of_use, option, command)
                    samples.add(command, *self._tried(option, command), is_of_use)
            yield
        told = (one.refused(self.view) for one in found.values())
        self._refused = tuple(filter(None, told))

    def _samples(self, option: Option[Any, Any, Any]) -> Iterable[Command]:
        if option.samples is not None:
            return option.samples(self._context)
        if option.command.__struct_fields__ == ("unit",):
            own = f"{verb(option.command)} {id_of(self.view, self.ask.unit)}"
            return (from_text(own, (option.command,)),)
        return option.propose(self._context)

    def _tried(
        self, option: Option[Any, Any, Any], command: Command
    ) -> tuple[Refusal | None, Work | None]:
        """Return why a command is refused, and what it uses if it would change nothing."""
        refusal = option.check(self._context, command)
        if refusal is not None:
            return refusal, None
        work = option.work(self._context, command)
        useless = self._useless(work)
        return useless, work if useless else None

    def _is_of_use(self, option: Option[Any, Any, Any], command: Command) -> bool:
        """Return whether a command on a unit could change anything if it were legal."""
        target = target_of(command)
        if target is None or unit_by_id(self.view, target) is None:
            return False
        work = option.work(self._context, command)
        return work is not None and self._useless(work) is None

    def _option(self, command: Command) -> Option[Any, Any, Any] | None:
        """Return the option for this type of command, or None."""
        return _option(self._rules, type(command))

    def cost(self, command: Command) -> int | None:
        """Return the movement that the command spends, or None if it spends none."""
        option = self._option(command)
        return option.cost(self._context, command) if option else None

    def area(self, command: Command) -> Iterable[Cell]:
        """Return the tiles that the command would affect; empty if it has no area."""
        option = self._option(command)
        return option.area(self._context, command) if option else ()

    @cached_property
    def also(self) -> tuple[Command, ...]:
        """The variants of the legal commands."""
        variants = {one.command: one.also for one in self._options if one.also is not no_others}
        others = ((variants.get(type(command)), command) for command in self.legal())
        return tuple(it for also, one in others if also for it in also(self._context, one))

    def facts(self, command: Command) -> TextFacts:
        """Return values for the command's text, in addition to its fields."""
        option = self._option(command)
        return option.facts(self._context, command) if option else {}

    def risks(self, command: Command) -> WalkRisks:
        """Return the risks of a legal move; none for other commands."""
        option = self._option(command)
        return option.risks(self._context, command) if option else NO_RISKS

    def ask_facts(self) -> TextFacts:
        """Return values for the text of the ask, in addition to its fields."""
        return self._rules.facts(self._context)


Button = tuple[type[Command], tuple[str, ...]]
"""A type of command, and its details: commands with the same button differ only in the target."""


class RefusedSamples:
    """The refusals of one button's samples."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self._refusals: list[Refusal | None] = []
        self._useless: list[Work] = []
        self._others: list[tuple[Command, Refusal, Callable[[], bool]]] = []

    def add(
        self,
        command: Command,
        refusal: Refusal | None,
        useless: Work | None,
        is_of_use: Callable[[], bool],
    ) -> None:
        """Add a sample: its refusal, and what it uses if it would only change nothing.

        `is_of_use` returns whether it could change anything if it were legal.
        """
        self._refusals.append(refusal)
        if useless is not None:
            self._useless.append(useless)
        elif refusal is not None:
            self._others.append((command, refusal, is_of_use))

    def refused(self, view: World) -> tuple[Command, Refusal] | None:
        """Return a sample and the reason why no sample is legal.

        Return None if one is legal, or if the reason needn't be shown. A target in reach that
        would be unaffected is a better reason than one out of reach, unless that one would be
        affected.
        """
        first = self._refusals[0]
        if None in self._refusals or first is None or first.is_moot:
            return None
        if not self._useless:
            return self.command, first
        for command, refusal, is_of_use in self._others:
            if is_of_use():
                return command, refusal
        work, at_tile = self._useless[0], hasattr(self.command, "at")
        if at_tile:
            why = Refusal("no-effect", "ALL-08", variant="anywhere", thing=work.thing)
            return self.command, why
        targets = tuple(dict.fromkeys(unit for one in self._useless for unit in one.targets))
        return self.command, no_effect(view, work._replace(targets=targets))


def no_effect(view: World, work: Work) -> Refusal:
    """Return the refusal of a command that would change nothing."""
    thing, targets = work.thing, work.targets
    if len(targets) == 1:
        target = id_of(view, targets[0])
        return Refusal("no-effect", "ALL-08", variant="one", thing=thing, target=target)
    return Refusal("no-effect", "ALL-08", variant="several" if targets else "there", thing=thing)


def rules_of(book: Book, ask: Ask) -> AnyAskRules:
    """Return the possible answers to the ask."""
    return _rules(book, type(ask))


def carry_out(book: Book, world: World, ask: Ask, command: Command) -> None:
    """Apply the effect of a legal command, after its ask was removed from the agenda."""
    option = _option(_rules(book, type(ask)), type(command))
    assert option is not None
    option.effect(world, ask, command)


# Type hints can't express that an ask, its context and a command belong together. These three
# functions find rules and options by type at run time; their callers must pass a matching ask and
# command.


@lru_cache(maxsize=1000)
def _rules(book: Book, kind: type[Ask]) -> AskRules[Any, Any]:
    common = next((own for own in COMMON_ASKS if issubclass(kind, own.ask)), None)
    found = common or book.rules_for(kind)
    assert isinstance(found, AskRules)
    return found


@lru_cache(maxsize=1000)
def _options(rules: AskRules[Any, Any]) -> tuple[Option[Any, Any, Any], ...]:
    return tuple(option for option in rules.options if isinstance(option, Option))


@lru_cache(maxsize=1000)
def _option(rules: AskRules[Any, Any], kind: type[Command]) -> Option[Any, Any, Any] | None:
    return next((o for o in (*_options(rules), *ALWAYS) if o.command is kind), None)


# Commands that every ask takes (their checks get the whole desk), and asks that belong to no book


def _nothing(context: object) -> tuple[()]:
    return ()


def _pass(context: object, command: object) -> Refusal | None:
    return None


def _concede(world: World, ask: Ask, command: Concede) -> None:
    world.forget_drawn(len(world.frames()) + 1)
    world.tell(Conceded(side=ask.side))
    world.push(Concession(ask.side))


def _made(world: World) -> Offers:
    return world.find(world.root, Offers) or Offers()


def _check_offer(desk: Desk, command: OfferDraw) -> Refusal | None:
    view, ask = desk.view, desk.ask
    if isinstance(ask, DrawAsk):
        return Refusal("draw-open")
    if len(view.scene.level.sides) != 2 or len(sides_in_play(view)) != 2:
        return Refusal("no-duel")
    if (ask.side, round_of(view)) in _made(view).made:
        return Refusal("draw-offered")
    return None


def _offer(world: World, ask: Ask, command: OfferDraw) -> None:
    other = next(side for side in sides_in_play(world) if side != ask.side)
    asked = next(unit for unit in in_play(world) if side_of(world, unit) == other)
    world.put(world.root, Offers((*_made(world).made, (ask.side, round_of(world)))))
    world.tell(DrawOffered(side=ask.side))
    world.push(ask, DrawAsk(other, asked))


ALWAYS = (
    Option(Concede, _nothing, _pass, _concede),
    Option(OfferDraw, _nothing, _check_offer, _offer),
)


class _Asked(NamedTuple):
    """The unit that must answer, and the possible answers."""

    unit: str
    answers: tuple[str, ...]


def _answers(asked: _Asked) -> Iterable[Answer]:
    return (Answer(asked.unit, answer) for answer in asked.answers)


def _check_answer(asked: _Asked, command: Answer) -> Refusal | None:
    if command.unit != asked.unit:
        return Refusal("not-asked", asked=asked.unit, unit=command.unit)
    if command.answer not in asked.answers:
        return Refusal("no-answer", answer=command.answer, known=asked.answers)
    return None


def _choose(world: World, ask: Decision, command: Answer) -> None:
    then = ask.branch(command.answer)
    assert then is not None
    world.push(then)


def _decide(world: World, ask: DrawAsk, command: Answer) -> None:
    if command.answer == "yes":
        world.push(Finish(None, "agreed"))
    else:
        world.tell(DrawDeclined(side=ask.side))


CHOICE = AskRules(
    Decision,
    lambda view, ask: _Asked(id_of(view, ask.unit), tuple(b.answer for b in ask.branches)),
    (Option(Answer, _answers, _check_answer, _choose),),
)
DRAW = AskRules(
    DrawAsk,
    lambda view, ask: _Asked(id_of(view, ask.unit), ("yes", "no")),
    (Option(Answer, _answers, _check_answer, _decide),),
)
COMMON_ASKS = (CHOICE, DRAW, DEPLOY, CHOICE_PUT)
"""The rules of asks that belong to no book."""


def commands_of(book: Book) -> tuple[type[Command], ...]:
    """Return all types of command that a battle of the book can receive."""
    common = (option.command for rules in COMMON_ASKS for option in rules.options)
    always = (option.command for option in ALWAYS)
    return tuple(dict.fromkeys((*book.commands, *common, *always)))
