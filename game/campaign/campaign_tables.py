"""The tables of a campaign's file."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from game.terms.book_schema import Icon
from game.terms.level import Title
from game.terms.script.names import ChoiceName, ComputerName, KindName, ref

FORMAT = 1
"""The newest format of campaigns that this version can read."""

StopName: TypeAlias = Annotated[str, ref("stop")]
HeroName: TypeAlias = Annotated[str, ref("hero")]
DifficultyName: TypeAlias = Annotated[str, ref("difficulty")]
ItemName: TypeAlias = Annotated[str, ref("items")]
Line: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Paragraphs: TypeAlias = Annotated[str, msgspec.Meta(max_length=4000)]
Percent: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=100)]


def result_of(result: str, stop: str) -> str:
    """Return the result of a stop's battle as a word, to stand among the options chosen."""
    return f"{result} {stop}"


class CampaignPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a campaign's file."""


class Difficulty(CampaignPart, frozen=True):
    """A difficulty of the battles: numbers, composition, and the skill of the foes."""

    id: str
    """Id of the difficulty, which changes to battles name."""
    title: Title
    """Title that players read."""
    about: Line
    """Description that players read."""
    player: ComputerName
    """Computer player of the other sides."""


class RankChoice(CampaignPart, frozen=True):
    """An option that a hero can choose on gaining a rank."""

    id: str
    """Id of the option; each of the hero's options needs its own."""
    title: Title
    """Title that players read."""
    about: Line
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    """Image of the option. Default: of the first thing that it gives."""
    rank: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """Rank at which it is offered. Default: any rank, until it is chosen."""
    trait: dict[str, object] = {}
    """Trait that the hero gains, with the keys of the rulebook's traits."""
    finds: tuple[ItemName, ...] = ()
    """Items that go to the stores."""


class StopChoice(CampaignPart, frozen=True):
    """An option that players can choose after the battle of a stop."""

    id: str
    """Id of the option, which paths and changes to battles can name."""
    title: Title
    """Title that players read."""
    about: Line
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    """Image of the option. Default: of the first thing that it gives."""
    after: Literal["won", "lost", "either"] = "won"
    """Result of the battle after which it is offered."""
    trait: dict[str, object] = {}
    """Trait that one hero gains, with the keys of the rulebook's traits."""
    heroes: tuple[HeroName, ...] = ()
    """Heroes who can gain the trait. Default: any of the roster."""
    everyone: bool = False
    """Whether all heroes of the roster gain the trait, instead of one."""
    finds: tuple[ItemName, ...] = ()
    """Items that go to the stores."""
    rest: bool = False
    """Whether the party takes a long rest at once."""
    told: Line | None = None
    """Line in the journey's record if it is chosen. Default: a sentence with its title."""


class RoadDifficulty(CampaignPart, frozen=True):
    """A difficulty of the road between battles: wounds, rests and stores."""

    id: str
    """Id of the difficulty."""
    title: Title
    """Title that players read."""
    about: Line
    """Description that players read. The facts line states the effects."""
    wounds: Percent = 100
    """Percentage of the life lost in a battle that heroes still lack after it."""
    rest: Percent = 100
    """Percentage of the lost life that a long rest restores."""
    finds: tuple[ItemName, ...] = ()
    """Items that go to the stores at each camp, on the first arrival."""
    without: tuple[ItemName, ...] = ()
    """Items that are never found."""


class Assists(CampaignPart, frozen=True):
    """The strength of the assists that players can turn on."""

    rerolls: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    """Rerolls in each battle, for the assist *Reroll*."""
    wounds: Percent = 50
    """Percentage of the wounds that heroes keep, for the assist *Fewer wounds*."""


class Hero(CampaignPart, frozen=True):
    """A possible hero of the roster; any key of the book's units may be added."""

    id: str
    """Id of the hero; in battles it follows the side's: `red.agnes`."""
    kind: KindName
    """Kind of the hero in the rulebook's bestiary."""
    title: Title | None = None
    """Title that players read. Default: the title of the kind."""
    about: Line | None = None
    """One memorable sentence about the hero."""
    choice: tuple[RankChoice, ...] = ()
    """Options at each rank that the hero gains; the first three that apply are offered."""
    stands: dict[str, str] = {}
    """Kinds that play for the hero in other rulebooks, by rulebook. Default: kinds of the same type
    of fighter.
    """


class Needs(CampaignPart, frozen=True):
    """The conditions of a path; all must be met."""

    hero: HeroName | None = None
    """Hero that must be in the roster."""
    item: ItemName | None = None
    """Item that must be in the stores or with a hero of the roster."""
    won: StopName | None = None
    """Stop whose battle must have been won."""
    lost: StopName | None = None
    """Stop whose battle must have been lost at least once."""
    passed: StopName | None = None
    """Stop that must have been visited."""
    chose: ChoiceName | None = None
    """Option of a stop that must have been chosen."""


class Exit(CampaignPart, frozen=True):
    """A path on from a stop."""

    text: Line
    """Text that players choose."""
    to: StopName
    """Stop that the path leads to."""
    needs: Needs | None = None
    """Conditions of the path. Default: always open."""


