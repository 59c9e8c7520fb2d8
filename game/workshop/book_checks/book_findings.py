"""The codes of findings about rulebooks, and a function that makes such findings."""

from game.content.toml_files.findings import Finding, Severity
from game.engine.book import Book

CODES = {
    "unhandled-item": "No system acts on an item of the agenda, or no rules answer an ask.",
    "unhandled-command": "No ask takes a command that the rulebook lists.",
    "unlisted-command": "An ask takes a command that the rulebook doesn't list.",
    "missing-record": "The rulebook doesn't list a record of a state or ask, so saves lack it.",
    "missing-event": "The log has an event that the rulebook doesn't list.",
    "same-name": "Two events or two commands have the same name.",
    "lost-state": "A state differs after it was saved and restored.",
    "cannot-be-played": "A battle breaks although every command was legal.",
    "not-played": "The rulebook has no level to play.",
    "missing-text": "A command, event, ask, refusal, finding, condition, answer or roll has no "
    "sentence.",
    "unreadable-texts": "The texts can't be used.",
    "unknown-field": "A sentence shows a field that its event, command or ask doesn't have.",
    "wrong-fields": "The fields in a sentence differ from those of its refusal or finding.",
    "unclear-sentence": "Code picks the sentence of a refusal or finding without a literal.",
    "empty-field": "A sentence shows a field that may be None.",
    "broken-sentence": "A sentence has gaps or raw names once its fields are filled in.",
    "missing-facts": "A table or a command has no facts line.",
    "unused-text": "No code uses a text.",
    "unused-key": "No code reads a key of the rulebook's data.",
    "unknown-icon": "There is no icon with the name in the data.",
    "missing-icon": "A command or condition has no icon.",
    "missing-piece": "A kind has no token.",
    "missing-rule": "The rulebook names a rule that isn't in the codex.",
}
"""The stable codes of findings about rulebooks, with their meanings."""


def book_finding(book: Book, severity: Severity, code: str, text: str) -> Finding:
    """Return a finding about a whole rulebook, without a place in a file."""
    return Finding(f"rulebook {book.id}", 0, 0, severity, code, text)
