"""All rows, in printing order."""

from game.workshop.bench import (
    action_rows,
    ahead_rows,
    battle_rows,
    editor_rows,
    growth_rows,
    keeping_rows,
    loading_rows,
    map_rows,
    odds_rows,
    start_rows,
    thinking_rows,
    threat_rows,
    undo_rows,
    window_rows,
)

ROWS = (
    *start_rows.ROWS,
    *loading_rows.ROWS,
    *editor_rows.ROWS,
    *undo_rows.ROWS,
    *keeping_rows.ROWS,
    *map_rows.ROWS,
    *odds_rows.ROWS,
    *action_rows.ROWS,
    *threat_rows.ROWS,
    *ahead_rows.ROWS,
    *battle_rows.ROWS,
    *thinking_rows.ROWS,
    *growth_rows.ROWS,
    *window_rows.ROWS,
)
