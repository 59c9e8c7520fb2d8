"""Buttons, lists, text fields and other widgets, which share a focus ring."""
