"""The reference: everything in every rulebook has a page made from the data, with working links."""

import re
import shutil
from pathlib import Path

import pytest
from msgspec import inspect

from game.cli.main import main
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.present.codex.pages import CONDITIONS, GROUNDS, KINDS, Page, address_of
from game.present.codex.reference import Reference
from game.rules.registry import find_books

BOOKS = find_books().books
REFERENCE = Reference(BOOKS)
every_book = pytest.mark.parametrize("book", BOOKS)


def pages(book: str) -> list[Page]:
    found = REFERENCE.books[book]
    return [found.page(address) for address in found.heads]


def page(address: str, reference: Reference = REFERENCE) -> Page:
    found = reference.page(address)
    assert found is not None
    return found


def named(found: Page, head: str) -> list[str]:
    """Return the titles under a heading."""
    return [one.title for each in found.sections if each.head == head for one in each.entries]


@every_book
def test_everything_in_a_rulebook_has_a_page(book: str) -> None:
    data = book_data(BOOKS[book], levels_root())
    tables = {KINDS: data.figures, **data.gear, GROUNDS: data.terrain}
    wanted = {address_of(book, table, id) for table, things in tables.items() for id in things}
    wanted |= {address_of(book, CONDITIONS, id) for id in BOOKS[book].facts.conditions}
    assert set(REFERENCE.books[book].heads) == wanted
    assert len(wanted) > 80


@every_book
def test_pages_describe_the_effects_of_things(book: str) -> None:
    for found in pages(book):
        assert found.head.title
        if found.head.shelf == KINDS:
            assert found.figures, found.head.address
            assert found.about, found.head.address
        else:
            assert found.facts, found.head.address


@every_book
def test_links_of_pages_lead_to_pages(book: str) -> None:
    linked = [one for each in pages(book) for part in each.sections for one in part.entries]
    lost = [one.page for one in linked if one.page and REFERENCE.head(one.page) is None]
    assert lost == []
    assert sum(bool(one.page) for one in linked) > 20


@every_book
def test_pages_name_each_other(book: str) -> None:
    """Check that each page in a section names the section's page, except types of damage."""
    for found in pages(book):
        parts = [part for part in found.sections if "damage" not in part.head]
        targets = {one.page for part in parts for one in part.entries if one.page}
        for target in targets:
            back = [one for part in page(target).sections for one in part.entries]
            is_named = any(found.head.title in one.facts for one in back)
            is_linked = found.head.address in {one.page for one in back}
            assert is_named or is_linked, (found.head.address, target)


@every_book
def test_tables_have_names(book: str) -> None:
    texts = BOOKS[book].catalogue
    for table in REFERENCE.books[book].tables():
        assert texts.has("page", table), table
        assert texts.has("pages", table), table


@every_book
def test_relations_name_fields_and_conditions_that_exist(book: str) -> None:
    heads = REFERENCE.books[book].heads
    assert BOOKS[book].relations
    for kind, relations in BOOKS[book].relations.items():
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        fields = {field.name for field in info.fields}
        for field, relation in relations.items():
            assert field in fields
            assert relation.type in (*fields, "")
            lost = [id for id in relation.conditions if f"{book}/{CONDITIONS}/{id}" not in heads]
            assert lost == []


def test_page_of_a_kind_has_its_stats_and_gear() -> None:
    found = page("action/bestiary/reedling")
    figures = {one.name: one.value for one in found.figures}
    assert figures["Life"] == "9"
    assert figures["Speed"] == "30 ft"
    assert figures["Agility"] == "+2"
    weapons = next(part for part in found.sections if part.head == "Weapons")
    assert [one.title for one in weapons.entries] == ["Blowpipe", "Spear"]
    assert weapons.entries[0].facts.startswith("30 ft · 3d6+3 to hit · 1d2+2 piercing damage")
    assert named(found, "In levels") == ["Even money", "The old reeds"]


def test_pages_of_guards_kinds_have_the_stats_of_their_role() -> None:
    names = {one.name for one in page("guard/bestiary/footpad").figures}
    assert "Quick" in names
    assert "Number" not in names


def test_pages_list_causes_cures_and_resistances() -> None:
    flask = page("action/items/fire_flask")
    assert named(flask, "Causes") == ["Burning"]
    assert "Hearth newt" in named(flask, "Fire damage halved by")
    assert "Straw man" in named(flask, "Fire damage doubled by")
    assert "Fire flask" in named(page("action/conditions/burning"), "Caused by")
    assert named(page("action/terrain/fire"), "Made by") == ["Kindle"]
    assert named(page("action/terrain/shut_door"), "Becomes") == ["Open door"]
    assert "Reed imp" not in named(page("action/conditions/prone"), "Removed by")
    assert named(page("action/conditions/prone"), "Removed by") == ["Plant the feet"]
    assert named(page("verdigris/conditions/bleeding"), "Removed by")


