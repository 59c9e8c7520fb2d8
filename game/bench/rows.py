"""All rows there are, in the order in which they are shown."""

from game.bench import (
    action,
    chances,
    loading,
    moving,
    playing,
    seeing,
    starting,
    thinking,
    undoing,
    verdigris,
    window,
)

ROWS = (
    *starting.ROWS,
    *loading.ROWS,
    *undoing.ROWS,
    *moving.ROWS,
    *seeing.ROWS,
    *chances.ROWS,
    *verdigris.ROWS,
    *action.ROWS,
    *playing.ROWS,
    *thinking.ROWS,
    *window.ROWS,
)
