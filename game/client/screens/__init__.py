"""Screens that several scenes open: summary, dice, handover, luck, menus, settings, turns."""
