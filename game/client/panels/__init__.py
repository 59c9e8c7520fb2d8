"""The panels around the board in a battle: turn queue, forecast, log, dice tray, unit bar.

Each panel has these members:

- `rect`, and `lay(rect)` to set it
- `show(...)` with plain values
- `update(seconds)`, which returns whether the panel must be drawn again
- `is_moving`, and `draw(surface)`
- `heard(event)` for the pointer

Panels offer tooltips about their parts (`offered()`, `offer(of)`), or have keywords in their text
(`spots`). `tooltip_stack.py` shows them.
"""
