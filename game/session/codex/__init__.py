"""The codex: every rule in our words, with an example that the game plays when it is read.

A book brings its entries (`Book.codex`), what all books share stands beside them. `entries` reads
and finds them, `positions` writes the small levels of their examples, `working` plays them,
`telling` prints them, and `lens` plays one attack at another table.
"""
