"""A minimal client of the referee protocol."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

Message = dict[str, Any]


class Client:
    """Client that talks to a referee over two streams and keeps all messages."""

    def __init__(self, receive: IO[bytes], send: IO[bytes]) -> None:
        self._receive, self._send = receive, send
        self.heard: list[Message] = []

    def hear(self) -> Message:
        """Return the next message; raise EOFError if there is none."""
        line = self._receive.readline()
        if not line:
            raise EOFError
        message: Message = json.loads(line)
        self.heard.append(message)
        return message

    def until(self, *says: str) -> Message:
        """Return the next message of one of these kinds."""
        while (message := self.hear())["say"] not in says:
            pass
        return message

    def say(self, message: Message) -> None:
        """Send a message."""
        self._send.write(json.dumps(message).encode() + b"\n")
        self._send.flush()

    def ask(self, message: Message, *says: str) -> Message:
        """Send a message and return the first answer of one of these kinds."""
        self.say(message)
        return self.until(*says)

    def play(self, pick: Callable[[int], int]) -> Message:
        """Play to the end, choosing options by `pick(count)`; return the last message."""
        while (message := self.until("ask", "over", "error"))["say"] == "ask":
            chosen = pick(len(message["options"]))
            self.say(message["options"][chosen]["command"])
        return message

    @contextmanager
    def closing(self) -> Iterator["Client"]:
        """Close both streams at the end."""
        with self._receive, self._send:
            yield self
