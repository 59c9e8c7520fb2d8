"""What stands around the board in a battle: queue, odds, log, dice tray, the acting unit.

Each panel has `rect`, `lay(rect)`, `show(...)` with plain values, `update(seconds)` that tells
whether it must be drawn anew, `is_moving`, `draw(surface)`, and `heard(event)` for the pointer.
What hangs over its edge, such as a hint at the pointer, is drawn last of all by
`draw_over(surface)`.
"""
