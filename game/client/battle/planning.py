"""The plan of a command: the chosen button, its targets, and the planned choice."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from msgspec.structs import replace

from game.core.cells import Cell
from game.present.facts_lines import Pip
from game.present.picture import Picture
from game.present.question import Choice, Key, Question, Shut
from game.present.shown_battle import ToldRefusal
from game.present.thing_icons import CommandSign
from game.terms.commands import Command, changed, path_of, target_of

WALK, PLACE = "move", "place"
"""Verbs whose targets are shown by default: moving, and deployment."""

PLAIN = "turn"
"""The ask for a command in a unit's turn, which needs no explanation."""
HAND: Key = ("hand", None)
"""The key of the button that turns the hand over."""
ENDS = ("end", "done")
"""Verbs that end a turn."""


ABOUT_TARGETS = frozenset(("dead", "unknown-unit", "not-seen", "not-here", "no-opponent"))
"""Codes of refusals that are about a command's target alone, not about the command."""

PlannedBy = Literal["button", "tile", None]
"""What was pressed to plan a choice; None for a key that confirms whatever is planned."""

RefusalFinder = Callable[[Command], ToldRefusal | None]
"""A function that returns why a command is refused, or None if it is legal."""


def _no_refusal(command: Command) -> None:
    return None


class ButtonName(NamedTuple):
    """The label and the images of a button, which stay the same whether or not it is available."""

    label: str
    sign: CommandSign
    last: Choice | Shut | None = None
    """The last command that it had, available or not, or None if it has none."""


@dataclass
class ButtonChoices:
    """A button, with all choices that it offers."""

    key: Key
    label: str
    facts: str
    about: str
    pips: tuple[Pip, ...] = ()
    choices: list[Choice] = field(default_factory=list)

    @property
    def verb(self) -> str:
        """The verb of the button's commands."""
        return self.key[0]

    @property
    def is_walk(self) -> bool:
        """Return whether the button's targets are ends of paths."""
        return any(choice.path for choice in self.choices)

    @property
    def is_costly(self) -> bool:
        """Return whether the commands spend a part of the unit's turn."""
        return any(not pip.is_free for pip in self.pips)

    @property
    def is_plain(self) -> bool:
        """Return whether the button needs no target."""
        return len(self.choices) == 1 and self.choices[0].unit is None and not self.choices[0].at


def button_choices_of(question: Question | None) -> list[ButtonChoices]:
    """Return the buttons of a question, in the order of its choices."""
    found: dict[Key, ButtonChoices] = {}
    for choice in question.choices if question else ():
        deed = found.get(choice.key)
        if deed is None:
            told = choice.label, choice.facts, choice.about, choice.pips
            deed = found[choice.key] = ButtonChoices(choice.key, *told)
        deed.choices.append(choice)
    return list(found.values())


