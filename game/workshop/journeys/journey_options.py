"""The command line of `lab` for campaigns, checked and converted."""

from collections.abc import Mapping, Sequence

from game.campaign.campaign import Campaign
from game.campaign.loading import load_campaign
from game.content.levels import find_campaign
from game.content.toml_files.finding_texts import quoted, words_text
from game.content.toml_files.findings import LevelError
from game.engine.book import Book
from game.record.dice_source import MOST_SEED
from game.record.failure import Failure
from game.workshop.journeys.journey_lab import JourneyLab
from game.workshop.lab.lab_command import (
    MOST_BATTLES,
    LabOptions,
    jobs_of,
    players_of,
    seed_of,
    whole_number,
)
from game.workshop.workshop_sentences import failure

JOURNEYS = "20"
"""Default number of journeys per player and difficulty."""
MOST_TRIALS = 10_000
"""Maximum number of trials of each choice."""


def wanted_journeys(
    books: Mapping[str, Book], extra: tuple[str, ...], wanted: LabOptions
) -> JourneyLab | None:
    """Return the journeys to play, or None if the options name levels.

    Raise Failure if they name both levels and campaigns, or if an option can't be used.
    """
    campaigns = found_campaigns(wanted.levels, books)
    if not campaigns:
        return None
    others = {
        "--show": wanted.show,
        "--roster": wanted.rosters,
        "--keep": wanted.keeps,
        "--prices": wanted.prices,
        "--html": wanted.html,
        "--fit": wanted.fits,
    }
    for option, value in others.items():
        if value:
            raise failure("journeys", "only_levels", option=option)
    made = JourneyLab(
        campaigns,
        books,
        extra,
        journeys=whole_number(wanted.battles or JOURNEYS, "not_battles", MOST_BATTLES),
        jobs=jobs_of(wanted),
        players=tuple(dict.fromkeys(players_of(wanted.players))),
        seed=seed_of(wanted),
        difficulties=_names(wanted.difficulty),
        road=wanted.road,
        trials=_trials(wanted),
        places=_names(wanted.at),
    )
    _check(made)
    return made


def _names(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas."""
    return tuple(filter(None, (name.strip() for name in text.split(","))))


def _trials(wanted: LabOptions) -> int:
    """Return the number of trials of each choice. Raise Failure if it can't be used."""
    if wanted.choices:
        return whole_number(wanted.choices, "not_trials", MOST_TRIALS)
    if wanted.at:
        raise failure("journeys", "only_choices")
    return 0


def found_campaigns(words: Sequence[str], books: Mapping[str, Book]) -> tuple[Campaign, ...]:
    """Return the campaigns that words name, or () if all of them name levels.

    Raise Failure if only some name campaigns, or if a campaign has errors.
    """
    paths = [find_campaign(word) if word else None for word in words]
    if not any(paths):
        return ()
    for word, path in zip(words, paths, strict=True):
        if path is None:
            raise failure("journeys", "mixed", level=quoted(word))
    try:
        return tuple(load_campaign(path, books) for path in paths if path is not None)
    except LevelError as fault:
        raise Failure(str(fault)) from fault


def _check(made: JourneyLab) -> None:
    """Raise Failure if a campaign lacks a difficulty, road or choice, or if seeds are missing."""
    for campaign in made.campaigns:
        places = [
            *(id for id, stop in campaign.stops.items() if stop.choice),
            *(id for id, hero in campaign.heroes.items() if hero.choices),
        ]
        wanted = {
            "no_difficulty": (made.difficulties, [one.id for one in campaign.difficulties]),
            "no_place": (made.places, places),
            "no_road": ((made.road,) if made.road else (), [one.id for one in campaign.roads]),
        }
        for refusal, (names, known) in wanted.items():
            for name in names:
                if name not in known:
                    about = {"campaign": quoted(campaign.id), "names": words_text(known)}
                    raise failure("journeys", refusal, name=quoted(name), **about)
    if made.seed + made.journeys - 1 > MOST_SEED:
        about = {"seed": str(made.seed), "last": str(MOST_SEED)}
        raise failure("lab", "seeds_missing", count=made.journeys, **about)
