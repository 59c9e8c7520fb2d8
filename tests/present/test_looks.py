"""Units with the image of another kind, and the kinds that play for those of other rulebooks."""

from pathlib import Path

import pytest

from game.client.board.standees import Standees
from game.client.campaign.hero_standees import PARTY, hero_token, standees
from game.client.kit.app import App
from game.content.counterparts import counterpart
from game.content.levels import check_level, find_level
from game.engine.battle import Battle
from game.play.opening import Options, level_to_play, table_of
from game.play.players import outside
from game.present.battle_sentences import BattleSentences
from game.present.picture import picture_of
from game.rules.registry import find_books
from tests.client.conftest import app

__all__ = ["app"]

BOOKS = find_books().books
UNIT = 'id = "ann"\n'
HEROES = ("warden", "fowler", "barber", "drayman", "porter", "fencer", "conjurer")
"""The kinds of the campaign's heroes, without the stoker."""


def dressed(folder: Path, look: str) -> Path:
    """Return the file of the yard with a look for Ann."""
    text = find_level("yard").read_text(encoding="utf-8")
    assert text.count(UNIT) == 1
    path = folder / "dressed.toml"
    path.write_text(text.replace(UNIT, f'{UNIT}look = "{look}"\n'), encoding="utf-8")
    return path


def faces(battle: Battle) -> dict[str, str]:
    """Return the kind whose image each unit has."""
    words = BattleSentences(battle.book, battle.world.scene.names)
    return {token.id: token.face for token in picture_of(battle, words).tokens}


def test_unit_has_the_image_of_its_look(tmp_path: Path) -> None:
    options = Options(str(dressed(tmp_path, "action/warden")), seed="1")
    table = table_of(options, level_to_play(options, BOOKS, None), BOOKS, outside)
    assert faces(table.battle) == {"red.ann": "action/warden", "blue.bo": "cutpurse"}


@pytest.mark.parametrize("look", ["warden", "action/", "../warden", "Action/Warden"])
def test_look_that_names_no_kind_is_an_error(tmp_path: Path, look: str) -> None:
    text = dressed(tmp_path, look).read_text(encoding="utf-8")
    found = check_level(text, file="x.toml", id="x", books=BOOKS).findings
    assert [one.severity for one in found] == ["error"]
    assert "look" in found[0].message


def test_image_of_another_rulebook_is_drawn(app: App) -> None:
    own, other = standees(app, "action"), standees(app, "contest")
    assert isinstance(other, Standees)
    assert other.image_name("action/warden") == own.image_name("warden")
    token, guest = hero_token("warden", "Hanne"), hero_token("action/warden", "Hanne")
    assert other.head_box(guest) == own.head_box(token)
    size = 60, 70
    portraits = own.portrait("warden", PARTY, size), other.portrait("action/warden", PARTY, size)
    assert portraits[0].get_buffer().raw == portraits[1].get_buffer().raw


@pytest.mark.parametrize("other", ["contest", "etiquette", "guard", "verdigris"])
def test_heroes_have_counterparts_in_every_rulebook(other: str) -> None:
    found = {kind: counterpart(kind, "action", other) for kind in HEROES}
    assert None not in found.values(), found
    assert len(set(found.values())) >= 3
    assert counterpart("stoker", "action", other) is None
