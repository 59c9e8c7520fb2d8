"""The lab's page: plots, tables, and that it needs no other file."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

import msgspec
import pytest

from game.workshop.battle_counts.counts import BattleCounts, OfferedMeans, UnitDeeds, UsedMeans
from game.workshop.lab.html_page import page
from game.workshop.lab.statistics import report
from game.workshop.lab.svg_plots import LABEL, NOTE, WIDTH, BarRow, SpanRow, bar_plot, span_plot
from game.workshop.lab.weak_means import LEAST_TURNS, WeakMeans, weak_means
from game.workshop.lab.wilson_interval import Span
from tests.cli.runner import Run
from tests.workshop.test_lab import COUNTED, PLAN, SCRIPTED

VOID = {"meta", "br", "hr", "img", "link", "input"}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


class _Reader(HTMLParser):
    """Reads a page, and fails if a tag isn't closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += " " + data


def test_trigger_that_has_no_room_in_its_plot_is_told_below_it() -> None:
    html = page([report(SCRIPTED, PLAN[:4], COUNTED)], "1.2.3")
    (cut,) = re.findall(r">(late: Once[^<]*…)<title>", html)
    (whole,) = re.findall(r'<p class="faded">(late: Once[^<]*)</p>', html)
    assert whole.startswith(cut[:-1])


def test_page_shows_who_won_and_what_was_used() -> None:
    read = _Reader(page([report(SCRIPTED, PLAN[:4], COUNTED)], "1.2.3"))
    words = " ".join(read.words.split())
    for part in (
        *("Five Tables 1.2.3", "75% (3 of 4)", "Gate", "67% (2 of 3)", "late: Once"),
        *("3 in 12 turns", "0 in 36 turns", "the side with the first turn", "club", "flour"),
        "brawler item flour 36 0",
    ):
        assert part in words, part
    labels = [given["aria-label"] for tag, given in read.tags if tag == "svg"]
    assert labels == [
        *("Battles won", "Battles by number of rounds", "Objectives completed"),
        *("Triggers that fired", "Damage to foes, by kind of unit"),
        *("Use of weapons", "Use of items"),
    ]


def test_page_needs_no_other_file_and_runs_nothing() -> None:
    read = _Reader(page([report(SCRIPTED, PLAN[:4], COUNTED)], "1"))
    assert not {tag for tag, _ in read.tags} & {"script", "link", "img", "iframe", "object"}
    keys = {key for _, given in read.tags for key in given}
    assert not keys & {"src", "href", "onload", "onclick"}


def test_texts_of_a_level_are_never_tags() -> None:
    level = msgspec.structs.replace(SCRIPTED, title="<script>alert(1)</script>")
    text = page([report(level, PLAN[:4], COUNTED)], "1")
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def drawn(plot: Element) -> str:
    return tostring(plot, encoding="unicode")


def test_interval_is_drawn_where_its_shares_lie() -> None:
    plot = drawn(span_plot("wins", [SpanRow("red", Span(0.5, 0.25, 1.0), "")], fair=0.5))
    inner = WIDTH - LABEL - NOTE
    whisker = re.search(r'class="whisker plain" x1="([\d.]+)" y1="13.0" x2="([\d.]+)"', plot)
    assert whisker is not None
    assert [float(at) for at in whisker.groups()] == [LABEL + inner / 4, LABEL + inner]
    assert f'cx="{LABEL + inner / 2}"' in plot
    assert f'class="fair" x1="{LABEL + inner / 2}"' in plot


def test_longest_bar_fills_the_plot() -> None:
    rows = [BarRow("a", 2, ""), BarRow("b", 4, ""), BarRow("c", 0, "")]
    plot = drawn(bar_plot("damage", rows))
    widths = [float(at) for at in re.findall(r'<rect [^>]* width="([\d.]+)"', plot)]
    inner = WIDTH - LABEL - NOTE
    assert widths == [inner / 2, inner, 0]


# Weak means


def fights(*means: tuple[str, int, UsedMeans]) -> BattleCounts:
    """Return a battle of one unit with means: kind, turns offered, and uses."""
    offers = [OfferedMeans("red.a", "red", kind, used.name, n) for kind, n, used in means]
    return BattleCounts(
        means=tuple(used for _, _, used in means),
        offers=tuple(offers),
        units=(UnitDeeds("red.a", "red", "guard"),),
    )


def weapon(
    name: str, uses: int, damage: int, own_damage: int = 0, healed: int = 0
) -> tuple[str, int, UsedMeans]:
    used = UsedMeans("red.a", "red", "weapon", name, uses, damage, own_damage, healed)
    return "weapon", 30, used


@pytest.mark.parametrize(
    ("sword", "club", "weak"),
    [
        (weapon("sword", 20, 100), weapon("club", 20, 80), ["club"]),
        (weapon("sword", 20, 100), weapon("club", 20, 100), []),
        (weapon("sword", 20, 100), weapon("club", 20, 80, healed=1), []),
        (weapon("sword", 20, 100, own_damage=3), weapon("club", 20, 80), []),
        (weapon("sword", 9, 100), weapon("club", 20, 80), []),
        (weapon("sword", 20, 100), weapon("club", 9, 10), []),
        (weapon("sword", 20, 100), weapon("club", 0, 0), ["club"]),
    ],
)
def test_means_is_weak_if_another_did_at_least_as_much_in_every_respect(
    sword: tuple[str, int, UsedMeans], club: tuple[str, int, UsedMeans], weak: list[str]
) -> None:
    assert [one.name for one in weak_means([fights(sword, club)])] == weak


def test_means_is_judged_only_if_it_was_offered_often() -> None:
    rare = ("item", LEAST_TURNS - 1, UsedMeans("red.a", "red", "item", "salt"))
    often = ("item", LEAST_TURNS, UsedMeans("red.a", "red", "item", "flour"))
    action = ("action", 90, UsedMeans("red.a", "red", "action", "search"))
    assert weak_means([fights(rare, often, action)]) == (
        WeakMeans("guard", "item", "flour", 20, 0),
    )


def test_better_means_must_have_been_offered_beside_the_weaker_one() -> None:
    bow = ("weapon", 26, UsedMeans("red.a", "red", "weapon", "bow", 20, 200))
    assert weak_means([fights(bow, weapon("club", 20, 80))]) == ()


# Command


def test_lab_writes_the_page(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "found.html"
    assert run("lab", "yard", "-n", "2", "--jobs", "1", "--html", str(path)).code == 0
    assert "Two in the yard" in _Reader(path.read_text("utf-8")).words


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("found.txt", "expected one that ends in .html"), ("folder.html", "can't be written")],
)
def test_page_that_cannot_be_written_gets_one_sentence(
    run: Run, tmp_path: Path, name: str, sentence: str
) -> None:
    (tmp_path / "folder.html").mkdir()
    run("lab", "yard", "-n", "1", "--jobs", "1", "--html", str(tmp_path / name))
    assert run.code == 2
    assert sentence in run.err
