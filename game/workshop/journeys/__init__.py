"""The lab for campaigns: whole journeys of computer players, to measure the road's difficulty.

`one_journey` plays one, as the window would; `party_customs` decides what the party does between
battles. `option_trials` tries the options of choices. `journey_statistics` counts, `journey_tables`
prints. `journey_lab` is the command, and `journey_options` checks its options.
"""
