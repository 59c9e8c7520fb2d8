"""Battles and their players: tables, dice, computer players' processes, opening, resuming."""
