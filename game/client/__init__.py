"""The window: the only package that imports pygame. It knows no rules and no rulebooks.

`kit` runs the scenes, and has buttons, lists and fields. `title`, `setup` and `screens` are the
scenes around a battle. `board` and `panels` are the parts of the battle screen; `battle` puts them
together, and `replay` shows records on it. `campaign` and `codex` have their own scenes. README.md
has more.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame reads this on import
