"""The lab for campaigns: whole journeys of computer players, to measure the road's difficulty.

`one_journey` plays one, as the window would; `party_customs` decides what the party does between
battles. `next_battles` says how they went after a choice, and `option_trials` tries its options.
`journey_statistics` and `option_statistics` count, `journey_tables` prints. `journey_lab` is the
command, and `journey_options` checks its options.
"""
