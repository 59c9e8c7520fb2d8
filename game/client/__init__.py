"""The window: the only part that imports pygame. It knows no rules and no books.

`app` runs scenes; `scenes` are what can be on the screen; `board` and `panels` are the parts of the
battle screen, which `battle` joins; `widgets` are buttons, lists and fields over one ring of focus.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # read when pygame is imported
