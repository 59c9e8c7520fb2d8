"""Computer players against each other, many battles over many processes: how balanced is a level?

`plan` says which battles are played, `playing` plays one, `working` spreads them over processes,
`counting` makes figures of what came of them, and `running` is the command.
"""
