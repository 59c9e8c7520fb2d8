"""The text of a level as it is shown and typed."""
