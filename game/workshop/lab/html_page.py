"""The lab's results as one page of HTML that needs no other file and runs no program."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from game.content.toml_files.finding_texts import quoted
from game.record.safe_files import reason, write_whole
from game.terms.level import Level
from game.workshop.lab.count_report import MeansReport
from game.workshop.lab.markup import tag
from game.workshop.lab.statistics import LabReport
from game.workshop.lab.svg_plots import (
    MOST_LETTERS,
    BarRow,
    SpanRow,
    bar_plot,
    column_plot,
    span_plot,
)
from game.workshop.lab.text_tables import share_cells
from game.workshop.lab.unit_report import UnitReport, by_kind
from game.workshop.lab.weak_means import JUDGED, LEAST_TURNS
from game.workshop.lab.wilson_interval import Span
from game.workshop.workshop_sentences import failure, said

LOOK = Path(__file__).with_name("plots.css")
DOCTYPE = "<!DOCTYPE HTML>"
COLOURS = ("red", "blue", "ochre", "violet", "green", "grey")
"""Colours of sides that have none, in the order of the sides."""


def refuse_path(path: str) -> None:
    """Raise Failure if a page can't have this name."""
    if not path.lower().endswith(".html"):
        raise failure("page", "not_html", path=quoted(path))


def write_page(path: str, found: Sequence[LabReport], version: str) -> None:
    """Write the page, or raise Failure."""
    try:
        write_whole(Path(path), page(found, version).encode())
    except OSError as fault:
        raise failure("lab", "unkept", path=quoted(path), why=reason(fault)) from fault


def page(found: Sequence[LabReport], version: str) -> str:
    """Return the page on these levels. `version` is the game's."""
    title = said("page", "title")
    body = [tag("h1", title), _faded(said("page", "about", version=version))]
    for one in found:
        body += _level(one)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width"),
        tag("title", title),
        tag("style", LOOK.read_text("utf-8")),
    )
    html = tag("html", head, tag("body", tag("main", *body)), lang="en")
    return DOCTYPE + tostring(html, encoding="unicode", method="html")


def _level(one: LabReport) -> Iterator[Element]:
    """Yield the parts about one level."""
    level = one.level
    yield tag("h2", level.title, id=level.id)
    first, last = one.seeds
    head = "head_seed" if first == last else "head"
    yield _faded(
        said(
            "lab",
            head,
            level=level.id,
            rulebook=level.rulebook,
            battles=one.battles,
            first=str(first),
            last=str(last),
        )
    )
    for trouble in one.troubles:
        yield tag("p", trouble)
    yield from _wins(one)
    yield from _length(one)
    yield from _script(one)
    yield from _units(one)
    yield from _means(one)
    yield from _weak(one)


def _wins(one: LabReport) -> Iterator[Element]:
    """Yield the wins of sides, of players, and of the sides with the first turn."""
    level = one.level
    rows = [
        _span_row(level.side_title(it.name), it.span, it.wins, it.battles, _colour(level, it.name))
        for it in one.sides
    ]
    if len(one.players) > 1:
        rows += [_span_row(it.name, it.span, it.wins, it.battles) for it in one.players]
    if one.first.battles:
        name = said("page", "first_turn")
        rows.append(_span_row(name, one.first.span, one.first.wins, one.first.battles))
    fair = 1 / len(one.sides)
    note = said("page", "fair", share=f"{fair:.0%}") + " " + said("page", "interval")
    yield from _plot("wins", span_plot(said("page", "wins"), rows, fair), note)
    if one.first.battles:
        yield tag("p", _first_turn(one.first.span, fair))
    for pair in one.pairs:
        name = said("lab", "against", name=pair.name, other=pair.other)
        share, span = share_cells(pair.span)
        unequal = pair.pairs - pair.equal
        numbers = {"better": pair.better, "seeds": unequal, "share": share, "span": span}
        told = said("page", "pair", name=name, **numbers)
        yield tag("p", told)


def _first_turn(span: Span, fair: float) -> str:
    """Return a sentence about whether the first turn is an advantage."""
    if span.low > fair:
        return said("page", "first_helps")
    return said("page", "first_hurts" if span.high < fair else "first_unclear")


def _length(one: LabReport) -> Iterator[Element]:
    """Yield how many rounds the battles took."""
    if not one.lengths:
        return
    last = max(one.lengths)
    columns = [(str(n), one.lengths.get(n, 0)) for n in range(min(one.lengths), last + 1)]
    median, most = one.rounds
    note = said(
        "lab",
        "rounds",
        median=f"{median:g}",
        most=most,
        count=one.before_limit,
        battles=one.battles,
        limit=one.level.rounds,
    )
    yield from _plot("length", column_plot(said("page", "length"), columns), note)


def _script(one: LabReport) -> Iterator[Element]:
    """Yield how often objectives were completed, and triggers fired."""
    level, counts = one.level, one.counts
    titles = {aim.id: aim.title for aim in level.script.objectives}
    rows = [
        _span_row(
            titles.get(it.id, it.id),
            it.reached.span,
            it.reached.battles,
            it.reached.of,
            _colour(level, it.side),
        )
        for it in counts.objectives
    ]
    if rows:
        yield from _plot("objectives", span_plot(said("page", "objectives"), rows))
    rows = [
        _span_row(it.name, it.fired.span, it.fired.battles, it.fired.of) for it in counts.triggers
    ]
    if rows:
        yield from _plot("triggers", span_plot(said("page", "triggers"), rows))
        yield from (_faded(it.label) for it in rows if len(it.label) > MOST_LETTERS)
    rows = [
        _span_row(f"{it.choice}: {it.answer}", it.given.span, it.given.battles, it.given.of)
        for it in counts.choices
    ]
    if rows:
        yield from _plot("choices", span_plot(said("page", "choices"), rows))


