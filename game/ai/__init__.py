"""Computer players: they choose a legal command from their side's view, and know no rules.

`player` defines a computer player and `computer_players` lists them. A `Situation` is a player's
reading of its view: allies and foes, goals, and dangers. An `Outlook` tries commands on the
view, by the same steps that resolve them. `valuation` computes the worth of changes.
"""
