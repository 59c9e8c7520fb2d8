"""Checks of the author's expectations."""

from game.content.drafts.level_draft import LevelDraft
from game.content.toml_files.positions import Keys


def say_something(draft: LevelDraft) -> None:
    """Report expect-range or expect-idle if an expectation can't be met, or can't fail."""
    for entry in draft.plot.expects:
        if entry.value is not None and entry.value.ends_before is not None:
            _ends_in_time(draft, entry.keys, entry.value.ends_before)

    for entry in draft.plot.expects:
        expect = entry.value
        if expect is None:
            continue
        wins, keys = expect.wins, (*entry.keys, "wins")
        if wins and wins.least > wins.most:
            text = f"{draft.called(entry.keys)} can never be met: 'least' is {wins.least} and "
            text += f"'most' is {wins.most}."
            draft.source.error("expect-range", text, keys, at_value=True)
        elif wins and (wins.least, wins.most) == (0, 1):
            text = f"{draft.called(entry.keys)} is always met; it must have 'least' above 0 or "
            text += "'most' below 1."
            draft.source.note("warning", "expect-idle", text, keys, at_value=True)
        elif expect.nobody_dies_before_acting is False:
            text = f"{draft.called(entry.keys)} expects nothing; 'nobody_dies_before_acting' can "
            text += "only be true."
            keys = (*entry.keys, "nobody_dies_before_acting")
            draft.source.note("warning", "expect-idle", text, keys, at_value=True)


def _ends_in_time(draft: LevelDraft, keys: Keys, before: int) -> None:
    """Record an expected round that a battle can't reach."""
    keys = (*keys, "ends_before")
    name = draft.called(keys[:-1])
    if before == 1:
        text = f"{name} can never be met: every battle has a first round."
        draft.source.error("expect-range", text, keys, at_value=True)
    elif draft.rounds is not None and before > draft.rounds:
        text = f"{name} is always met, as the battle ends after round {draft.rounds} at the latest."
        draft.source.note("warning", "expect-idle", text, keys, at_value=True)
