"""A client of the referee protocol, as small as one can be."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

Message = dict[str, Any]


class Client:
    """Speaks with a referee over two streams, and keeps all that was said."""

    def __init__(self, receive: IO[bytes], send: IO[bytes]) -> None:
        self._receive, self._send = receive, send
        self.heard: list[Message] = []

    def hear(self) -> Message:
        """The next message; EOFError when there is none."""
        line = self._receive.readline()
        if not line:
            raise EOFError
        message: Message = json.loads(line)
        self.heard.append(message)
        return message

    def until(self, *says: str) -> Message:
        """The next message of one of these kinds."""
        while (message := self.hear())["say"] not in says:
            pass
        return message

    def say(self, message: Message) -> None:
        """Sends a message."""
        self._send.write(json.dumps(message).encode() + b"\n")
        self._send.flush()

    def ask(self, message: Message, *says: str) -> Message:
        """Sends a message and waits for an answer of one of these kinds."""
        self.say(message)
        return self.until(*says)

    def play(self, pick: Callable[[int], int]) -> Message:
        """Plays to the end with options chosen by `pick(count)`; the last message."""
        while (message := self.until("ask", "over", "error"))["say"] == "ask":
            chosen = pick(len(message["options"]))
            self.say(message["options"][chosen]["command"])
        return message

    @contextmanager
    def closing(self) -> Iterator["Client"]:
        """Closes both streams at the end."""
        with self._receive, self._send:
            yield self
