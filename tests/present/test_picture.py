"""The picture of a battle: how units, tiles and traps look to each side."""

from collections.abc import Callable

import pytest

from game.client.board.objective_marks import marks_of
from game.present.battle_sentences import BattleSentences
from game.present.picture import picture_of, tile_of
from tests.books.tag import scene as tag
from tests.rules.action import scene as action
from tests.rules.action.test_act_12_attacks import odds
from tests.rules.contest import duel
from tests.rules.etiquette import ballroom
from tests.rules.verdigris import scene as verdigris
from tests.scenario import Play


def readied(play: Play, side: str) -> list[str]:
    """Return the units with a readied action, as seen by one side."""
    view = play.battle.view(side)
    words = BattleSentences(view.book, view.world.scene.names)
    return [token.id for token in picture_of(view, words).tokens if token.is_readied]


def _archer() -> Play:
    return verdigris.scene("a.....p", first="red", a={"weapon": "bow"})


@pytest.mark.parametrize(
    ("begin", "command"),
    [
        (lambda: action.scene("a....p"), "ready red.a blade"),
        (_archer, "ready red.a 3,0"),
        (lambda: verdigris.scene("a..p", first="red"), "guard red.a 1,0"),
    ],
)
def test_all_sides_see_a_readied_unit(begin: Callable[[], Play], command: str) -> None:
    play = begin()
    assert readied(play, "blue") == []
    play.do(command)
    assert readied(play, "blue") == readied(play, "red") == ["red.a"]


@pytest.mark.parametrize(
    ("begin", "command", "at"),
    [
        (_archer, "ready red.a 3,0", (3, 0)),
        (lambda: verdigris.scene("a..p", first="red"), "guard red.a 1,0", (1, 0)),
    ],
)
def test_watched_tile_is_marked_and_names_its_unit(
    begin: Callable[[], Play], command: str, at: tuple[int, int]
) -> None:
    play = begin()
    for is_watched in (False, True):
        view = play.battle.view("blue")
        words = BattleSentences(view.book, view.world.scene.names)
        picture = picture_of(view, words)
        marks = marks_of(picture, {"red": (200, 0, 0)})
        signs = [(set(mark.cells), mark.colour) for mark in marks]
        assert signs == ([({at}, (200, 0, 0))] if is_watched else [])
        lines = tile_of(view, words, at).lines
        assert any("attacks the first foe to enter" in line for line in lines) == is_watched
        if not is_watched:
            play.do(command)


def test_no_unit_is_readied_in_a_rulebook_without_reactions() -> None:
    assert readied(tag.scene("a.p"), "red") == []


def test_tile_names_its_zone() -> None:
    view = verdigris.scene("a..p", settings={"zones": "xxyy"}).battle.view("red")
    words = BattleSentences(view.book, view.world.scene.names | {"zone y": "the yard"})
    assert [tile_of(view, words, (x, 0)).lines[-1] for x in (0, 3)] == ["In zone x", "In the yard"]


@pytest.mark.parametrize(
    ("rows", "cover"), [("a...p", ""), ("a.o.p", "half"), ("a.=.p", "three-quarters")]
)
def test_cover_of_a_target_is_in_the_words_of_its_rulebook(rows: str, cover: str) -> None:
    play = action.scene(rows, a={"weapons": ["bow"]})
    words = BattleSentences(play.battle.book, play.battle.world.scene.names)
    found = odds(play, "attack red.a blue.p bow").modifiers
    assert words.cover(words.modifier(one.text) for one in found) == cover


@pytest.mark.parametrize("begin", [action.scene, verdigris.scene])
@pytest.mark.parametrize(("sign", "grade"), [("o", "half"), ("=", "three-quarters")])
def test_tile_names_its_cover_once(begin: Callable[..., Play], sign: str, grade: str) -> None:
    view = begin(f"a.{sign}.p").battle.view("red")
    lines = tile_of(view, BattleSentences(view.book, view.world.scene.names), (2, 0)).lines
    shown = {"half": "half cover", "three-quarters": "¾ cover"}[grade]
    assert " · ".join(lines).count(shown) == 1


def test_target_has_no_cover_in_a_rulebook_without_words_for_it() -> None:
    play = tag.scene("a.p")
    assert BattleSentences(play.battle.book, {}).cover(["half cover"]) == ""


@pytest.mark.parametrize("begin", [ballroom.scene, duel.duel])
def test_traps_are_seen_by_their_owner(begin: Callable[..., Play]) -> None:
    play = begin("a....b", a={"hand": ["rope"]}).do("lay red.a rope")
    words = BattleSentences(play.battle.book, play.battle.world.scene.names)
    seen = {side: play.battle.view(side) for side in ("red", "blue")}
    assert [picture_of(view, words).laid for view in seen.values()] == [((0, 0),), ()]
    told = {side: tile_of(view, words, (0, 0)).lines for side, view in seen.items()}
    assert [line for line in told["blue"] if "Trap" in line] == []
    assert told["red"] == (*told["blue"], told["red"][-1])
    assert told["red"][-1].startswith(f"Trap: {words.names['rope']} · ")
    play.do("end red.a").do("end blue.b")
    assert picture_of(play.battle.view("red"), words).laid == ((0, 0),)


def test_sprung_trap_disappears() -> None:
    play = ballroom.scene("ab", a={"hand": ["pins"]}).do("lay red.a pins").do("end red.a")
    play.do("move blue.b 0,0", 1)
    words = BattleSentences(play.battle.book, play.battle.world.scene.names)
    assert picture_of(play.battle.view("red"), words).laid == ()


def test_grapple_is_shown_on_both_units() -> None:
    play = verdigris.scene("ap", a={"weapon": ""}, p={"life": 9})
    play.do("grapple red.a blue.p", 6, 1, 1, 1)
    for side in ("red", "blue"):
        view = play.battle.view(side)
        words = BattleSentences(view.book, view.world.scene.names)
        tokens = picture_of(view, words).tokens
        seen = {p.id: [(c.id, c.title, c.about) for c in p.conditions] for p in tokens}
        assert seen == {
            "red.a": [("holding", "Holding a foe", "P")],
            "blue.p": [("entangled", "entangled 2", "A")],
        }


def test_picture_names_terrain_that_no_unit_can_enter() -> None:
    battle = action.scene("a.#.p").battle
    found = picture_of(battle, BattleSentences(battle.book, battle.world.scene.names))
    level = battle.world.scene.level
    assert found.unwalkable == {id for id in level.terrains() if not level.terrain[id].walk}
    assert "wall" in found.unwalkable
