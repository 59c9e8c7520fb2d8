"""Past times in words."""

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.client.kit.app import App


def said_when(app: "App", written: str, now: datetime | None = None) -> str:
    """Return a time as "today at …", "yesterday at …" or a date; return other text unchanged."""
    try:
        when = datetime.fromisoformat(written)
    except ValueError:
        return written
    today, say = now or datetime.now(), app.words.say
    clock, days = f"{when:%H:%M}", (today.date() - when.date()).days
    if days in (0, 1):
        return say("when", "today" if days == 0 else "yesterday", clock=clock)
    key = "day" if when.year == today.year else "day_of_year"
    return say("when", key, day=when.day, month=say("month", f"m{when.month}"), year=when.year)
