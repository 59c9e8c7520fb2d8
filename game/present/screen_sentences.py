"""The sentences of screens, from the catalogue `texts.toml` in this folder."""

from pathlib import Path

from game.record.sentences import Sentences

CATALOGUE = Path(__file__).with_name("texts.toml")
SENTENCES = Sentences(CATALOGUE)

said, failure = SENTENCES.said, SENTENCES.failure
