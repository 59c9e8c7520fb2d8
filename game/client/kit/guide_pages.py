"""The addresses of the guide to the window, for everything that leads to its pages."""

GUIDE = "guide"
"""Id of the guide's shelf, and the first part of its addresses."""
CONFIRM, FORECAST, APPROACH = "guide/confirm", "guide/forecast", "guide/approach"
THREATS, OBJECTIVES, THINGS = "guide/threats", "guide/objectives", "guide/things"
INTENTS = "guide/intents"
UNDO, SHARING, TOOLTIPS = "guide/undo", "guide/sharing", "guide/tooltips"
LESSONS, MESSAGES = "guide/lessons", "guide/messages"
EDITOR, PAINTING, SELECTING = "guide/editor", "guide/painting", "guide/selecting"
PARTS = "guide/parts"
SEE = {
    CONFIRM: (UNDO, FORECAST),
    FORECAST: (APPROACH, THREATS, TOOLTIPS),
    APPROACH: (FORECAST, CONFIRM, UNDO),
    THREATS: (INTENTS, FORECAST, APPROACH),
    INTENTS: (THREATS, FORECAST),
    OBJECTIVES: (FORECAST, THINGS),
    THINGS: (OBJECTIVES, FORECAST),
    UNDO: ("ALL-09", CONFIRM),
    SHARING: (UNDO, CONFIRM),
    TOOLTIPS: (FORECAST, CONFIRM),
    MESSAGES: (LESSONS, UNDO),
    LESSONS: (CONFIRM, FORECAST, OBJECTIVES),
    EDITOR: (PAINTING, SELECTING, PARTS),
    PAINTING: (EDITOR, SELECTING, UNDO),
    SELECTING: (EDITOR, PAINTING, UNDO),
    PARTS: (EDITOR, PAINTING, OBJECTIVES),
}
"""All pages in their order, with the pages and rules that each leads to."""
