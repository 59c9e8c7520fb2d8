"""Measurement of the thinking that people feel between their command and a foe's."""

from statistics import median
from time import perf_counter, sleep

from game.client.battle.planning import ENDS
from game.client.battle.scene import BattleScene
from game.client.bench_window import FRAME, MIDDLE, begun, window
from game.client.kit.app import App
from game.play.players import played
from game.present.question import Question
from game.workshop.bench.action_rows import melee
from game.workshop.bench.bench_battles import BRAWL
from game.workshop.bench.measuring import Bench, NotMeasured

LOOK = 1.0
"""Seconds that people look at a question before they end the turn."""
LONGEST = 120.0
"""Maximum seconds for a battle."""


def felt(bench: Bench) -> float:
    """Note how long players wait for a computer player after all events have been shown."""
    first, later = [], []
    for text in (melee(bench), BRAWL):
        with window(bench.books, MIDDLE, speed=1.0) as app:
            found = _waits(app, begun(app, text, played), min(bench.effort.repeats, 10) + 1)
        first.append(found[0])
        later += found[1:]
    told = f"first {max(first):.0f} ms, then {median(later):.0f}, at most {max(later):.0f} ms"
    raise NotMeasured(f"a note: {told}")


def _waits(app: App, scene: BattleScene, commands: int) -> list[float]:
    """Play in real time; return the waits for foes' commands in ms, from people's first command on.

    A wait begins when all events have been shown. It is 0 if the foe has decided by then.
    """
    sitting, plan, timeline = scene.seat.sitting, scene.seat.plan, scene.flow.timeline
    found: list[float] = []
    has_begun, end, asked, shown = False, perf_counter() + LONGEST, 0.0, 0.0
    while len(found) < commands:
        count, is_thinking, start = sitting.count, sitting.is_thinking, perf_counter()
        if start > end or sitting.is_over:
            raise NotMeasured("the foe has too few turns")
        if app.tick(FRAME):
            app.draw()
        now = perf_counter()
        if is_thinking and sitting.count > count:
            found += [1000 * (start - shown) if shown else 0.0] if has_begun else []
            shown = 0.0
        elif is_thinking and not timeline.is_busy:
            shown = shown or now
        if plan.question is None:
            asked = 0.0
        elif not asked:
            asked = now
        elif now - asked > LOOK:
            _passed(scene, plan.question)
            has_begun = True
        sleep(max(0.0, FRAME - (perf_counter() - start)))
    return found


def _passed(scene: BattleScene, question: Question) -> None:
    """End the turn, or else decline."""
    ends = (one.command for one in question.choices if one.verb in ENDS)
    scene.flow.give(next(ends, question.decline or question.choices[0].command))
