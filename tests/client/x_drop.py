"""Drop a file on a window of X, as a file manager does: `python x_drop.py WINDOW FILE`.

The program is the source of a drag by the XDND protocol. It offers the file as a list of URIs,
drops it in the window, sends the list when the window asks for it, and waits until the window has
taken it.
"""

import ctypes
import sys
from ctypes import POINTER, c_char_p, c_int, c_long, c_ulong, c_void_p
from pathlib import Path

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
XDND_VERSION = 5
AT = 200, 200
"""Where on the screen the file is dropped."""
WORDS = 24
"""Length of an XEvent in longs. All fields used here begin at a multiple of a long."""

Event = c_long * WORDS


class Source:
    """A window of our own from which the file is dragged."""

    def __init__(self, target: int, file: Path) -> None:
        x = self.x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = c_void_p
        x.XDefaultRootWindow.argtypes = [c_void_p]
        x.XDefaultRootWindow.restype = c_ulong
        x.XCreateSimpleWindow.argtypes = [c_void_p, c_ulong, *[c_int] * 4, *[c_ulong] * 3]
        x.XCreateSimpleWindow.restype = c_ulong
        x.XInternAtom.argtypes = [c_void_p, c_char_p, c_int]
        x.XInternAtom.restype = c_ulong
        x.XSetSelectionOwner.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong]
        x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, POINTER(Event)]
        x.XNextEvent.argtypes = [c_void_p, POINTER(Event)]
        x.XChangeProperty.argtypes = [
            *(c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, c_char_p, c_int)
        ]
        x.XFlush.argtypes = [c_void_p]
        self.display = c_void_p(x.XOpenDisplay(None))
        root = x.XDefaultRootWindow(self.display)
        self.window = x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, 0, 0)
        self.target, self.text = target, f"{file.as_uri()}\r\n".encode()
        x.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.window, 0)

    def atom(self, name: str) -> int:
        found: int = self.x.XInternAtom(self.display, name.encode(), 0)
        return found

    def tell(self, name: str, *data: int) -> None:
        """Send a message of the protocol to the window."""
        fields = (CLIENT_MESSAGE, 0, 1, 0, self.target, self.atom(name), 32, self.window, *data)
        self.send(self.target, fields)

    def send(self, window: int, fields: tuple[int, ...]) -> None:
        event = Event(*fields)
        self.x.XSendEvent(self.display, window, 0, 0, ctypes.byref(event))
        self.x.XFlush(self.display)

    def until(self, name: str) -> None:
        """Serve the file's name until the window sends a message of the protocol."""
        event = Event()
        while True:
            self.x.XNextEvent(self.display, ctypes.byref(event))
            if event[0] & 0xFFFFFFFF == CLIENT_MESSAGE and event[5] == self.atom(name):
                return
            if event[0] & 0xFFFFFFFF == SELECTION_REQUEST:
                self.serve(*event[5:10])

    def serve(self, asker: int, selection: int, kind: int, place: int, time: int) -> None:
        """Write the list of URIs where the window wants it, and say so."""
        x, text = self.x, self.text
        x.XChangeProperty(self.display, asker, place, kind, 8, 0, text, len(text))
        self.send(asker, (SELECTION_NOTIFY, 0, 1, 0, asker, selection, kind, place, time))

    def drop(self) -> None:
        self.tell("XdndEnter", XDND_VERSION << 24, self.atom("text/uri-list"), 0, 0)
        self.tell("XdndPosition", 0, AT[0] << 16 | AT[1], 0, self.atom("XdndActionCopy"))
        self.until("XdndStatus")
        self.tell("XdndDrop", 0, 0, 0, 0)
        self.until("XdndFinished")


if __name__ == "__main__":
    Source(int(sys.argv[1]), Path(sys.argv[2]).resolve()).drop()
