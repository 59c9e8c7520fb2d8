"""Any moment can be undone, saved and copied; dice and revealed secrets are a wall."""

from random import Random

import pytest

from game.engine.battle import Battle
from game.terms.agenda import Ask, Roll
from tests.rules.action.scene import scene
from tests.scenario import Play
from tests.unit.engine.search import play_on

ROWS = """
..p.~..q
.a..^...
.b..#...
.....~.x
"""


def battle() -> Play:
    return scene(
        ROWS, "apbqx", b={"weapons": ["bow"]}, p={"weapons": ["foil"]}, x={"weapons": ["ram"]}
    )


def stop_of(battle: Battle) -> str:
    return repr(battle.stop)


@pytest.mark.parametrize("seed", range(8))
def test_any_stop_can_be_saved_restored_cloned_and_hashed(seed: int) -> None:
    played = battle().battle
    level = played.world.scene.level
    for _ in play_on(played, Random(seed), 120):
        saved = played.snapshot()
        restored, copied = Battle.restored(played.book, level, saved), played.clone()
        for other in (restored, copied):
            assert other.hash() == played.hash()
            assert stop_of(other) == stop_of(played)
            assert other.legal() == played.legal()
            assert other.snapshot() == saved


@pytest.mark.parametrize("seed", range(4))
def test_restored_battle_and_clone_continue_alike(seed: int) -> None:
    played = battle().battle
    for _ in play_on(played, Random(seed), 40):
        pass
    level = played.world.scene.level
    others = [Battle.restored(played.book, level, played.snapshot()), played.clone()]
    hashes = [[b.hash() for _ in play_on(b, Random(seed), 60)] for b in (played, *others)]
    assert hashes[0] == hashes[1] == hashes[2]


@pytest.mark.parametrize("seed", range(8))
def test_undo_goes_back_through_every_moment(seed: int) -> None:
    played = battle().battle
    moments: list[tuple[str, str, int]] = []
    for stop in play_on(played, Random(seed), 120):
        if isinstance(stop, Ask):
            moments.append((played.hash(), stop_of(played), len(played.log())))
    taken_back = len(played.history)
    for moment in reversed(moments[:taken_back]):
        assert played.undo(agreed=True) is None
        assert (played.hash(), stop_of(played), len(played.log())) == moment
    refusal = played.undo(agreed=True)
    assert refusal is not None
    assert refusal.code == "nothing-to-undo"


def test_command_without_dice_or_secrets_can_be_undone_freely() -> None:
    play = battle()
    before = play.battle.hash()
    play.do("move red.a 1,0").do("defend red.a").do("move red.a 1,1")
    for _ in range(3):
        assert play.battle.undo() is None
    assert play.battle.hash() == before
    assert play.asked == ("turn", "red.a")


def test_dice_are_a_wall_that_consent_can_pass() -> None:
    play = battle().do("move red.a 1,0")
    before = play.battle.hash()
    play.do("attack red.a blue.p blade", 1, 1, 1).do("move red.a 1,1")
    assert play.battle.wall_of("red") == 2
    assert play.battle.undo() is None
    refusal = play.battle.undo()
    assert refusal is not None
    assert refusal.code == "behind-the-wall"
    assert play.battle.undo(agreed=True) is None
    assert (play.battle.hash(), play.battle.wall_of("red")) == (before, 1)


def test_pending_dice_are_no_wall() -> None:
    play = battle().do("move red.a 1,0")
    before = play.battle.hash()
    attack = next(c for c in play.battle.legal() if type(c).__name__ == "Attack")
    play.battle.apply(attack)
    assert isinstance(play.battle.stop, Roll)
    assert play.battle.undo() is None
    assert play.battle.hash() == before


def test_undo_removes_the_dice_of_a_chain() -> None:
    play = scene(".ap..\n.....", "ap", p={"weapons": ["foil"]})
    play.do("attack red.a blue.p blade", 6, 6, 6)
    assert list(map(len, play.battle.world.drawn.values())) == [3]
    play.battle.undo(agreed=True)
    assert play.battle.world.drawn == {}
    play.do("attack red.a blue.p blade", 4, 4, 4).do("answer blue.p no", 4)
    assert play.last("damaged")["dice"] == (4, 4, 4, 4)
    play.battle.undo(agreed=True)
    play.do("answer blue.p no", 2)
    assert play.last("damaged")["dice"] == (4, 4, 4, 2)


def test_revealed_secret_is_a_wall() -> None:
    play = scene("a...p", "ap", hiding=(6, 6, 6), a={"hides": True, "on": "*"})
    play.do("end red.a").do("end red.a")
    play.do("move blue.p 3,0").do("move blue.p 2,0 1,0 0,0")
    assert play.last("found")["unit"] == "red.a"
    assert play.battle.wall_of("blue") == 4
    refusal = play.battle.undo()
    assert refusal is not None
    assert refusal.code == "behind-the-wall"


def test_answer_to_an_ask_is_a_separate_command() -> None:
    play = scene(".pa..\n.....", "ap").do("move red.a 3,0")
    before = play.battle.hash()
    play.do("pass blue.p")
    assert [played.side for played in play.battle.history] == ["red", "blue"]
    assert play.battle.undo(agreed=True) is None
    assert (play.battle.hash(), play.asked) == (before, ("react", "blue.p"))
    assert play.battle.undo(agreed=True) is None
    assert play.asked == ("turn", "red.a")


def test_finished_battle_can_be_undone_by_consent() -> None:
    play = battle()
    before = play.battle.hash()
    for _ in range(2):
        play.do("concede")
    assert play.over is not None
    for _ in range(2):
        assert play.battle.undo(agreed=True) is None
    assert play.battle.hash() == before
    assert play.asked == ("turn", "red.a")


@pytest.mark.parametrize(
    ("spoiled", "message"),
    [
        (b"[]", "a snapshot needs"),
        (b"{}", "a snapshot needs"),
        (b'{"state": 3, "faces": []}', "a state must be a list"),
        (b'{"state": [[1]], "faces": []}', "a state must be a list"),
        (b'{"state": [["1", []]], "faces": []}', "'1' isn't an entity"),
        (b'{"state": [[1, [{"type": "Nonsense"}]]], "faces": []}', "'Nonsense' is not a known"),
        (
            b'{"state": [[1, [{"type": "Economy", "x": 1}]]], "faces": []}',
            "Economy has no field 'x'",
        ),
        (b'{"state": [[1, [{"type": "Economy", "action": 1}]]], "faces": []}', "`bool`"),
    ],
)
def test_damaged_snapshot_is_refused(spoiled: bytes, message: str) -> None:
    played = battle().battle
    with pytest.raises(ValueError, match=message):
        Battle.restored(played.book, played.world.scene.level, spoiled)
