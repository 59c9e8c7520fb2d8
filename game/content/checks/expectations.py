"""Checks of the author's expectations for the level's battles."""

from collections.abc import Iterator

from game.content.drafts.level_draft import LevelDraft
from game.content.toml_files.finding_texts import Words
from game.content.toml_files.positions import Keys
from game.terms.level_script import Expect, Objective, ShareOfBattles

SHARES = ("wins", "completes", "fails", "fires", "uses")
"""The keys of an expectation that are about a share of battles."""


def say_something(draft: LevelDraft) -> None:
    """Report expect-range or expect-idle if an expectation can't be met, or can't fail."""
    for entry in draft.plot.expects:
        if entry.value is not None and entry.value.ends_before is not None:
            _ends_in_time(draft, entry.keys, entry.value.ends_before)

    for entry in draft.plot.expects:
        expect = entry.value
        if expect is None:
            continue
        for key, share in _shares(expect):
            _can_be_met(draft, (*entry.keys, key), share)
        if expect.nobody_dies_before_acting is False:
            name, keys = Words(draft.called(entry.keys)), (*entry.keys, "nobody_dies_before_acting")
            draft.source.warning("expect-idle", keys, at_value=True, variant="nobody", entry=name)


def name_possible_ends(draft: LevelDraft) -> None:
    """Report expect-range if an objective can't be completed, or can't fail, as expected."""
    aims = {one.id: one.value for one in draft.plot.objectives}
    for entry in draft.plot.expects:
        if entry.value is None:
            continue
        completes, fails = entry.value.completes, entry.value.fails
        aim = aims.get(completes.objective) if completes and completes.least > 0 else None
        if aim is not None and aim.protect is not None:
            name, keys = Words(draft.called(entry.keys)), (*entry.keys, "completes")
            draft.source.error(
                "expect-range",
                keys,
                at_value=True,
                variant="protect",
                entry=name,
                objective=aim.id,
            )
        aim = aims.get(fails.objective) if fails and fails.least > 0 else None
        if aim is not None and not _can_fail(aim):
            name, keys = Words(draft.called(entry.keys)), (*entry.keys, "fails")
            draft.source.error(
                "expect-range",
                keys,
                at_value=True,
                variant="unfailing",
                entry=name,
                objective=aim.id,
            )


def _can_fail(aim: Objective) -> bool:
    """Return whether an objective can fail.

    Otherwise it stays open until the battle is over.
    """
    if aim.protect is not None or aim.hold is not None:
        return True
    return aim.reach is not None and aim.reach.unit is not None


def _shares(expect: Expect) -> Iterator[tuple[str, ShareOfBattles]]:
    """Yield the key and value of an expectation about a share of battles."""
    for key in SHARES:
        share: ShareOfBattles | None = getattr(expect, key)
        if share is not None:
            yield key, share


def _can_be_met(draft: LevelDraft, keys: Keys, share: ShareOfBattles) -> None:
    """Report a share of battles that can't be, or always is."""
    name = Words(draft.called(keys[:-1]))
    if share.least > share.most:
        draft.source.error(
            "expect-range", keys, at_value=True, entry=name, least=share.least, most=share.most
        )
    elif (share.least, share.most) == (0, 1):
        draft.source.warning("expect-idle", keys, at_value=True, entry=name)


def _ends_in_time(draft: LevelDraft, keys: Keys, before: int) -> None:
    """Report `ends_before` if no battle can meet it, or every battle does."""
    keys = (*keys, "ends_before")
    name, rounds = Words(draft.called(keys[:-1])), draft.rounds
    if before == 1:
        draft.source.error("expect-range", keys, at_value=True, variant="round", entry=name)
    elif rounds is not None and before > rounds:
        draft.source.warning(
            "expect-idle", keys, at_value=True, variant="rounds", entry=name, rounds=rounds
        )
