"""The tools of the editor in the order of their buttons."""

from collections.abc import Callable

from game.client.editor.desk.tool import Tool, ToolDesk
from game.client.editor.tools.area_tool import AreaTool
from game.client.editor.tools.look_tool import LookTool
from game.client.editor.tools.painting_tools import (
    BrushTool,
    FillTool,
    LineTool,
    RectangleTool,
)
from game.client.editor.tools.resize_tool import ResizeTool
from game.client.editor.tools.select_tool import SelectTool
from game.client.editor.tools.unit_tools import MoveTool, PickTool, RemoveTool
from game.client.editor.tools.zone_tool import ZoneTool

TOOLS: tuple[Callable[[ToolDesk], Tool], ...] = (
    *(BrushTool, LineTool, RectangleTool, FillTool),
    *(PickTool, SelectTool, MoveTool, RemoveTool, ResizeTool, AreaTool, ZoneTool, LookTool),
)
