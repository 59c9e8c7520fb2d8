"""The voice check: wording that the project avoids wherever people read it."""
