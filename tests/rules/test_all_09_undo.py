"""The reach of undo: up to the wall of the side that asks for it (ALL-09)."""

import pytest

from game.engine.battle import Battle
from game.engine.undo_walls import Walls
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.lines import Retype, Undo
from game.terms.agenda import Ask, Roll
from game.terms.commands import End
from game.terms.events import name_of
from tests.books.fake import Mutter, Strike, table
from tests.rules.action.scene import scene
from tests.scenario import Play

pytestmark = pytest.mark.rule("ALL-09")

HIT = Strike("red.ann", "blue.bo")


def code(battle: Battle, view: str | None = None, commands: int = 1) -> str | None:
    """Return the code of a refused undo, or None if undo is free.

    Check that the battle is unchanged.
    """
    refusal = battle.undo(view=view, commands=commands)
    return refusal.code if refusal else None


# The place of the wall


def test_undo_ends_when_another_side_was_asked() -> None:
    play = scene("a...p", "ap").do("move red.a 1,0").do("end red.a")
    assert play.asked == ("turn", "blue.p")
    assert code(play.battle) == "behind-the-wall"
    assert play.battle.wall_of("red") == play.battle.wall_of("red", as_known=True) == 2
    play.do("end blue.p")
    assert play.asked == ("turn", "red.a")
    assert code(play.battle, commands=3) == "behind-the-wall"
    play.do("move red.a 2,0")
    assert code(play.battle) is None, "the side cannot freely undo its later command"


def test_undo_ends_after_a_roll() -> None:
    play = scene("ap...", "ap").do("attack red.a blue.p blade", 1, 1, 1)
    assert [one.side for one in play.battle.history] == ["red"]
    assert play.asked == ("turn", "red.a"), "another side was asked"
    assert code(play.battle) == code(play.battle, "red") == "behind-the-wall"


def test_undo_ends_after_a_revealed_secret() -> None:
    play = scene("a...p", "ap", hiding=(6, 6, 6), a={"hides": True, "on": "*"})
    play.do("end red.a").do("end red.a").do("move blue.p 3,0").do("move blue.p 2,0 1,0 0,0")
    assert play.last("found")["unit"] == "red.a"
    assert play.asked == ("turn", "blue.p"), "another side was asked"
    assert code(play.battle) == code(play.battle, "blue") == "behind-the-wall"


def test_undo_ends_after_a_declined_reaction() -> None:
    play = scene(".pa..\n.....", "ap").do("move red.a 3,0").do("pass blue.p")
    assert play.asked == ("turn", "red.a")
    assert code(play.battle, "red", commands=2) == "behind-the-wall"


def lurking() -> Play:
    """Return a battle in which blue moves past a hidden unit of red, which lets blue pass."""
    play = scene("a..p...\n.......", "ap", hiding=(6, 6, 6), a={"hides": True, "on": "*"})
    play.do("end red.a").do("end red.a").do("move blue.p 2,0 1,1 2,1")
    assert play.asked == ("react", "red.a")
    return play.do("pass red.a")


def test_side_that_cannot_know_of_the_ask_can_undo() -> None:
    play = lurking()
    assert (play.battle.wall_of("blue"), play.battle.wall_of("blue", as_known=True)) == (3, 0)
    assert code(play.battle, commands=2) == "behind-the-wall", (
        "with full knowledge, the ask isn't a wall"
    )
    assert code(play.battle, "blue", commands=2) is None
    assert play.at("blue.p") == (3, 0)


def test_ask_to_a_person_is_never_unnoticed() -> None:
    play = scene("a..p...\n.......", "ap", hiding=(6, 6, 6), a={"hides": True, "on": "*"})
    play.do("end red.a").do("end red.a").do("move blue.p 2,0 1,1 2,1")
    play.battle.put_openly()
    play.do("pass red.a")
    assert code(play.battle, "blue", commands=2) == "behind-the-wall"


def test_unseen_dice_build_no_known_wall() -> None:
    walls = Walls(("red", "blue"))
    walls.build(3, ("red",))
    assert [walls.of(side, as_known=True) for side in ("red", "blue")] == [3, 0]
    assert [walls.of(side, as_known=False) for side in ("red", "blue")] == [3, 3]


