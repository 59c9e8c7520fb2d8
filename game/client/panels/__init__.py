"""The panels around the board in a battle: turn queue, forecast, log, dice tray, unit bar.

Each panel has these members:

- `rect`, and `lay(rect)` to set it
- `show(...)` with plain values
- `update(seconds)`, which returns whether the panel must be drawn again
- `is_moving`, and `draw(surface)`
- `draw_over(surface)`, called last for anything beyond the panel, such as a hint
- `heard(event)` for the pointer
"""
