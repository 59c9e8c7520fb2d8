"""A battle with its players and dice."""

from game.core.dice import Dice
from game.record.dice_source import DiceSource
from game.record.lines import Fallen, Start, Undo
from game.terms.agenda import Roll
from game.terms.commands import End
from game.terms.events import Undone, name_of
from tests.books.fake import Mutter, Strike, table

HIT = Strike("red.ann", "blue.bo")


def test_computer_players_play_to_the_end() -> None:
    played = table("random random")
    while played.step():
        pass
    assert played.battle.outcome is not None
    assert isinstance(played.record.lines[0], Start)


def test_step_is_one_command_or_roll_and_stops_for_outside_players() -> None:
    played = table()
    assert not played.step()
    assert played.submit(HIT) is None
    assert played.step()
    assert not played.step()
    assert played.battle.asked == "blue"


def test_typed_dice_wait_for_faces() -> None:
    played = table(dice=DiceSource(1, asked=True))
    played.submit(HIT)
    assert not played.step()
    assert isinstance(played.battle.stop, Roll)
    played.roll((4,))
    last = played.record.lines[-1]
    assert isinstance(last, Fallen)
    assert (last.faces, last.hash) == ((4,), played.battle.hash())


def test_refused_command_leaves_no_trace() -> None:
    played = table()
    before = played.battle.hash(), len(played.record.lines)
    refusal = played.submit(Strike("red.ann", "red.ann"))
    assert refusal is not None
    assert refusal.code == "no-foe"
    assert (played.battle.hash(), len(played.record.lines)) == before


def test_undo_restores_the_state_and_is_logged() -> None:
    played = table()
    before = played.battle.hash()
    played.submit(Mutter("red.ann", "hush"))
    assert played.undo() is None
    assert played.battle.hash() == before
    assert name_of(played.battle.log()[-1]) == "undone"
    assert isinstance(played.record.lines[-1], Undo)


def test_undo_past_the_wall_needs_consent_and_keeps_the_dice() -> None:
    played = table()
    before = played.battle.hash()
    played.submit(HIT)
    played.step()
    refusal = played.undo()
    assert refusal is not None
    assert refusal.code == "behind-the-wall"
    assert played.undo(agreed=True) is None
    assert played.battle.hash() == before
    assert played.record.drawn == 1


def test_reroll_undoes_past_the_wall_once_and_the_dice_fall_anew() -> None:
    played = table(rerolls=1)
    before = played.battle.hash()
    played.submit(HIT)
    played.step()
    assert played.undo(side="red") is not None
    assert played.rerolls == 1
    assert played.reroll("red") is None
    assert (played.battle.hash(), played.rerolls, played.record.drawn) == (before, 0, 1)
    undone = played.battle.log()[-1]
    assert isinstance(undone, Undone)
    assert undone.reroll
    played.submit(HIT)
    played.step()
    faces = tuple(one.faces for one in played.record.lines if isinstance(one, Fallen))
    assert faces == tuple(played.dice.faces(Dice.of("1d6"), n) for n in range(2))


def test_reroll_without_a_command_to_undo_is_refused_and_not_used() -> None:
    played = table(rerolls=1)
    assert played.reroll("red") is not None
    assert played.rerolls == 1


def test_undo_includes_the_answers_of_computer_players() -> None:
    played = table("stdio random", DiceSource(2))
    before = played.battle.hash()
    played.submit(End("red.ann"))
    while played.step():
        pass
    assert len(played.battle.history) > 1
    assert played.undo(agreed=True) is None
    assert played.battle.hash() == before


def test_undo_is_refused_without_a_command_to_undo() -> None:
    refusal = table().undo()
    assert refusal is not None
    assert refusal.code == "nothing-to-undo"
