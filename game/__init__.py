"""Five Tables: a tactics game in which five combat rulebooks share one grid and one engine."""

__version__ = "0.1.0"
