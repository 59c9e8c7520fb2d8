"""The codex in the window: contents, search, a rule with its example."""
