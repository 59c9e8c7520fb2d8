"""Retries: resume a battle from one of its turns, with the same or new dice."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.client.battle.consent import Consent, to_go_back
from game.client.battle.context import BattleContext
from game.client.kit.scene import Scene
from game.client.screens.turn_list import TurnList
from game.client.screens.turn_search import TurnSearch
from game.play.opening import Options
from game.play.rewind import RewindableBattle
from game.present.turning_points import moments_of
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App


def try_again(
    app: "App", scene: Scene, seat: BattleContext, opened: Callable[[Options], Scene | None]
) -> None:
    """Ask for a turn and for old or new dice, then show the battle scene that `opened` returns.

    Before the battle is over, list only turns that this view knows. If people share the machine,
    ask all others for consent first.
    """
    sitting, say = seat.sitting, app.words.say
    view = None if sitting.is_over else seat.view
    record = sitting.so_far()
    reason = say("turns", "own_dice") if record.header.dice == "ask" else ""

    def chosen(n: int, is_new_luck: bool) -> None:
        if not seat.is_shared:
            taken_up(n, is_new_luck)
            return
        number = next((one.round for one in reversed(moments_of(reel, view)) if one.n <= n), 0)
        request = to_go_back(seat, max(1, number))
        Consent(app, seat, request, lambda: taken_up(n, is_new_luck)).ask(sitting.people)

    def taken_up(n: int, is_new_luck: bool) -> None:
        _taken_up(app, scene, seat, opened, n, is_new_luck)

    head = say("turns", "try_head")
    reel = RewindableBattle(record, app.books, is_sliced=True)

    def listed() -> None:
        press, told = say("turns", "try"), moments_of(reel, view)
        turns = TurnList(
            app, head, press, told, chosen, sitting.count, asks_luck=True, luck_reason=reason
        )
        app.push(turns)

    search = TurnSearch(app, head, reel, listed)
    if search.go_on():
        listed()
    else:
        app.push(search)


def try_from(
    app: "App",
    scene: Scene,
    seat: BattleContext,
    opened: Callable[[Options], Scene | None],
    n: int,
    number: int,
) -> None:
    """Retry a battle from command `n` in round `number`, with the same dice.

    If people share the machine, ask all others for consent first.
    """
    if not seat.is_shared:
        _taken_up(app, scene, seat, opened, n, False)
        return
    request = to_go_back(seat, max(1, number))
    done = partial(_taken_up, app, scene, seat, opened, n, False)
    Consent(app, seat, request, done).ask(seat.sitting.people)


def _taken_up(
    app: "App",
    scene: Scene,
    seat: BattleContext,
    opened: Callable[[Options], Scene | None],
    n: int,
    is_new_luck: bool,
) -> None:
    """Show the battle resumed after command `n`, in place of its scene and all above it."""
    try:
        path = seat.sitting.taken_up(n, app.books, is_new_luck)
    except Failure as failure:
        app.notices.add(str(failure))
        return
    taken = opened(Options(level=str(path)))
    if taken is None:
        return
    while app.scene is not None and app.scene is not scene:
        app.pop()
    app.replace(taken)
