"""Packs: levels with their own kinds and images in one file, made, checked and installed."""
