"""A table: one battle with its players, its dice and its recording.

`step` plays one command or one roll, as long as no one outside is needed. When it stops, `submit`
and `roll` take the answer from outside.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import msgspec

from game.engine.battle import Battle
from game.engine.book import Book
from game.play.computer_answers import PlacedFault, PlayerFault, computer_answer
from game.play.play_sentences import said
from game.play.players import STDIO, player
from game.record.dice_source import DiceSource
from game.record.lines import Checkpoint, Undo
from game.record.recording import Recording, Setup, header_of
from game.record.save_files import save, save_text
from game.terms.agenda import Ask, BattleEnd, Chain, Roll
from game.terms.commands import Command, to_text
from game.terms.events import Undone
from game.terms.level import Level
from game.terms.refusals import Refusal


def hearing(undone: Undone) -> tuple[str, ...] | None:
    """Return the sides that see an undo, or None for all sides.

    If no other side had to agree, no other side could know of the command, so only its own sees it.
    """
    return None if undone.agreed else (undone.side,)


def due(battle: Battle) -> Chain:
    """Return the chain whose dice are pending."""
    chain = battle.world.frames()[-1].item
    assert isinstance(chain, Chain)
    return chain


class Table:
    """One battle being played, from its beginning or from a recording."""

    def __init__(self, battle: Battle, record: Recording, setup: Setup) -> None:
        self.battle = battle
        self.record = record
        is_same = record.seed == record.header.seed
        self.dice = setup.dice if is_same else DiceSource(record.seed)
        self.view: str | None = record.header.view
        """The only side whose view is shown (None: all). Dice hidden from it are never asked for.
        """
        self.eyes: tuple[str, ...] | None = None
        """Sides whose people are watching (None: all). Dice hidden from all of them are never asked
        for.
        """
        self.shown_intents: str | None = None
        """Side that is shown what its foes would do, so that its commands are recorded so; or None.
        """
        self.faults: list[PlacedFault] = []
        """Errors of the computer players, if no `mind` takes them."""
        self.mind: Callable[[PlacedFault], object] = self.faults.append
        self.seat(setup.players)

    @classmethod
    def open(cls, book: Book, level: Level, setup: Setup) -> "Table":
        """Return a new battle at its first stop."""
        table = cls(Battle.start(book, level), Recording(header_of(book, level, setup)), setup)
        table.record.started(table.battle.hash())
        return table

    def seat(self, names: Mapping[str, str]) -> None:
        """Seat the players, each with as many random numbers used as its side has."""
        luck, header = self.record.luck, self.record.header
        self.players = {
            side: player(name, self.dice.seed, side, luck.get(side, 0))
            for side, name in names.items()
        }
        self.people = {side for side, name in names.items() if name == STDIO}
        """Sides played by people or by programs outside."""
        self.record.header = msgspec.structs.replace(header, players=dict(names))

    def show(self, view: str | None) -> None:
        """Show only the view of this side from now on (None: all)."""
        self.view = view
        self.record.header = msgspec.structs.replace(self.record.header, view=view)

    # Play

    def step(self) -> bool:
        """Let a computer player act, or roll the pending dice.

        Return False if the battle is over or needs someone outside. Raise BadDice if the scripted
        dice don't fit.
        """
        stop = self.battle.stop
        if isinstance(stop, Roll):
            faces = self._faces(stop)
            if faces is None:
                return False
            self.roll(faces)
            return True
        if isinstance(stop, BattleEnd) or (seated := self.players[stop.side]) is None:
            return False
        made = computer_answer(seated, self.battle, stop.side, self.battle.legal())
        if made.slip is not None:
            self.mind(self.fault(stop, made.command, made.slip))
        self._apply(stop.side, made.command, seated.drawn)
        return True

    def fault(self, ask: Ask, given: Command, slip: PlayerFault) -> PlacedFault:
        """Return a player's error at an ask, with the details of where it happened."""
        names, level = self.record.header.players, self.battle.world.scene.level.id
        place = ask.side, names[ask.side], self.record.count + 1, ask.called
        return PlacedFault(level, self.dice.seed, *place, to_text(given), slip)

    def _faces(self, roll: Roll) -> tuple[int, ...] | None:
        if self.is_apart():
            return self.dice.apart(roll.dice, self.record.moment)
        return self.dice.faces(roll.dice, self.record.drawn)

    def is_apart(self) -> bool:
        """Return whether the pending dice are drawn apart, because some sides don't see them.

        People who see everything are still asked for them, and a script still includes them.
        """
        seen_by = due(self.battle).head.seen_by
        sides = self.battle.world.scene.level.sides
        if seen_by is None or all(side.id in seen_by for side in sides):
            return False
        if self.view is not None and self.view not in seen_by:
            return True
        if self.dice.asked and self.eyes is not None and not set(self.eyes) & set(seen_by):
            return True
        return not self.dice.asked and self.record.drawn >= len(self.dice.scripted)

    def submit(
        self, command: Command, luck: int | None = None, has_intents: bool = False
    ) -> Refusal | None:
        """Carry out a command of the side that is asked; return the refusal if it isn't legal.

        `has_intents` says that a recording has it as given while foes' intents were shown.
        """
        refusal = self.battle.why_not(command)
        if refusal is None:
            assert self.battle.asked is not None
            self._apply(self.battle.asked, command, luck, has_intents)
        return refusal

    def _apply(
        self, side: str, command: Command, luck: int | None, has_intents: bool = False
    ) -> None:
        if self.record.is_checkpoint_due:
            self.record.keep(self.checkpoint())
        known = self.battle.world.revealed
        self.battle.apply(command)
        is_revealing = self.battle.world.revealed > known
        is_aided = has_intents or side == self.shown_intents
        self.record.played(side, command, self.battle.hash(), luck, is_revealing, is_aided)
        self._settled()

    def roll(self, faces: tuple[int, ...]) -> None:
        """Resolve the pending roll with these faces; raise ValueError if they don't fit."""
        self.fall(faces, self.is_apart())

    def fall(self, faces: tuple[int, ...], apart: bool) -> None:
        """Resolve the pending roll. The faces count towards the common order unless `apart`."""
        self.battle.settle(faces, typed=self.dice.asked and not apart)
        self.record.rolled(faces, self.battle.hash(), apart)
        self._settled()

    def _settled(self) -> None:
        """Begin to sync the recording if the command is complete, with no dice to follow."""
        self._asked_openly()
        if not self.is_rolling:
            self.record.settled()

    @property
    def is_rolling(self) -> bool:
        """Return whether the next `step` will roll dice. Until then the command isn't complete."""
        return not self.dice.asked and isinstance(self.battle.stop, Roll)

    def _asked_openly(self) -> None:
        """Mark an ask to people as public, because they can't be asked secretly."""
        asked = self.battle.asked
        if asked in self.people:
            self.battle.put_openly()

    # Undo

    def undo(self, agreed: bool = False, side: str | None = None) -> Refusal | None:
        """Undo the last command of a side, with its consequences. Return a refusal if that fails.

        Undoing past the side's wall needs `agreed`. Dice are not rewound. Without a `side`, undo
        the last command from outside, as someone who knows everything.
        """
        return self.take_back(self.since(side), agreed, side)

    def since(self, side: str | None) -> int:
        """Return the number of commands to undo, back to a side's or an outsider's last one."""
        history = self.battle.history
        outside = [i for i, played in enumerate(history) if self._is_from(played.side, side)]
        return len(history) - outside[-1] if outside else 0

    def _is_from(self, giver: str, side: str | None) -> bool:
        return giver == side if side is not None else self.players[giver] is None

    def take_back(self, commands: int, agreed: bool, view: str | None = None) -> Refusal | None:
        """Undo the last commands and log that. Return a refusal if `view` can't undo them."""
        return self._go_back(commands, agreed, lambda: self.battle.undo(agreed, commands, view))

    @property
    def rerolls(self) -> int:
        """The number of rerolls left: undos past the wall that need nobody's consent."""
        return max(0, self.record.header.rerolls - self.record.rerolled)

    def reroll(self, side: str | None = None) -> Refusal | None:
        """Use a reroll to undo the last command of a side. Its dice are rolled again."""
        assert self.rerolls, "the caller checks that a reroll is left"
        commands = self.since(side)
        return self._go_back(commands, True, lambda: self.battle.undo(True, commands, side), True)

    def follow_back(self, line: Undo) -> Refusal | None:
        """Undo as in a recording, without regard to walls."""
        commands = line.commands
        undo = partial(self.battle.undo, True, commands)
        return self._go_back(commands, line.agreed, undo, line.reroll)

    def _go_back(
        self,
        commands: int,
        agreed: bool,
        undo: Callable[[], Refusal | None],
        is_reroll: bool = False,
    ) -> Refusal | None:
        history = self.battle.history
        side = history[-commands].side if 0 < commands <= len(history) else ""
        refusal = undo()
        if refusal:
            return refusal
        undone = Undone(side=side, agreed=agreed, reroll=is_reroll)
        self.battle.world.tell(undone, hearing(undone))
        self.record.undone(commands, agreed, self.battle.hash(), is_reroll)
        self.record.settled()
        return None

    def unroll(self) -> Refusal | None:
        """Go back to the last roll whose faces a person typed, so that they can be corrected."""
        refusal = self.battle.unsettle()
        if refusal:
            return refusal
        self.record.unrolled(self.battle.hash())
        self.record.settled()
        return None

    def drop_script(self) -> None:
        """Replace the remaining scripted dice with those of the seed."""
        scripted = self.dice.scripted[: self.record.drawn]
        self.dice = self.dice._replace(scripted=scripted)
        self.record.header = msgspec.structs.replace(self.record.header, scripted=scripted)

    def reseed(self, seed: int) -> None:
        """Take all later dice from another seed. Raise ValueError if people roll the dice."""
        if self.dice.asked:
            raise ValueError(said("record", "real_dice"))
        self.dice = DiceSource(seed)
        self.record.reseeded(seed)
        self.record.settled()

    # Saving

    def saved(self) -> bytes:
        """Return the content of the battle's save now."""
        return save_text(self.battle, self.record)

    def save(self, path: Path) -> None:
        """Save the battle.

        Raise OSError if that fails, or if another kind of file has the name.
        """
        save(self.battle, self.record, path)

    def checkpoint(self) -> Checkpoint:
        """Return a checkpoint with the current state."""
        return self.record.checkpoint(self.battle)
