"""What people mean to do: which deed is chosen, where it can be aimed, what is planned."""

from dataclasses import dataclass, field

from game.core.cells import Cell
from game.present.picture import Picture
from game.present.question import Choice, Question

WALK, PLACE = "move", "place"
"""The verbs whose choices are shown when nothing else is chosen: walking, and placing at first."""

PLAIN = "turn"
"""The ask that needs no words of its own."""
ENDS = ("end", "done")
"""The verbs that end a turn."""

Key = tuple[str, str | None]
"""A verb and the thing it is done with: what one button stands for."""


@dataclass
class ButtonChoices:
    """All choices that one button stands for."""

    key: Key
    label: str
    facts: str
    about: str
    choices: list[Choice] = field(default_factory=list)

    @property
    def rank(self) -> int:
        """Where its button stands among others."""
        return self.choices[0].rank if self.choices else 0

    @property
    def verb(self) -> str:
        """The verb."""
        return self.key[0]

    @property
    def is_walk(self) -> bool:
        """Whether its places are where a walk may lead."""
        return any(choice.path for choice in self.choices)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to aim."""
        return len(self.choices) == 1 and self.choices[0].unit is None and not self.choices[0].at


def button_choices_of(question: Question | None) -> list[ButtonChoices]:
    """The deeds of a question in the order of its choices."""
    found: dict[Key, ButtonChoices] = {}
    for choice in question.choices if question else ():
        key = choice.verb, choice.thing
        deed = found.get(key)
        if deed is None:
            deed = found[key] = ButtonChoices(key, choice.label, choice.facts, choice.about)
        deed.choices.append(choice)
    return list(found.values())


class CommandPlan:
    """What is chosen of a question, and what is planned."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self.deeds: list[ButtonChoices] = []
        self.chosen: Key | None = None
        self.planned: Choice | None = None
        """What a second click commits."""
        self._picture: Picture | None = None

    def ask(self, question: Question | None, picture: Picture) -> None:
        """A new question, or none."""
        self.question, self._picture = question, picture
        self.deeds = button_choices_of(question)
        self.planned = None
        if self.chosen not in {deed.key for deed in self.deeds}:
            self.chosen = None

    def deed(self, key: Key | None) -> ButtonChoices | None:
        """A deed by its key."""
        return next((deed for deed in self.deeds if deed.key == key), None)

    @property
    def current(self) -> ButtonChoices | None:
        """The deed whose places are shown: the one chosen, else walking, else placing somebody, or
        where it is asked for just that, what else leads along a path."""
        placing = next((deed for deed in self.deeds if deed.verb == PLACE), None)
        walk = next((deed for deed in self.deeds if deed.is_walk), None) if self.is_met else None
        return self.deed(self.chosen) or self.deed((WALK, None)) or placing or walk

    def of(self, unit: str) -> ButtonChoices | None:
        """What places a unit elsewhere, if several can be placed, or else the one thing that it can
        be chosen to do."""
        own = [deed for deed in self.deeds if any(c.who == unit for c in deed.choices)]
        return self.deed((PLACE, unit)) or (own[0] if len(own) == 1 else None)

    def face_of(self, deed: ButtonChoices) -> tuple[str, str] | None:
        """The kind and side of the unit that a deed is nothing but the name of."""
        piece = self._picture.piece(deed.choices[0].who) if self._picture else None
        is_it = piece is not None and deed.label == piece.title
        return (piece.kind, piece.side) if piece is not None and is_it else None

    @property
    def is_met(self) -> bool:
        """Whether it is asked how something is met that somebody else has begun."""
        return self.question is not None and self.question.ask != PLAIN

    @property
    def may_walk(self) -> bool:
        """Whether who is asked may walk; where nobody is asked, there is time to look about."""
        return self.question is None or self.deed((WALK, None)) is not None

    def picks(self) -> frozenset[Cell]:
        """Where those stand of whom one is to be chosen, if nothing else is."""
        if self.current is not None or self._picture is None:
            return frozenset()
        units = {c.who for deed in self.deeds for c in deed.choices if c.who}
        found = (self._picture.piece(unit) for unit in units if self.of(unit) is not None)
        return frozenset(piece.at for piece in found if piece is not None and piece.at is not None)

    @property
    def is_off_board(self) -> bool:
        """Whether all that can be chosen is in the bar, and nothing of it on the board."""
        choices = self.question.choices if self.question else ()
        aims = any(c.path or c.at or c.unit or c.who for c in choices)
        return bool(choices) and not aims

    def choose(self, key: Key | None) -> None:
        """Another deed, or none."""
        self.chosen, self.planned = key, None

    def places(self, deed: ButtonChoices | None = None) -> dict[Cell, list[Choice]]:
        """Where the current deed can be aimed, and the choices there."""
        deed = deed or self.current
        found: dict[Cell, list[Choice]] = {}
        for choice in deed.choices if deed else ():
            for cell in self._cells(choice):
                found.setdefault(cell, []).append(choice)
        return found

    def _cells(self, choice: Choice) -> list[Cell]:
        """The tiles a choice is made at; one that names nobody is for who acts."""
        if choice.path or choice.at is not None:
            return [choice.at] if choice.at is not None else []
        unit = choice.unit or (self.question.unit if self.question else None)
        piece = self._picture.piece(unit) if self._picture and unit else None
        if piece is None or piece.at is None:
            return []
        x, y = piece.at
        return [(x + dx, y + dy) for dx in range(piece.span) for dy in range(piece.span)]

    def at(self, cell: Cell | None) -> Choice | None:
        """The choice of the current deed at a tile; the planned one among several."""
        if cell is None:
            return None
        found = self.places().get(cell, [])
        if self.planned in found:
            return self.planned
        return found[0] if found else None

    def foreseen(self, cell: Cell | None) -> Choice | None:
        """The choice that a click on a tile would plan: of the current deed, else a blow."""
        found = self.at(cell)
        if found is not None or cell is None or self.chosen is not None:
            return found
        deed = self.strike_at(cell)
        return self.places(deed)[cell][0] if deed else None

    def strike_at(self, cell: Cell) -> ButtonChoices | None:
        """The first deed but walking that can be aimed at a unit on a tile."""
        for deed in self.deeds:
            if deed.verb != WALK and any(c.unit for c in self.places(deed).get(cell, ())):
                return deed
        return None
