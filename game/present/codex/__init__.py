"""The codex: every rule in our words, with an example that the game plays when it is read.

A book brings its entries (`Book.codex`), what all books share stands beside them. `entries` reads
and finds them, `examples` says what an example is made of, `positions` writes its small level,
`working` plays it, `telling` prints it, and `lens` plays one attack at another table.
"""
