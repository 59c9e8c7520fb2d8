"""The tables of a campaign's file, as they stand there."""

from typing import Annotated, Any, TypeAlias

import msgspec

from game.terms.book_schema import ref
from game.terms.level import Title
from game.terms.level_script import ComputerName

FORMAT = 1
"""The newest format of campaigns that is understood."""

StopName: TypeAlias = Annotated[str, ref("stop")]
HeroName: TypeAlias = Annotated[str, ref("hero")]
DifficultyName: TypeAlias = Annotated[str, ref("difficulty")]
ItemName: TypeAlias = Annotated[str, ref("items")]
KindName: TypeAlias = Annotated[str, ref("kind")]
Line: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Paragraphs: TypeAlias = Annotated[str, msgspec.Meta(max_length=4000)]


class CampaignPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file."""


class Difficulty(CampaignPart, frozen=True):
    """How hard the road is."""

    id: str
    """Names it for the changes of battles."""
    title: Title
    """What players read."""
    about: Line
    """What players read of it."""
    player: ComputerName
    """Who plays the other sides."""


class Hero(CampaignPart, frozen=True):
    """Somebody who may ever be in the roster; any key of a unit of the book may follow."""

    id: str
    """The id of the unit in battles, after its side's."""
    kind: KindName
    """What it is, in the book's bestiary."""
    title: Title | None = None
    """What players read; what the kind is called if not said."""
    about: Line | None = None
    """One sentence one remembers them by."""


class Needs(CampaignPart, frozen=True):
    """What a way is open for only; all of it must hold."""

    hero: HeroName | None = None
    """Who must be in the roster."""
    item: ItemName | None = None
    """What must be in the stores, or with somebody of the roster."""
    won: StopName | None = None
    """The stop whose battle must have been won."""
    lost: StopName | None = None
    """The stop whose battle must have been lost at least once."""
    passed: StopName | None = None
    """The stop one must have been at."""


class Exit(CampaignPart, frozen=True):
    """Where one may go on from a stop."""

    text: Line
    """What players choose."""
    to: StopName
    """The stop it leads to."""
    needs: Needs | None = None
    """What it is open for only; open to all if not said."""


class Change(CampaignPart, frozen=True):
    """What is different in a battle at some difficulties."""

    difficulty: Annotated[tuple[DifficultyName, ...], msgspec.Meta(min_length=1)]
    """The difficulties at which it holds."""
    without: tuple[str, ...] = ()
    """Units that are not there, as in `blue.third_guard`."""
    unit: tuple[dict[str, Any], ...] = ()
    """Units as a level has them: new ones, or further keys for those there are."""


class StopBattle(CampaignPart, frozen=True):
    """The battle of a stop."""

    level: str
    """A level in the campaign's folder by its path, or one of the game by its id."""
    side: str | None = None
    """The party's side; if not said, the one the level keeps for heroes, or the players'."""
    heroes: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    """At most so many of the roster go; if not said, the level is played as it is."""
    won: StopName | None = None
    """Where one is when it is won; if not said, the stop's ways are open then."""
    lost: StopName | None = None
    """Where one is when it is lost; if not said, it can only be tried again."""
    grows: bool = False
    """Whether who went, and lives, gains a rank when it is won."""
    finds: tuple[ItemName, ...] = ()
    """What comes into the stores when it is won."""
    change: tuple[Change, ...] = ()
    """What is different at some difficulties."""


class Stop(CampaignPart, frozen=True):
    """A place on the road."""

    id: str
    """Names it for ways and battles."""
    title: Title
    """What players read."""
    text: Paragraphs = ""
    """What is told on arrival; an empty line parts paragraphs."""
    chapter: Title | None = None
    """The heading over this stop and those that follow."""
    joins: tuple[HeroName, ...] = ()
    """Who comes to the roster on arrival."""
    leaves: tuple[HeroName, ...] = ()
    """Who leaves it then, but never the last one of it."""
    finds: tuple[ItemName, ...] = ()
    """What comes into the stores at the first arrival."""
    camp: bool = False
    """Whether one can take a long rest."""
    ending: bool = False
    """Whether the road ends here."""
    battle: StopBattle | None = None
    """A battle that has to be fought here first."""
    way: tuple[Exit, ...] = ()
    """Where one may go on from here."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text, each paragraph in one line."""
        parts = self.text.replace("\r", "").split("\n\n")
        return tuple(" ".join(part.split()) for part in parts if part.strip())


class CampaignTable(CampaignPart, frozen=True):
    """A campaign's file. Heroes are read one by one, as their book says what they may be."""

    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT)]
    """The version of the format of campaigns."""
    title: Title
    """What players read."""
    about: Line
    """What players read before they choose it."""
    rulebook: str
    """The book by which the roster's figures are."""
    start: StopName
    """The first stop."""
    difficulty: Annotated[tuple[Difficulty, ...], msgspec.Meta(min_length=1, max_length=5)]
    """From the easiest."""
    hero: Annotated[tuple[dict[str, Any], ...], msgspec.Meta(min_length=1, max_length=40)]
    """All who may ever be in the roster."""
    stop: Annotated[tuple[Stop, ...], msgspec.Meta(min_length=1, max_length=200)]
    """The places of the road."""
