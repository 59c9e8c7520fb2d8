"""Buttons, lists, fields and other widgets over one focus ring."""
