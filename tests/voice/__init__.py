"""The voice check: wording that the project does without, wherever people read it."""