def _units(one: LabReport) -> Iterator[Element]:
    """Yield the damage of each kind of unit, and a table of each unit's deeds."""
    level, counts = one.level, one.counts
    kinds = sorted(by_kind(counts.units, counts.battles), key=lambda it: -it.damage)
    rows = [
        BarRow(it.kind, it.per_battle(it.damage), _two(it.per_battle(it.damage)), colour)
        for it in kinds
        for colour in [_colour(level, it.side)]
        if it.damage
    ]
    if rows:
        about = said("page", "damage")
        yield from _plot("damage", bar_plot(about, rows), said("page", "damage_note"))
    columns = ("side", "unit", "kind", "turns", "damage", "own_damage", "healed", "defeated")
    cells = [_deeds(it) for it in counts.units]
    if cells:
        yield from _table("units", (*columns, "taken", "fell"), cells, 3)


def _deeds(one: UnitReport) -> tuple[str, ...]:
    numbers = (one.turns, one.damage, one.own_damage, one.healed, one.defeated, one.taken)
    return (
        *(one.side, one.unit, one.kind),
        *(_two(one.per_battle(number)) for number in numbers),
        f"{one.fell.span.share:.0%}",
    )


def _means(one: LabReport) -> Iterator[Element]:
    """Yield the use of each weapon, power, spell, ability and item."""
    counts = [it for it in one.counts.means if it.total.kind in JUDGED]
    for kind in JUDGED:
        own = [it for it in counts if it.total.kind == kind and (it.offered or it.did)]
        if not own:
            continue
        rows = [
            BarRow(it.total.name, it.total.uses, _used(it), _colour(one.level, it.total.side))
            for it in own
        ]
        about = said("page", f"uses_{kind}")
        yield from _plot(f"uses_{kind}", bar_plot(about, rows), said("page", "uses_note"))
    columns = ("side", "kind", "name", "uses", "offered", "in_battles", "damage", "own_damage")
    cells = [_effects(it) for it in one.counts.means if it.did]
    if cells:
        yield from _table("means", (*columns, "healed", "defeated", "conditions"), cells, 3)


def _used(one: MeansReport) -> str:
    if not one.offered:
        return str(one.total.uses)
    return said("page", "uses_of", uses=one.total.uses, turns=one.offered)


def _effects(one: MeansReport) -> tuple[str, ...]:
    total = one.total
    numbers = (total.damage, total.own_damage, total.healed, total.defeated)
    given = ", ".join(f"{kind} {count}" for kind, count in sorted(total.conditions.items()))
    return (
        *(total.side, total.kind, total.name, str(total.uses), str(one.offered)),
        f"{one.battles.span.share:.0%}",
        *(_two(one.per_use(number) or 0) for number in numbers),
        given,
    )


def _weak(one: LabReport) -> Iterator[Element]:
    """Yield the choices that seem to be none."""
    yield _heading("weak")
    yield tag("p", said("page", "weak_note", least=LEAST_TURNS))
    cells = [
        (it.unit_kind, it.kind, it.name, str(it.turns), str(it.uses), it.better)
        for it in one.counts.weak
    ]
    if not cells:
        yield tag("p", said("page", "no_weak"))
        return
    columns = ("unit_kind", "kind", "name", "offered", "uses", "better_means")
    yield from _table(None, columns, cells, 3)


# Parts


def _colour(level: Level, side: str) -> str:
    """Return the class of a side's colour."""
    for number, one in enumerate(level.sides):
        if one.id == side:
            return one.colour or COLOURS[number % len(COLOURS)]
    return "plain"


def _span_row(label: str, span: Span, count: int, of: int, colour: str = "plain") -> SpanRow:
    note = said("page", "share_of", share=f"{span.share:.0%}", count=count, of=of)
    return SpanRow(label, span, note, colour)


def _faded(text: str) -> Element:
    return tag("p", text, class_="faded")


def _heading(key: str) -> Element:
    return tag("h3", said("page", key))


def _plot(key: str, plot: Element, note: str = "") -> Iterator[Element]:
    yield _heading(key)
    yield tag("figure", plot, *([tag("figcaption", note)] if note else []))


def _table(
    key: str | None, columns: Sequence[str], rows: Iterable[Sequence[str]], names: int
) -> Iterator[Element]:
    """Yield a table, below a heading if it has one. The first `names` columns are words."""
    if key is not None:
        yield _heading(key)
    heads = [said("column", column) for column in columns]
    lines = [_row("th", heads, names), *(_row("td", row, names) for row in rows)]
    yield tag("div", tag("table", *lines), class_="wide")


def _row(name: str, cells: Sequence[str], names: int) -> Element:
    return tag(
        "tr",
        *(
            tag(name, cell, class_="number" if number >= names else "name")
            for number, cell in enumerate(cells)
        ),
    )


def _two(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
