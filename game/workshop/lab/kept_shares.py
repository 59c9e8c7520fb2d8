"""Keep the shares that soldiers won, so that the window can show them before a battle."""

from collections.abc import Iterable, Sequence

from game.content.levels import level_paths
from game.content.shipped_folders import levels_root
from game.content.toml_files.finding_texts import quoted
from game.play.seat_shares import FILE, SeatShares, fingerprint, kept_shares, written
from game.record.safe_files import reason, write_whole
from game.terms.level import Level
from game.workshop.lab.statistics import LabReport
from game.workshop.workshop_sentences import failure

SOLDIER = "soldier"


def refuse_keeping(levels: Iterable[Level], players: Iterable[str], rosters: Sequence[str]) -> None:
    """Raise Failure if these battles can't be kept.

    Only battles between soldiers count, at the game's own levels with the levels' own units.
    """
    if set(players) != {SOLDIER} or rosters:
        raise failure("lab", "not_kept")
    own = {path.stem for path in level_paths(levels_root())}
    for level in levels:
        if level.id not in own:
            raise failure("lab", "not_ours", level=quoted(level.id))


def keep_shares(found: Iterable[LabReport]) -> None:
    """Write the shares of each level to the levels folder; leave out battles without an end."""
    reports = [one for one in found if not one.troubles]
    shares = kept_shares() | {one.level.id: _shares(one) for one in reports}
    path = levels_root() / FILE
    try:
        write_whole(path, written(shares).encode(), lambda _: False)
    except OSError as fault:
        raise failure("lab", "unkept", path=quoted(str(path)), why=reason(fault)) from fault


def _shares(one: LabReport) -> SeatShares:
    wins = {side.name: side.wins for side in one.sides}
    return SeatShares(fingerprint(one.level), one.battles, wins)
