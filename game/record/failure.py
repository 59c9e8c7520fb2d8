"""The errors for commands that can't be carried out, and for files that don't fit."""


class Failure(Exception):
    """The error for a command that can't be carried out. The message is a sentence."""


class Misfit(ValueError):
    """The error for a file whose parts don't fit together. The message is a sentence."""
