"""The pages of the editor in the order of their tabs."""

from collections.abc import Callable

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.editor_page import EditorPage
from game.client.editor.pages.meter_page import MeterPage
from game.client.editor.pages.parts_page import PartsPage
from game.client.editor.pages.text_page import TextPage
from game.client.editor.pages.triggers_page import TriggersPage

PAGES: tuple[Callable[[EditorDesk], EditorPage], ...] = (
    *(TextPage, PartsPage, TriggersPage, MeterPage),
)
"""All pages beside the palette."""
