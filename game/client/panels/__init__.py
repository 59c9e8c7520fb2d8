"""The panels around the board in a battle: turn queue, forecast, log, dice tray, unit bar.

Each panel has `rect`, `lay(rect)`, `show(...)` with plain values, `update(seconds)`, which returns
whether it must be drawn again, `is_moving`, `draw(surface)`, and `heard(event)` for the pointer.
`draw_over(surface)` is called last and draws what extends beyond the panel, such as a hint.
"""
