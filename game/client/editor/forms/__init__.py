"""Widgets of forms, and the screens on which values are picked."""
