"""Links in texts: whole titles, the longest first, and ids of rules."""

import re
from itertools import pairwise

import pytest

from game.present.codex.entries import Codex
from game.present.codex.glossary import Glossary
from game.present.codex.keywords import RULE, Keywords
from game.present.codex.library import Library
from game.present.codex.pages import PageHead
from game.rules.registry import find_books

BOOKS = find_books().books


def head(table: str, title: str) -> PageHead:
    id = title.lower().replace(" ", "_")
    return PageHead(f"book/{table}/{id}", "book", table, id, title)


KEYWORDS = Keywords(
    [
        head("arms", "Bow"),
        head("arms", "Long bow"),
        head("terrain", "Mud"),
        head("powers", "Not here"),
        head("conditions", "Prone"),
        head("conditions", "Armour"),
    ],
    {"ACT-12"},
    ("armour",),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("carries Long bow", ["Long bow"]),
        ("a long bow and a bow", ["long bow"]),
        ("carries Bow", ["Bow"]),
        ("Bowling in Bowness", []),
        ("Prone (1 round) · ground: Mud", ["Prone", "Mud"]),
        ("Mud, teeth. Mud again, and Mud", ["Mud"]),
        ("it is not here, learns Not here", ["Not here"]),
        ("knocked prone by armour", ["prone"]),
        ("see ACT-12 and ACT-99", ["ACT-12"]),
        ("", []),
    ],
)
def test_text_has_its_links(text: str, found: list[str]) -> None:
    assert [text[one.start : one.end] for one in KEYWORDS.links(text)] == found


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_names_are_those_of_a_pattern_of_all_titles(book: str) -> None:
    keywords = Glossary(BOOKS[book]).keywords
    titles = sorted(keywords._titles, key=len, reverse=True)
    pattern = re.compile(rf"{RULE.pattern}|(?<!\w)(?:{'|'.join(map(re.escape, titles))})(?!\w)")
    texts = [
        f"{a}{mark}{b}" for a, b in pairwise(titles) for mark in (" ", "-", "s, ", ". CON-01x")
    ]
    for text in ("\n".join(texts), *texts):
        expected = [(found.start(), found[0]) for found in pattern.finditer(text)]
        assert list(keywords._named(text)) == expected


def test_page_does_not_link_to_itself() -> None:
    assert KEYWORDS.links("Prone", "book/conditions/prone") == ()


def test_links_in_all_texts_lead_somewhere() -> None:
    library = Library(BOOKS, Codex(BOOKS))
    links = set()
    for id, book in library.reference.books.items():
        pages = [book.page(address) for address in book.heads]
        texts = [text for page in pages for text in (page.facts, page.about)]
        texts += [one.facts for page in pages for part in page.sections for one in part.entries]
        texts += [entry.text for entry in library.codex.chapters[id]]
        found = {link.address for text in texts for link in library.keywords(id).links(text)}
        assert {
            address for address in found if "/" in address and address.split("/")[0] != id
        } == set()
        links |= found
    assert [address for address in links if library.shelf(address) is None] == []
    assert len(links) > 100
