"""The tools of the editor."""
