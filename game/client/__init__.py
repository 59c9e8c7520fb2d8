"""The window: the only part that imports pygame. It knows no rules and no books.

`app` runs scenes; `scenes` are those around a battle; `board` and `panels` are the parts of the
battle screen, which `battle` joins, and `replay` drives by a record; `road` is a campaign, `codex`
the rules; `widgets` are buttons, lists and fields over one ring of focus. README.md tells more.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame reads it on import
