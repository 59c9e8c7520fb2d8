"""The rulebook lens: the same attack in other rulebooks, resolved by their own steps."""

import pytest
import tomli

from game.content.counterparts import LENS
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.present.codex.rulebook_lens import Lens, LensAttack
from game.rules.registry import find_books

BOOKS = find_books().books


@pytest.fixture(scope="module")
def lens() -> Lens:
    return Lens(BOOKS)


def books_of(lens: Lens, attack: LensAttack) -> list[str]:
    return [one.book for one in lens.looked(attack)]


def test_melee_attack_is_shown_in_every_rulebook_starting_with_its_own(lens: Lens) -> None:
    found = books_of(lens, LensAttack("action", "warden", "bailiff", "sword"))
    assert found[0] == "action"
    assert sorted(found) == sorted(tomli.loads(LENS.read_text(encoding="utf-8"))["at"])


def test_ranged_attack_is_shown_only_in_rulebooks_with_ranged_attacks(lens: Lens) -> None:
    found = books_of(lens, LensAttack("action", "fowler", "poacher", "longbow"))
    assert set(found) == {"action", "verdigris", "guard"}


def test_unique_weapon_is_shown_in_no_rulebook(lens: Lens) -> None:
    assert books_of(lens, LensAttack("action", "warden", "bailiff", "ember_rod")) == []
    assert books_of(lens, LensAttack("action", "nobody", "bailiff", "sword")) == []


def test_lens_shows_the_exact_odds_of_its_units(lens: Lens) -> None:
    own = lens.looked(LensAttack("action", "warden", "bailiff", "sword"))[0]
    odds = own.worked.parts[-1]
    assert (odds.kind, odds.of) == ("odds", 1728)
    missed = next(line for line in odds.lines if line.text == "nothing changes")
    assert missed.weight == 864
    assert (own.attacker, own.target) == ("Hanne, bridge warden", "Bailiff's man")


def test_every_fighter_of_the_lens_exists_and_can_attack(lens: Lens) -> None:
    lost: list[tuple[str, str]] = []
    for fighter in lens._fighters:
        for book, likeness in fighter.books.items():
            kinds = book_data(BOOKS[book], levels_root()).kinds
            struck = lens._fighters[0].books[book].struck
            lost += [
                (book, kind) for kind in (*likeness.kinds, likeness.struck) if kind not in kinds
            ]
            for kind in likeness.kinds:
                weapons = likeness.weapons or ("",)
                attacks = (LensAttack(book, kind, struck, weapon) for weapon in weapons)
                if not any(book in books_of(lens, attack) for attack in attacks):
                    lost.append((book, kind))
    assert lost == []
