"""Battles on disk: recordings, saves, replays, and their folders."""
