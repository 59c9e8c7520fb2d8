"""Counts of what happens in a battle between computer players.

`counts` has the results, and `battle_counter` counts them while a battle is played: `means` what
weapons, powers and so on did, and `waste` wasted commands, and posts that weren't held.
No module knows a rulebook: all counts come from events, and from the states before and after
commands.
"""
