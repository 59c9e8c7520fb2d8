"""The lab for campaigns: whole journeys of computer players, to measure the road's difficulty.

`one_journey` plays one, as the window would; `party_customs` decides what the party does between
battles. `next_battles` says how the battles after a choice went, and `option_trials` tries every
option of a choice. `journey_statistics` and `option_statistics` count, `journey_tables` prints.
`journey_lab` is the command, and `journey_options` checks what is typed after it. `journey_meter`
plays journeys in the background, for the list of campaigns.
"""
