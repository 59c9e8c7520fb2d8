"""Steps of a window's battle that need no people, taken at once instead of frame by frame."""

from game.present.window_battle import WindowBattle


def play_on(sitting: WindowBattle) -> None:
    """Take all steps that are possible without people or a computer player's answer."""
    while sitting.go_on() or sitting.is_syncing:
        sitting.wait()
