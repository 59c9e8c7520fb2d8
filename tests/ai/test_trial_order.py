"""The soldier tries commands that promise most first, and leaves out those that can't be best."""

from collections.abc import Mapping, Sequence
from math import inf

import pytest

from game.ai.lookahead import Outlook
from game.ai.trial_order import TrialOrder, is_own, kind_of
from game.rules.action.commands import Attack, Drop, Smash
from game.terms.commands import Command
from tests.ai.playing import begun, drawn, play, seated


def blow(target: str, weapon: str = "sword") -> Attack:
    """Return an attack on a target."""
    return Attack("red.ann", target, weapon)


ONE, TWO, THREE = blow("one"), blow("two"), blow("three")
BOW = blow("one", "bow")


def tried(
    kinds: Sequence[Sequence[Attack]],
    gains: Mapping[Attack, float],
    promises: Mapping[Attack, float],
    only_better: bool = False,
) -> list[Attack]:
    """Return the commands that are tried, in their order. Unknown promises are infinite."""

    def promise(command: Command) -> float:
        assert isinstance(command, Attack)
        return promises.get(command, inf)

    order, found = TrialOrder(kinds, promise, lambda some: some, only_better), dict[Attack, float]()
    while (command := order.next(max(found.values(), default=0.0))) is not None:
        assert isinstance(command, Attack)
        found[command] = gains[command]
        if gains[command]:
            order.go_on(gains[command])
    return list(found)


def test_commands_that_promise_most_come_first() -> None:
    promises = {ONE: 4.0, BOW: 6.0}
    assert tried([[ONE], [BOW]], {ONE: 4.0, BOW: 6.0}, promises) == [BOW, ONE]


def test_commands_that_promise_little_are_left_out() -> None:
    promises = {ONE: 2.0, BOW: 6.0}
    assert tried([[ONE], [BOW]], {ONE: 4.0, BOW: 6.0}, promises) == [BOW]


def test_commands_without_a_known_promise_are_tried() -> None:
    assert tried([[ONE], [BOW]], {ONE: 1.0, BOW: 6.0}, {BOW: 6.0}) == [ONE, BOW]


def test_command_that_promises_nothing_is_never_tried() -> None:
    assert tried([[ONE]], {ONE: 1.0}, {ONE: 0.0}) == []


def test_other_targets_follow_a_good_first_one() -> None:
    gains = {ONE: 4.0, TWO: 3.0, THREE: 0.0}
    assert tried([[ONE, TWO, THREE]], gains, {}) == [ONE, TWO, THREE]


def test_other_targets_follow_a_first_one_that_would_do_harm() -> None:
    assert tried([[ONE, TWO]], {ONE: -1.0, TWO: 3.0}, {}) == [ONE, TWO]


def test_other_targets_of_a_useless_kind_are_left_out() -> None:
    assert tried([[ONE, TWO]], {ONE: 0.0, TWO: 3.0}, {}) == [ONE]


def test_other_targets_are_left_out_after_much_better_commands() -> None:
    assert tried([[ONE, TWO], [BOW]], {ONE: 1.0, TWO: 3.0, BOW: 8.0}, {}) == [ONE, BOW]


def test_promises_are_scaled_by_what_the_kind_gained() -> None:
    promises, gains = {ONE: 8.0, TWO: 6.0, BOW: 3.0}, {ONE: 2.0, TWO: 1.5, BOW: 3.5}
    assert tried([[ONE, TWO], [BOW]], gains, promises) == [ONE, BOW]


def test_only_kinds_that_are_tried_are_aimed_at_tiles() -> None:
    crates = [Smash("red.ann", (x, 1), "sword") for x in range(3)]
    asked: list[Sequence[Command]] = []

    def aim(some: Sequence[Command]) -> Sequence[Command]:
        asked.append(some)
        return some[::-1]

    def promise(command: Command) -> float:
        return 1.0 if isinstance(command, Smash) else 6.0

    order = TrialOrder([crates, [BOW]], promise, aim, only_better=False)
    assert order.next(0.0) == BOW
    assert order.next(6.0) is None
    assert asked == [[BOW]]
    order = TrialOrder([crates], promise, aim, only_better=False)
    assert order.next(0.0) == crates[-1]


def test_only_better_commands_are_tried_if_only_the_best_counts() -> None:
    promises, gains = {ONE: 5.0, BOW: 6.0}, {ONE: 5.0, BOW: 6.0}
    assert tried([[ONE], [BOW]], gains, promises, only_better=True) == [BOW]


def test_kinds_differ_by_means_and_not_by_target() -> None:
    assert kind_of(ONE) == kind_of(TWO) != kind_of(BOW)
    assert is_own(Drop("red.ann"))
    assert not any(map(is_own, (ONE, Smash("red.ann", (1, 1), "sword"))))


DUEL = """
[map]
grid = '''
........
...o....
........
'''
legend = { "." = "floor", "o" = "crate" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "warden"
at = [2, 1]
[[unit]]
id = "bo"
side = "blue"
kind = "bailiff"
at = [2, 2]
"""


def test_soldier_tries_no_crate_while_it_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    tried_at_all: list[Command] = []
    gain = Outlook.gain

    def noted(self: Outlook, command: Command) -> float:
        tried_at_all.append(command)
        return gain(self, command)

    monkeypatch.setattr(Outlook, "gain", noted)
    battle = begun(drawn(DUEL))
    offered: list[Command] = []
    play(battle, seated(battle, "soldier"), most=6, watch=lambda b, _: offered.extend(b.legal()))
    assert any(isinstance(c, Smash) for c in offered)
    assert any(isinstance(c, Attack) for c in tried_at_all)
    assert not any(isinstance(c, Smash) for c in tried_at_all)
