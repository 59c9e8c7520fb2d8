"""The screens around a battle: summary, dice, handover, luck, pause, settings, turns."""
