"""Signals that are held until a battle's step is complete."""

import os
import signal
from contextlib import suppress

import pytest

from game.play.signals import DelayedSignals, Stopped, Stopping, handled


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.skipif(os.name != "posix", reason="signals need POSIX")
def test_signal_is_held_until_checked() -> None:
    signals = DelayedSignals()
    with signals.installed():
        interrupt()
        with pytest.raises(Stopped):
            signals.check()


@pytest.mark.skipif(os.name != "posix", reason="signals need POSIX")
def test_second_signal_ends_a_wait_when_the_first_was_swallowed() -> None:
    """Raise in a callback of Python's garbage collector, which swallows the exception."""
    signals = DelayedSignals()
    with signals.installed(), suppress(Stopped), signals.waiting():
        with suppress(Stopped):
            interrupt()
        interrupt()
        pytest.fail("the second signal didn't end the wait")


@pytest.mark.skipif(os.name != "posix", reason="signals need POSIX")
def test_delayed_signals_include_an_earlier_swallowed_one() -> None:
    signals = DelayedSignals()
    with handled(Stopping()):
        with suppress(Stopped):
            interrupt()
        with signals.installed(), pytest.raises(Stopped):
            signals.check()
