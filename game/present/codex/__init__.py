"""The codex: every rule in our words, with an example that the game plays when you open it.

A book brings its own entries (`Book.codex`); entries for all books are in this folder. `entries`
reads and finds entries. `example_files` describes examples, `example_levels` writes an example's
level, and `example_player` plays it. `terminal_codex` prints the codex. `rulebook_lens` plays one
attack by another rulebook.
"""
