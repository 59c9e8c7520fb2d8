"""Computer players: they choose among legal commands on their side's view, and know no rules.

`player` says what one is and `roster` which there are. A `Sense` is what a player makes of a view:
who is friend and foe, where to go, what to fear. An `Outlook` tries commands out on a copy of the
view, by the same steps that resolve them. `worth` says what changes are worth.
"""
