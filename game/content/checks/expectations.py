"""Checks of the author's expectations for the level's battles."""

from game.content.drafts.level_draft import LevelDraft
from game.content.toml_files.finding_texts import Words
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
            draft.source.error(
                "expect-range",
                keys,
                at_value=True,
                entry=Words(draft.called(entry.keys)),
                least=wins.least,
                most=wins.most,
            )
        elif wins and (wins.least, wins.most) == (0, 1):
            name = Words(draft.called(entry.keys))
            draft.source.warning("expect-idle", keys, at_value=True, entry=name)
        elif expect.nobody_dies_before_acting is False:
            name, keys = Words(draft.called(entry.keys)), (*entry.keys, "nobody_dies_before_acting")
            draft.source.warning("expect-idle", keys, at_value=True, variant="nobody", entry=name)


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