def test_grounds_name_their_next_state_only_if_units_can_open_them() -> None:
    assert named(page("contest/terrain/shut_door"), "Becomes") == []


# The data


@pytest.fixture(scope="module")
def levels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "levels"
    shutil.copytree(levels_root(), folder)
    return folder


def changed(levels: Path, file: str, table: str, old: str, new: str) -> Reference:
    """Return the reference after a temporary change to one table of a data file."""
    path = levels / file
    text = path.read_text("utf-8")
    head, start, rest = text.partition(f"[{table}]\n")
    own, end, others = rest.partition("\n[")
    assert old in own
    path.write_text(head + start + own.replace(old, new) + end + others, encoding="utf-8")
    try:
        reference = Reference(BOOKS, levels)
        for book in reference.books.values():
            for address in book.heads:
                book.page(address)
    finally:
        path.write_text(text, encoding="utf-8")
    return reference


@pytest.mark.parametrize(
    ("file", "table", "old", "new", "address"),
    [
        ("action/bestiary.toml", "reedling", "life = 9", "life = 8", "action/bestiary/reedling"),
        ("action/bestiary.toml", "reedling", '"blowpipe"', '"sling"', "action/arms/sling"),
        ("action/bestiary.toml", "reedling", '"blowpipe"', '"sling"', "action/arms/blowpipe"),
        ("action/arms.toml", "blowpipe", "range = 30", "range = 35", "action/bestiary/reedling"),
        ("action/arms.toml", "blowpipe", '"poisoned"', '"dazed"', "action/conditions/dazed"),
        ("action/bestiary.toml", "hearth_newt", '"fire"', '"cold"', "action/items/fire_flask"),
        ("contest/items.toml", "pepper", "turns = 2", "turns = 3", "contest/items/pepper"),
        ("guard/bestiary.toml", "footpad", '"pepper_bag"', '"horn"', "guard/items/pepper_bag"),
        ("etiquette/arms.toml", "sabre", "high = 1", "high = 2", "etiquette/bestiary/colonel"),
        ("verdigris/items.toml", "caltrops", "pinned = true", "prone = true",
         "verdigris/conditions/pinned"),
    ],
)  # fmt: skip
def test_pages_change_with_the_data(
    levels: Path, file: str, table: str, old: str, new: str, address: str
) -> None:
    reference = changed(levels, file, table, old, new)
    assert reference.troubles == []
    assert page(address, reference) != page(address)


def test_rulebook_with_invalid_data_is_reported_and_left_out(levels: Path) -> None:
    reference = changed(levels, "action/bestiary.toml", "reedling", "life = 9", "life = 0")
    assert len(reference.troubles) == 1
    assert "reedling" in reference.troubles[0] or "bestiary" in reference.troubles[0]
    assert set(reference.books) == set(BOOKS) - {"action"}


# The terminal


def shown(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("words", [["reedling"], ["Reedling"], ["action", "reedling"]])
def test_terminal_shows_a_page_by_id_or_title(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(words, capsys)
    lines = text.splitlines()
    assert lines[0] == "Reedling  (Action: Unit)"
    assert "Life 9" in text
    assert "  Blowpipe\n      30 ft · 3d6+3 to hit" in text
    assert max(map(len, lines)) <= 88


def test_terminal_shows_all_pages_with_the_same_title(
    capsys: pytest.CaptureFixture[str],
) -> None:
    heads = re.findall(r"^Prone  \((\w+): Condition\)$", shown(["prone"], capsys), re.MULTILINE)
    assert heads == ["Action", "Verdigris"]
    assert "(Verdigris" not in shown(["action", "prone"], capsys)
    assert "Hand mirror" in shown(["hand", "mirror"], capsys)


def test_terminal_lists_the_pages_of_a_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(["etiquette"], capsys)
    assert "\nManners\n  Kid gloves · Dress rapier" in text
    assert "Fire" in text.partition("\nGround\n")[2]
    assert "five-tables rules reedling" in shown([], capsys)


def test_terminal_finds_pages_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  Fire flask  (Guard: Item)" in shown(["search", "flask"], capsys)


def test_terminal_names_the_nearest_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "reedlign"]) == 2
    said = capsys.readouterr().err.strip()
    assert said == "Nothing in the rules is called 'reedlign'; did you mean Reedling?"