# A table with people and computers


def test_ask_to_a_computer_is_a_wall_even_before_its_answer() -> None:
    played = table("stdio random", DiceSource(2))
    played.submit(End("red.ann"))
    assert played.battle.asked == "blue"
    for _ in range(2):
        refusal = played.undo(side="red")
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("behind-the-wall", "ALL-09")
        played.step()
    assert played.undo(agreed=True, side="red") is None
    assert played.battle.history == []


def test_undo_under_a_view_undoes_only_its_sides_commands() -> None:
    played = table()
    for command in (End("red.ann"), Mutter("blue.bo", "trap")):
        assert played.submit(command) is None
    before = played.battle.hash()
    refusal = played.undo(side="red")
    assert refusal is not None
    assert refusal.code == "behind-the-wall"
    assert played.battle.hash() == before
    assert played.undo(side="blue") is None
    assert [one.side for one in played.battle.history] == ["red"]


def test_side_without_commands_has_nothing_to_undo() -> None:
    played = table()
    played.submit(Mutter("red.ann", "trap"))
    refusal = played.undo(agreed=True, side="blue")
    assert refusal is not None
    assert refusal.code == "nothing-to-undo"


def test_other_sides_see_an_undo_by_consent_but_not_a_free_one() -> None:
    played = table()
    played.submit(Mutter("red.ann", "trap"))
    assert played.undo(side="red") is None
    assert name_of(played.battle.log("red")[-1]) == "undone"
    assert "undone" not in map(name_of, played.battle.log("blue"))
    played.submit(End("red.ann"))
    assert played.undo(agreed=True, side="red") is None
    assert name_of(played.battle.log("blue")[-1]) == "undone"


def test_older_commands_are_never_undone_before_newer_ones() -> None:
    played = table()
    for command in (Mutter("red.ann", "a"), End("red.ann"), Mutter("blue.bo", "b")):
        assert played.submit(command) is None
    assert played.undo(agreed=True, side="red") is None
    assert [one.side for one in played.battle.history] == ["red"]
    undone = played.record.lines[-1]
    assert isinstance(undone, Undo)
    assert undone.commands == 2


# Dice entered by hand


def typed() -> Table:
    """Return a table after an attack for which a 4 was entered."""
    played = table(dice=DiceSource(1, asked=True))
    played.submit(HIT)
    played.roll((4,))
    return played


def test_entered_dice_can_be_corrected_until_the_next_command() -> None:
    played, other = typed(), table(dice=DiceSource(1, asked=True))
    other.submit(HIT)
    due = other.battle.hash()
    assert played.battle.hash() != due
    assert played.unroll() is None
    assert isinstance(played.battle.stop, Roll)
    assert played.battle.hash() == due
    played.roll((6,))
    other.roll((6,))
    assert played.battle.hash() == other.battle.hash()
    assert played.battle.log() == other.battle.log()
    played.submit(End("blue.bo"))
    refusal = played.unroll()
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("nothing-to-correct", "ALL-09")


def test_corrected_die_still_builds_a_wall() -> None:
    played = typed()
    played.unroll()
    refusal = played.undo(side="red")
    assert refusal is not None
    assert refusal.code == "behind-the-wall"


def test_dice_that_were_not_entered_cannot_be_corrected() -> None:
    played = table()
    played.submit(HIT)
    played.step()
    assert played.unroll() is not None
    assert not any(isinstance(line, Retype) for line in played.record.lines)


def test_each_die_since_the_last_command_can_be_corrected() -> None:
    play = scene("ap...", "ap")
    attack = next(c for c in play.battle.legal() if type(c).__name__ == "Attack")
    play.battle.apply(attack)
    moments = []
    while isinstance(stop := play.battle.stop, Roll):
        moments.append(play.battle.hash())
        play.battle.settle(stop.dice.sides, typed=True)
    assert len(moments) == 2
    for before in reversed(moments):
        assert play.battle.unsettle() is None
        assert play.battle.hash() == before
    assert play.battle.unsettle() is not None
    assert not isinstance(play.battle.stop, Ask)
