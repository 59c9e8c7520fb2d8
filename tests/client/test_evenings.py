"""Whole battles of Etiquette, Guard and Verdigris in the window, with each input device."""

import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.core.cells import Cell
from game.present.question import Choice, Question
from game.terms.commands import to_json
from tests.client.conftest import Hand
from tests.client.evening import Evening

HANDS = pytest.mark.parametrize("by", ["mouse", "keys", "pad"])
USUAL = (
    *("fight", "stand", "engage", "attack", "silent", "two", "one"),
    *("pick", "flee", "send", "go", "strike", "pass", "end"),
)
"""Preferred verbs, in order; the player uses the first possible one."""


class Player:
    """Player that approaches a foe and attacks, and carries out each wish once."""

    def __init__(self, *wishes: str) -> None:
        self._wishes = list(wishes)

    def __call__(self, scene: BattleScene, question: Question) -> Choice:
        plain = [one for one in question.choices if not to_json(one.command).get("item")]
        verbs = {one.verb: one for one in reversed((*question.choices, *plain))}
        wish = next((verb for verb in self._wishes if verb in verbs), None)
        if wish is not None:
            self._wishes.remove(wish)
            return verbs[wish]
        step = walk(scene, question.choices)
        return step or next(verbs[verb] for verb in USUAL if verb in verbs)


def walk(scene: BattleScene, choices: tuple[Choice, ...]) -> Choice | None:
    """Return the move that ends nearest to a foe, or None if there is no move."""
    acts = scene.seat.actor
    assert acts is not None
    foes = [p.at for p in scene.seat.picture.tokens if p.side != acts.side and p.at and p.life]

    def far(at: Cell) -> int:
        return min(abs(at[0] - x) + abs(at[1] - y) for x, y in foes)

    ways = [(far(one.at), n, one) for n, one in enumerate(choices) if one.verb == "move" and one.at]
    nearest = min(ways, default=None)
    if nearest is None or acts.at is None:
        return None
    is_asked = all(one.verb == "move" for one in choices)
    return nearest[2] if nearest[0] < far(acts.at) or is_asked else None


@HANDS
def test_evening_of_etiquette_ends(app: App, hand: Hand, by: str) -> None:
    evening = Evening(app, hand, by)
    wishes = "promise", "use", "disengage"
    evening.whole("first_etiquette", Player(*wishes))
    assert {"turn", "talk", "engage", "combat", "defend"} <= evening.asked
    assert {"move", "attack", *wishes} <= evening.done


@HANDS
def test_evening_of_guard_ends(app: App, hand: Hand, by: str) -> None:
    evening = Evening(app, hand, by)
    wishes = "cast", "invoke", "use", "end"
    evening.whole("first_guard", Player(*wishes))
    assert {"meeting", "stance", "pick", "turn"} <= evening.asked
    assert {"fight", "attack", *wishes} <= evening.done


class Fighter(Player):
    """Player that also leaves one melee past a foe, and pushes every second roll."""

    def __init__(self, *wishes: str) -> None:
        super().__init__(*wishes)
        self._has_left, self._pushes = False, 0

    def __call__(self, scene: BattleScene, question: Question) -> Choice:
        if question.ask == "push":
            self._pushes += 1
            return question.choices[self._pushes % 2]
        leaving = (one for one in question.choices if one.text.startswith("Leave the melee"))
        ways = (one for one in leaving if "provokes" in one.text)
        way = None if self._has_left else next(ways, None)
        self._has_left = self._has_left or way is not None
        return way or super().__call__(scene, question)


@HANDS
def test_evening_of_verdigris_ends(app: App, hand: Hand, by: str) -> None:
    evening = Evening(app, hand, by)
    wishes = "called", "guard", "creep", "draw", "unpack", "use"
    evening.whole("first_verdigris", Fighter(*wishes))
    assert {"order", "turn", "push", "leave"} <= evening.asked
    assert {"go", "move", "attack", "answer", "strike", "called", "guard"} <= evening.done
