"""The panels around the board in a battle: queue, odds, log, dice tray, acting unit.

Each panel has `rect`, `lay(rect)`, `show(...)` with plain values, `update(seconds)`, which returns
whether it must be drawn again, `is_moving`, `draw(surface)`, and `heard(event)` for the pointer.
Anything outside its edge, such as a hint at the pointer, is drawn last by `draw_over(surface)`.
"""
