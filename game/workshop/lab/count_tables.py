"""The counts of a level's battles as people read them: one table for each section."""

from collections.abc import Collection, Iterator, Sequence

from game.workshop.battle_counts.counts import SideWaste
from game.workshop.lab.count_report import CountReport, MeansReport
from game.workshop.lab.text_tables import GAP, head, lines, share_cells
from game.workshop.lab.unit_report import UnitReport
from game.workshop.workshop_sentences import said

SECTIONS = ("objectives", "triggers", "waste", "means", "units", "weak")
"""The sections, in the order in which they are shown."""
EVERY = "all"
"""The name of all sections together."""
NOTHING = "–"


def count_lines(counts: CountReport, shown: Collection[str]) -> list[str]:
    """Return the lines of the sections `shown`."""
    makers = (_objectives, _triggers, _waste, _means, _units, _weak)
    parts = zip(SECTIONS, makers, strict=True)
    return [line for name, maker in parts if name in shown for line in maker(counts)]


def _section(title: str, rows: Sequence[Sequence[str]], names: int, *columns: str) -> list[str]:
    """Return a section: a sentence, and a table whose first columns, `names`, are names."""
    return [GAP + said("lab", title), *lines([head(*columns), *rows], names)]


def _objectives(counts: CountReport) -> list[str]:
    rows = [
        (
            *(one.side, one.id, str(one.reached.battles), *share_cells(one.reached.span)),
            *(_number(one.reached_in), str(one.failed.battles)),
        )
        for one in counts.objectives
    ]
    if not rows:
        return [GAP + said("lab", "no_objectives")]
    columns = ("side", "objective", "completed", "share", "span", "round", "failed")
    return _section("objectives", rows, 2, *columns)


def _triggers(counts: CountReport) -> list[str]:
    rows = [
        (one.name, str(one.fired.battles), *share_cells(one.fired.span), str(one.times))
        for one in counts.triggers
    ]
    if not rows:
        return [GAP + said("lab", "no_triggers")]
    found = _section("triggers", rows, 1, "trigger", "fired", "share", "span", "times")
    given = [
        (one.choice, one.answer, str(one.given.battles), *share_cells(one.given.span))
        for one in counts.choices
    ]
    columns = ("choice", "answer", "given", "share", "span")
    return [*found, *_section("choices", given, 2, *columns)] if given else found


def _waste(counts: CountReport) -> list[str]:
    rows = [(one.side, *_wasted(one)) for one in counts.waste]
    return _section("waste", rows, 1, "side", "unspent", "in_hazard", "avoidable", "held", "coming")


def _wasted(one: SideWaste) -> Iterator[str]:
    """Yield the cells for the waste of a side."""
    pairs = (
        *((one.unspent, one.grants), (one.in_hazard, one.turns)),
        *((one.avoidable, one.harmful), (one.held, one.rounds)),
    )
    for count, of in pairs:
        yield said("lab", "count_of", count=count, of=of) if of else NOTHING
    yield str(one.coming) if one.rounds else NOTHING


def _means(counts: CountReport) -> list[str]:
    columns = ("uses", "offered", "in_battles", "damage", "own_damage", "healed", "defeated")
    rows = [
        (it.total.side, it.total.kind, it.total.name, *_uses(it)) for it in counts.means if it.did
    ]
    return _section("means", rows, 3, "side", "kind", "name", *columns, "conditions")


def _uses(one: MeansReport) -> Iterator[str]:
    """Yield the cells for the uses of a means."""
    total = one.total
    yield str(total.uses)
    yield str(one.offered) if one.offered else NOTHING
    yield f"{one.battles.span.share:.0%}"
    for number in (total.damage, total.own_damage, total.healed, total.defeated):
        yield _number(one.per_use(number)) if number else NOTHING
    given = sum(total.conditions.values())
    yield _number(one.per_use(given)) if given else NOTHING


def _units(counts: CountReport) -> list[str]:
    columns = ("turns", "damage", "own_damage", "healed", "defeated", "taken", "fell")
    rows = [(one.side, one.unit, one.kind, *_deeds(one)) for one in counts.units]
    return _section("units", rows, 3, "side", "unit", "kind", *columns)


def _deeds(one: UnitReport) -> Iterator[str]:
    """Yield the cells for the deeds of a unit."""
    yield _number(one.per_battle(one.turns))
    for number in (one.damage, one.own_damage, one.healed, one.defeated, one.taken):
        yield _number(one.per_battle(number)) if number else NOTHING
    yield f"{one.fell.span.share:.0%}"


def _weak(counts: CountReport) -> list[str]:
    rows = [
        (one.unit_kind, one.kind, one.name, str(one.turns), str(one.uses), one.better or NOTHING)
        for one in counts.weak
    ]
    if not rows:
        return [GAP + said("lab", "no_weak")]
    return _section("weak", rows, 3, "unit_kind", "kind", "name", "offered", "uses", "better_means")


def _number(number: float | None) -> str:
    return NOTHING if number is None else f"{number:.2f}".rstrip("0").rstrip(".")