class Change(CampaignPart, frozen=True):
    """A change to a battle at some difficulties, or after some choices."""

    difficulty: Annotated[tuple[DifficultyName, ...], msgspec.Meta(min_length=1)] | None = None
    """Difficulties at which the change applies. Default: all."""
    chose: ChoiceName | None = None
    """Option of a stop that must have been chosen for the change to apply."""
    won: StopName | None = None
    """Stop whose battle must have been won for the change to apply."""
    lost: StopName | None = None
    """Stop whose battle must have been lost for the change to apply."""
    without: tuple[str, ...] = ()
    """Units left out, such as `blue.third_guard`."""
    unit: tuple[dict[str, object], ...] = ()
    """Units, written as in a level: new units, or changed keys of existing units."""


class BattleGoal(CampaignPart, frozen=True):
    """The reward of an optional objective of the battle's level."""

    objective: str
    """Id of the objective, which belongs to the party's side and is optional."""
    told: Line
    """Line in the journey's record if the party has completed it."""
    finds: tuple[ItemName, ...] = ()
    """Items that go to the stores if the party has completed it and wins."""
    missed: Line | None = None
    """Line in the journey's record if the party hasn't. Default: none."""


class Stake(CampaignPart, frozen=True):
    """A gain or loss on the road after a battle."""

    told: Line
    """Line about it in the report."""
    after: Literal["won", "lost", "either"] = "won"
    """Result of the battle after which it is due."""
    finds: tuple[ItemName, ...] = ()
    """Items that go to the stores."""
    loses: tuple[ItemName, ...] = ()
    """Items that are lost, from the stores or else from heroes."""
    hurt: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Life that each hero who went loses; 1 is always left."""
    heal: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Life that each hero who went regains."""


class StopBattle(CampaignPart, frozen=True):
    """The battle of a stop."""

    level: str
    """Level: its path in the campaign's folder, or the id of one of the game's levels."""
    side: str | None = None
    """Side of the party. Default: the level's side for heroes, or else the players'."""
    heroes: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    """Maximum number of heroes. Default: the level is played unchanged."""
    seats: tuple[str, ...] = ()
    """Units that heroes play, in a level of another rulebook: `ann`. Each hero plays the kind that
    stands for theirs.
    """
    won: StopName | None = None
    """Next stop after a victory. Default: the stop's paths open."""
    lost: StopName | None = None
    """Next stop after a defeat. Default: the battle must be retried."""
    grows: bool = False
    """Whether surviving heroes gain a rank by winning."""
    finds: tuple[ItemName, ...] = ()
    """Items that go to the stores after a victory."""
    goal: tuple[BattleGoal, ...] = ()
    """Rewards of the level's optional objectives."""
    stake: tuple[Stake, ...] = ()
    """Gains and losses on the road."""
    change: tuple[Change, ...] = ()
    """Changes at some difficulties, or after some choices."""

    @property
    def most(self) -> int | None:
        """The maximum number of heroes, or None if the level is played unchanged."""
        return len(self.seats) or self.heroes


class Stop(CampaignPart, frozen=True):
    """A place on the road."""

    id: str
    """Id of the stop, which paths and battles name."""
    title: Title
    """Title that players read."""
    text: Paragraphs = ""
    """Story on arrival; an empty line separates paragraphs."""
    chapter: Title | None = None
    """Chapter heading for this stop and the following ones."""
    joins: tuple[HeroName, ...] = ()
    """Heroes that join the roster on arrival."""
    leaves: tuple[HeroName, ...] = ()
    """Heroes that leave the roster on arrival; the last hero never leaves."""
    finds: tuple[ItemName, ...] = ()
    """Items that go to the stores on the first arrival."""
    camp: bool = False
    """Whether the party can take a long rest."""
    ending: bool = False
    """Whether the road ends here."""
    battle: StopBattle | None = None
    """Battle to fight on arrival, before the paths open."""
    choice: tuple[StopChoice, ...] = ()
    """Options after the battle; the first three that apply are offered."""
    way: tuple[Exit, ...] = ()
    """Paths on from here."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The story, with each paragraph on one line."""
        parts = self.text.replace("\r", "").split("\n\n")
        return tuple(" ".join(part.split()) for part in parts if part.strip())


class CampaignTable(CampaignPart, frozen=True):
    """A campaign's file. Heroes are read one by one, because their keys depend on the book."""

    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT)]
    """Version of the campaign format."""
    title: Title
    """Title that players read."""
    about: Line
    """Description that players read before they choose the campaign."""
    rulebook: str
    """Id of the rulebook for the heroes' stats."""
    start: StopName
    """First stop."""
    difficulty: Annotated[tuple[Difficulty, ...], msgspec.Meta(min_length=1, max_length=5)]
    """Difficulties of the battles, the easiest first."""
    hero: Annotated[tuple[dict[str, object], ...], msgspec.Meta(min_length=1, max_length=40)]
    """All possible heroes of the roster."""
    stop: Annotated[tuple[Stop, ...], msgspec.Meta(min_length=1, max_length=200)]
    """Stops of the road."""
    road: Annotated[tuple[RoadDifficulty, ...], msgspec.Meta(max_length=5)] = ()
    """Difficulties of the road, the easiest first. Default: nothing between battles changes."""
    assist: Assists = Assists()
    """Strength of the assists."""
