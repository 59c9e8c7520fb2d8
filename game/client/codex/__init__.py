"""The codex in the window: contents, search, and rules with their examples."""
