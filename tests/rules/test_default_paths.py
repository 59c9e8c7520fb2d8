"""The path listed for each end tile: least harmful, then cheapest, then straightest."""

import pytest

from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.rules.action.records import Readied
from game.terms.commands import from_text
from tests.rules.action.scene import scene as action
from tests.rules.action.states import put
from tests.rules.contest.duel import duel as contest
from tests.rules.etiquette.ballroom import scene as etiquette
from tests.rules.verdigris.scene import scene as verdigris
from tests.scenario import Play

THORNY = "......\na.^..b\n......"
FENCED = "..^...\na.^..b\n..^..."
STARTS = [contest, etiquette, verdigris, action]
every_book = pytest.mark.parametrize(
    "start", STARTS, ids=[s.__module__.split(".")[2] for s in STARTS]
)


def drawn(start: object, rows: str) -> Play:
    """Return the battle of a drawing; in Action, b becomes blue's p."""
    if start in (action, verdigris):
        rows = rows.replace("b", "p")
    play = start(rows, a={"movement": "9"}) if start in (contest, etiquette) else start(rows)  # type: ignore[operator]
    assert isinstance(play, Play)
    return play


def walk_to(play: Play, end: str) -> str:
    """Return the path listed to a tile."""
    (found,) = [text for text in play.legal("move") if text.endswith(f" {end}")]
    return found.removeprefix("move red.a ")


def told(play: Play, command: str) -> str:
    """Return a command as players read it."""
    words = BattleSentences(play.book, play.battle.world.scene.names)
    given = from_text(command, play.book.commands)
    return FactsLines.of_battle(play.battle, words).sentence(play.battle, given)


@every_book
def test_path_straight_ahead_is_straight(start: object) -> None:
    play = drawn(start, "......\na....b\n......")
    assert walk_to(play, "4,1") == "1,1 2,1 3,1 4,1"


@every_book
def test_path_avoids_thorns_within_the_movement_left(start: object) -> None:
    play = drawn(start, THORNY)
    path = walk_to(play, "3,1")
    assert "2,1" not in path.split()
    assert "thorns" not in told(play, f"move red.a {path}").lower()


@every_book
def test_unavoidable_thorns_are_named_with_their_tile(start: object) -> None:
    play = drawn(start, FENCED)
    path = walk_to(play, "3,1")
    assert path == "1,1 2,1 3,1"
    said = told(play, f"move red.a {path}")
    assert "horns at (2, 1) (1d4)" in said
    given = from_text(f"move red.a {path}", play.book.commands)
    assert play.battle.risks(given).tiles == ((2, 1),)


def test_path_leads_through_thorns_with_too_little_movement() -> None:
    shut = "#######\na.^...#\n#.#...#\n#......"
    assert walk_to(action(shut, "a", a={"speed": 15}), "3,1") == "1,1 2,1 3,1"
    assert "2,1" not in walk_to(action(shut, "a"), "3,1").split()


def test_flying_unit_ignores_thorns() -> None:
    play = action(THORNY.replace("b", "p"), a={"fly": 30})
    assert walk_to(play, "3,1") == "1,1 2,1 3,1"


def test_path_avoids_an_attacking_foe_even_at_higher_cost() -> None:
    rows = "a..p...\n.......\n.......\n.......\n.......\n......."
    far = action(rows, a={"speed": 50}, p={"weapons": ["pike"]})
    path = walk_to(far, "6,0")
    assert len(path.split()) == 10
    assert told(far, f"move red.a {path}") == "Move to (6, 0)"
    near = action(rows, a={"speed": 45}, p={"weapons": ["pike"]})
    assert len(walk_to(near, "6,0").split()) == 6
    assert told(near, f"move red.a {walk_to(near, '6,0')}") == "Move to (6, 0); provokes P"


def test_readied_attacks_on_the_path_are_named() -> None:
    play = action("p.#..\n..#.a\n.....", "ap", p={"weapons": ["bow"]})
    assert not any("provokes" in told(play, text) for text in play.legal("move"))
    put(play, "blue.p", Readied("bow"))
    path = walk_to(play, "2,2")
    assert told(play, f"move red.a {path}") == "Move to (2, 2); provokes P"
    assert told(play, f"move red.a {walk_to(play, '4,0')}") == "Move to (4, 0)"
    play.do(f"move red.a {path}")
    assert play.asked == ("react", "blue.p")
