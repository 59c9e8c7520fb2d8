"""The lab: many battles between computer players, in several processes, to measure balance.

`seatings` plans the battles, `one_battle` plays one, `worker_pool` spreads them over processes,
`statistics` counts results, with `count_report` for what happened in the battles. `lab_tables` and
`count_tables` print them, and `lab_command` is the command.
"""
