"""Packs in the window: their pages before they are installed, made and removed."""
