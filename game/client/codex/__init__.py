"""The screens of the codex: contents, search, rules with examples, and reference pages."""