class CommandPlaces:
    """The fixed places of units' buttons: each keeps its place and number for the whole battle.

    A button that appears later, such as that of an item just picked up, comes last.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], dict[Key, ButtonName]] = {}
        """Buttons by their unit and ask."""

    def of(self, question: Question) -> Mapping[Key, ButtonName]:
        """Return the names of a question's buttons by their keys, in order.

        Include the buttons that the unit had before in the battle, each time it was asked this.
        Only a choice between units has nothing but its own buttons.
        """
        names = {one.key: ButtonName(one.label, one.sign, one) for one in question.shut}
        for choice in question.choices:
            if choice.key not in names:
                names[choice.key] = ButtonName(choice.label, choice.sign, choice)
        now = {key: names[key] for key in question.buttons}
        if question.ask != PLAIN and any(one.who for one in question.choices):
            return now
        known = self._known.setdefault((question.unit, question.ask), {})
        for key, name in now.items():
            known[key] = known.get(key, name)._replace(last=name.last)
        return known


class CommandPlan:
    """The chosen button and the planned choice of a question."""

    def __init__(
        self,
        places: CommandPlaces | None = None,
        face_down: CommandPlaces | None = None,
        hand: str = "",
        why_not: RefusalFinder = _no_refusal,
    ) -> None:
        """Start without a question. `places` has the places of earlier questions' buttons.

        If hands lie face down, `hand` is the label of the button that turns them over, and
        `face_down` has the places of the buttons before it. Those of the hand are behind it.
        `why_not` returns why a command is refused.
        """
        self._why_not = why_not
        self.question: Question | None = None
        self.buttons: Mapping[Key, ButtonName] = {}
        """Names of all buttons, available or not, in the order of their places."""
        self._places = places or CommandPlaces()
        self._face_down = face_down or CommandPlaces()
        self._hand = hand
        self._down: Mapping[Key, ButtonName] = {}
        """The buttons of the question while the hand lies face down."""
        self.is_face_up = False
        """Whether the hand is turned over."""
        self.deeds: list[ButtonChoices] = []
        self.chosen: Key | None = None
        self.front: str | None = None
        """Unit that is pointed at, of several on one tile."""
        self.planned: Choice | None = None
        """Choice that the next press of the same thing commits, or None."""
        self.by: PlannedBy = None
        self._picture: Picture | None = None
        self._targets: dict[Key, Mapping[Cell, list[Choice]]] = {}
        """Target tiles of buttons, cached for the question."""

    def ask(self, question: Question | None, picture: Picture, is_face_up: bool = False) -> None:
        """Set a new question, or none, and drop the planned choice."""
        self.question, self._picture, self._targets = question, picture, {}
        self.is_face_up = is_face_up
        self.deeds = button_choices_of(question)
        self.buttons = self._placed_buttons(question) if question else {}
        self.planned = None
        if self.chosen not in {deed.key for deed in self.deeds}:
            self.chosen = None

    def _placed_buttons(self, question: Question) -> Mapping[Key, ButtonName]:
        """Return the labels of a question's buttons, in order: those of the hand come last."""
        if not self._hand:
            return self._places.of(question)
        if not self.is_face_up:
            self._down = {
                **self._face_down.of(question),
                HAND: ButtonName(self._hand, CommandSign()),
            }
            return self._down
        every = self._places.of(question)
        return {**self._down, **{key: every[key] for key in every if key not in self._down}}

    def shut(self, key: Key) -> Shut | None:
        """Return the unavailable command of a button, or None."""
        every = self.question.shut if self.question else ()
        return next((one for one in every if one.key == key), None)

    def gone(self, key: Key) -> Shut | None:
        """Return why a button from earlier is neither available nor refused now, or None.

        Its command is no longer listed at all, such as that of an item that is used up.
        """
        name, plain = self.buttons.get(key), (key[0], None)
        if name is None or name.last is None or self.deed(key) or self.shut(key):
            return None
        command = name.last.command
        if command is not None and key[1] and plain in self.buttons and path_of(command):
            other = self.shut(plain)  # another way to move, with paths of its own
            return replace(other, label=name.label, thing=key[1]) if other is not None else None
        told = self._refusal(command) if command is not None else None
        if told is None:
            return None
        shown = name.last.facts, name.last.pips, told.brief, command, name.sign
        return Shut(key[0], name.label, told.text, told.rule, key[1], *shown)

    def _refusal(self, command: Command) -> ToldRefusal | None:
        """Return why a command is refused, on any target that is there now if its own is gone."""
        told, target = self._why_not(command), target_of(command)
        if told is None or target is None or told.code not in ABOUT_TARGETS:
            return told
        tokens = self._picture.tokens if self._picture else ()
        there = (one.id for one in tokens if one.at is not None and one.side != self._side)
        others = (self._why_not(changed(command, target=id)) for id in there)
        return next((one for one in others if one and one.code not in ABOUT_TARGETS), told)

    @property
    def _side(self) -> str:
        return self.question.side if self.question else ""

    def deed(self, key: Key | None) -> ButtonChoices | None:
        """Return the choices of a button by its key, or None."""
        return next((deed for deed in self.deeds if deed.key == key), None)

    @property
    def current(self) -> ButtonChoices | None:
        """The button whose targets are shown.

        That is the chosen button, else the button to move, else the button to deploy. If the
        question isn't about a turn, any other button with paths is allowed too.
        """
        placing = next((deed for deed in self.deeds if deed.verb == PLACE), None)
        walk = next((deed for deed in self.deeds if deed.is_walk), None) if self.is_met else None
        return self.deed(self.chosen) or self.deed((WALK, None)) or placing or walk

    def of(self, unit: str) -> ButtonChoices | None:
        """Return the button that deploys a unit, or else the only button for this unit, or None."""
        own = [deed for deed in self.deeds if any(c.who == unit for c in deed.choices)]
        return self.deed((PLACE, unit)) or (own[0] if len(own) == 1 else None)

    def face_of(self, deed: ButtonChoices) -> tuple[str, str] | None:
        """Return the kind and side of a unit if the button's label is its name, or else None."""
        token = self._picture.token(deed.choices[0].who) if self._picture else None
        is_it = token is not None and deed.label == token.title
        return (token.face, token.side) if token is not None and is_it else None

    @property
    def is_met(self) -> bool:
        """Return whether the question is anything but a unit's plain turn, such as a reaction."""
        return self.question is not None and self.question.ask != PLAIN

    @property
    def may_walk(self) -> bool:
        """Return whether the unit asked can move; True if no unit is asked."""
        return self.question is None or self.deed((WALK, None)) is not None

    def picks(self) -> frozenset[Cell]:
        """Return the tiles of units that you can choose, if no button is current."""
        if self.current is not None or self._picture is None:
            return frozenset()
        units = {c.who for deed in self.deeds for c in deed.choices if c.who}
        found = (self._picture.token(unit) for unit in units if self.of(unit) is not None)
        return frozenset(token.at for token in found if token is not None and token.at is not None)

    @property
    def is_off_board(self) -> bool:
        """Return whether all choices are made in the bar, and none on the board."""
        choices = self.question.choices if self.question else ()
        aims = any(c.path or c.at or c.unit or c.who for c in choices)
        return bool(choices) and not aims

    def unspent(self) -> tuple[ButtonChoices, ...]:
        """Return the buttons that spend a part of the turn, which the turn's end would waste.

        A free command doesn't count: it could be given at any time, so nothing is lost.
        """
        return tuple(deed for deed in self.deeds if deed.is_costly and deed.verb not in ENDS)

    @property
    def is_aiming(self) -> bool:
        """Return whether a button is chosen and no command is planned yet."""
        return self.chosen is not None and self.planned is None

    def choose(self, key: Key | None) -> None:
        """Choose a button by its key, or none, and drop the plan."""
        self.chosen, self.planned = key, None

    def places(self, deed: ButtonChoices | None = None) -> Mapping[Cell, list[Choice]]:
        """Return the target tiles of a button (default: the current one), each with its choices."""
        deed = deed or self.current
        if deed is None:
            return {}
        if deed.key not in self._targets:
            self._targets[deed.key] = self._placed(deed.choices)
        return self._targets[deed.key]

    def _placed(self, choices: Iterable[Choice]) -> Mapping[Cell, list[Choice]]:
        found: dict[Cell, list[Choice]] = {}
        for choice in choices:
            for cell in self._cells(choice):
                found.setdefault(cell, []).append(choice)
        return found

    def _cells(self, choice: Choice) -> list[Cell]:
        """Return the tiles of a choice; without a target, the tiles of the unit asked."""
        if choice.path or choice.at is not None:
            return [choice.at] if choice.at is not None else []
        unit = choice.unit or (self.question.unit if self.question else None)
        token = self._picture.token(unit) if self._picture and unit else None
        if token is None or token.at is None:
            return []
        x, y = token.at
        return [(x + dx, y + dy) for dx in range(token.span) for dy in range(token.span)]

    def at(self, cell: Cell | None) -> Choice | None:
        """Return the current button's choice on a tile: the planned one if it is there, or None.

        Of several units on the tile, it is the one pointed at, if there is a choice for it.
        """
        if cell is None:
            return None
        found = self.places().get(cell, [])
        own = next((one for one in found if one.unit and one.unit == self.front), None)
        if self.planned in found and own in (None, self.planned):
            return self.planned
        return own or (found[0] if found else None)

    def foreseen(self, cell: Cell | None) -> Choice | None:
        """Return the choice that a click on a tile plans: the current button's, else an attack."""
        found = self.at(cell)
        if found is not None or cell is None or self.chosen is not None:
            return found
        deed = self.strike_at(cell)
        return self._strikes(deed, cell)[0] if deed else None

    def strike_at(self, cell: Cell) -> ButtonChoices | None:
        """Return the first button that affects the unit on a tile, except moving, or None.

        A unit's own turn has none for its side's units: helping them takes the press of a button.
        """
        for deed in self.deeds:
            if deed.verb != WALK and self._strikes(deed, cell):
                return deed
        return None

    def _strikes(self, deed: ButtonChoices, cell: Cell) -> list[Choice]:
        """Return a button's choices that affect the unit on a tile, or the one pointed at there."""
        front = self.front
        found = self.places(deed).get(cell, ())
        return [
            one
            for one in found
            if one.unit and front in (None, one.unit) and not self._is_own(one.unit)
        ]

    def _is_own(self, unit: str) -> bool:
        """Return whether a unit is of the side that has a plain turn."""
        token = self._picture.token(unit) if self._picture else None
        if self.question is None or self.is_met or token is None:
            return False
        return token.side == self.question.side
