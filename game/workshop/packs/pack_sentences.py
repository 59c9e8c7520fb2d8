"""The sentences about packs, from the catalogue `texts.toml` next to this file."""

from pathlib import Path

from game.record.sentences import Sentences

CATALOGUE = Path(__file__).with_name("texts.toml")
SENTENCES = Sentences(CATALOGUE)

said, failure = SENTENCES.said, SENTENCES.failure
