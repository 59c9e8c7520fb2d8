"""The error for a command that can't be carried out, and the check of a rulebook's id."""


class Failure(Exception):
    """The error for a command that can't be carried out. The message is a sentence."""


class Misfit(ValueError):
    """The error for a file whose parts don't fit together. The message is a sentence."""
