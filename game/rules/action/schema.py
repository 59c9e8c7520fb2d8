"""What an Action level may say: the book's settings, its creatures, and all they carry and can do.

Distances and speeds are in feet, as players read them; a tile is 5 ft. Every struct is a value
that can be a key, so that what follows from it is found once.
"""

from typing import Annotated, Literal

import msgspec

from game.terms.book_schema import DiceText, Schema, ref
from game.terms.level import Title
from game.terms.level_script import AreaName

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Score = Annotated[int, msgspec.Meta(ge=-10, le=30)]
Feet = Annotated[int, msgspec.Meta(ge=0, le=1000, multiple_of=5)]
Shift = Annotated[int, msgspec.Meta(ge=-1000, le=1000, multiple_of=5)]
Rating = Annotated[int, msgspec.Meta(ge=0, le=100)]
Attacks = Annotated[int, msgspec.Meta(ge=1, le=10)]
Bonus = Annotated[int, msgspec.Meta(ge=0, le=30)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]

Ability = Literal["strength", "agility", "mind"]
Size = Literal["tiny", "small", "medium", "large", "huge"]
Leaning = Literal["advantage", "disadvantage"]
Tie = Literal["agility", "reroll", "players", "controller"]
Harm = Literal[
    "bludgeoning", "piercing", "slashing", "fire", "cold", "lightning", "poison", "psychic"
]


class BookTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the book's files."""


class Link(BookTable, frozen=True, kw_only=True):
    """How two detached zones are joined (ACT-31)."""

    zones: Annotated[
        tuple[Annotated[str, ref("zone")], ...], msgspec.Meta(min_length=2, max_length=2)
    ]
    """Their letters on the map of zones."""
    turns: Count = 1
    """The own turns that a crossing takes; with 0 who sets out arrives at once."""
    shots: bool = True
    """Whether shots and spells pass between them."""
    closed: bool = False
    """Whether nobody can cross before it has been opened."""
    opened_by: AreaName | None = None
    """Where somebody handles what opens it: a lever, a helm."""
    about: Line | None = None
    """What everybody is told when it opens."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[action]`. The defaults stand in the book's `settings.toml`."""

    check: DiceText
    """What a check, a save and an attack roll (ACT-12, ACT-38)."""
    advantage: DiceText
    """The same with advantage."""
    disadvantage: DiceText
    """The same with disadvantage."""
    passive: Count
    """Added to the modifiers of who is not looking in particular (ACT-01)."""
    ties: Annotated[tuple[Tie, ...], msgspec.Meta(min_length=1, max_length=10)]
    """How equal initiative is parted, the first that can first (ACT-04)."""
    group_initiative: bool
    """Whether identical creatures of the storyteller's roll once and act together (ACT-03)."""
    half_cover: Bonus
    """Added to the armor rating and to agility saves behind half cover (ACT-32)."""
    three_quarters_cover: Bonus
    """The same behind three-quarters cover."""
    close: Feet
    """So near a foe spoils ranged attacks (ACT-16)."""
    near: Feet
    """So near an attack counts as one from close by, on the prone for one (ACT-26)."""
    dark_sight_feet: Feet
    """So far everybody sees who is in the dark (ACT-20)."""
    pass_sizes: Number
    """A foe so many sizes larger or smaller can be passed (ACT-23)."""
    charge: Feet
    """So far a unit has to have moved in its turn for a charge."""
    stand_share: Number
    """Standing up costs the speed divided by this (ACT-26)."""
    rally_share: Number
    """A rally gives back the most life divided by this (ACT-19)."""
    dying_check: DiceText
    """What the dying roll at the start of their turns (ACT-35)."""
    dying_needed: Count
    """What they need to succeed."""
    dying_successes: Number
    """So many make them stable."""
    dying_failures: Number
    """So many kill them."""
    concentration_least: Count
    """The least difficulty of keeping a spell up when hurt (ACT-36)."""
    concentration_share: Number
    """It is the damage divided by this, if that is more."""
    difficulty: Count
    """The difficulty of a power's save before its user's mind and magic are added (ACT-36)."""
    zones: bool
    """Whether the level is played by its zones instead of by feet (ACT-27)."""
    zone_feet: Feet
    """How far apart neighbouring zones count (ACT-30)."""
    zone_speed: Annotated[int, msgspec.Meta(ge=5, le=1000, multiple_of=5)]
    """The speed that crosses a whole zone; each further such speed is one zone more."""
    zone_walks: Number
    """So many walks a turn are possible where a walk within the zone costs nothing."""
    links: tuple[Link, ...] = ()
    """How detached zones are joined."""


class Effect(BookTable, frozen=True, kw_only=True):
    """What a hit, a power or an item does, in the order of the fields.

    Who makes the save that keeps it off has nothing of it, or half of the damage and nothing else.
    """

    damage: DiceText | None = None
    """Life lost."""
    type: Harm = "bludgeoning"
    """The type of that damage."""
    heal: DiceText | None = None
    """Life regained; brings the dying back up."""
    stabilise: bool = False
    """A dying hero is stable."""
    cure: tuple[Annotated[str, ref("conditions")], ...] = ()
    """Conditions taken off."""
    condition: Annotated[str, ref("conditions")] | None = None
    """A condition laid on."""
    rounds: Count = 0
    """How many rounds it lasts, to the start of its causer's so many next turn; 0 until it is taken
    off."""
    push: Shift = 0
    """So many feet away from where the effect comes from; less than 0: towards it. What is in the
    way ends it: a wall, a gap, anybody."""
    prone: bool = False
    """Knocked down."""
    focus: Count = 0
    """Focus regained."""
    move: Feet = 0
    """Feet of movement gained for this turn, by who has it."""
    attacks: Count = 0
    """Further attacks in this turn, for who has it."""
    disengage: bool = False
    """Leaving a reach provokes nobody for the rest of the turn of who has it."""
    hide: bool = False
    """Tries to hide, as the action does."""
    find: bool = False
    """The foes hidden there are found, whatever is saved."""
    teleport: bool = False
    """The user is on the named `place` at once; nothing is provoked."""
    terrain: Annotated[str, ref("terrain")] | None = None
    """What those of the tiles become that can be walked on, whatever is saved, as far as nobody is
    walled in."""


class Saving(BookTable, frozen=True, kw_only=True):
    """A saving throw."""

    ability: Ability
    """What is added to it."""
    difficulty: Count | None = None
    """What is needed; if not said, the setting, and for powers the user's mind and magic."""
    half: bool = False
    """Whether who makes it has half of the damage; otherwise nothing at all happens to it."""


class Weapon(BookTable, frozen=True, kw_only=True):
    """A weapon. `natural` ones are part of the body: always ready, never drawn."""

    title: Title
    about: Line
    """What is special about it, without a full stop."""
    kind: Literal["melee", "ranged", "thrown"]
    """A thrown one strikes as well."""
    damage: DiceText
    type: Harm
    ability: Ability | Literal["best"] = "strength"
    """What is added to attack and damage; the better of strength and agility if `best`."""
    least: Count = 0
    """The least damage of a hit, before resistances."""
    reach: Feet = 5
    """How far it strikes."""
    range: Feet = 0
    """How far it shoots without disadvantage."""
    long: Feet = 0
    """How far it shoots at all; as far as `range` if that is more."""
    hands: Literal[1, 2] = 1
    """Two leave none for a shield."""
    natural: bool = False
    hit: Score = 0
    """Added to its attack rolls."""
    parry: Count = 0
    """Added to the rating, as a reaction to a melee hit."""
    ignores: Literal["none", "half", "three-quarters"] = "none"
    """The most cover that does not help against it."""
    loading: bool = False
    """After a shot it must be loaded anew, which is the turn's object interaction."""
    sneak: DiceText | None = None
    """Added damage where the attack has advantage."""
    charge: DiceText | None = None
    """Added damage where its bearer has moved as far this turn as the setting `charge`."""
    light: bool = False
    """After an attack with it, a second one as a bonus action, to whose damage nothing is added."""
    effect: Effect | None = None
    """What else a hit does."""
    save: Saving | None = None
    """What keeps it off."""


class Wear(BookTable, frozen=True, kw_only=True):
    """Armour or a shield."""

    title: Title
    about: Line
    kind: Literal["armour", "shield"]
    rating: Rating
    """The armor rating; of a shield, what it adds to it."""
    agility: Count | None = None
    """The most agility that is added to the rating; all of it if not said."""
    strength: Score | None = None
    """With less strength, speed is `slows` less."""
    slows: Feet = 0
    noisy: bool = False
    """Disadvantage on checks to hide."""
    resist: tuple[Harm, ...] = ()
    """Damage that is halved."""
    bears: Count = 0
    """Taken off the distance of being pushed, in feet."""


class Deed(BookTable, frozen=True, kw_only=True):
    """What powers and items have in common: what they take, whom they reach, what they do."""

    title: Title
    about: Line
    """What it does, for players, without a full stop."""
    time: Literal["action", "bonus", "reaction"] = "action"
    """What using it takes; a reaction is taken when hit, and has a `guard`."""
    shape: Literal["one", "self", "line", "cone", "burst", "place"] = "one"
    """`one` creature; the user's `self`; an area of tiles; a free `place` that has room for the
    user, who is its target."""
    targets: Literal["foe", "ally", "any"] = "foe"
    """Whom it may be used on, the user being its own ally; an area spares all others only if it
    `spares`. A foe has to be seen, except for an attack roll."""
    spares: bool = False
    """Whether an area leaves alone whom it is not for."""
    range: Feet = 5
    """How far off its target, or the centre of a burst, may be. A burst with 0 is all around its
    user, whom it takes hold of only if it is not for foes."""
    size: Feet = 0
    """The length of a line or cone, the radius of a burst. A cone is as wide as it is long."""
    attack: Literal["melee", "ranged"] | None = None
    """It hits by an attack roll of this kind."""
    ability: Ability = "mind"
    """What is added to that."""
    save: Saving | None = None
    """What its targets save with; after a hit, from all but its damage."""
    effect: Effect = Effect()
    """What it does to each target."""
    own: Effect | None = None
    """What it does to its user in the end, whatever is saved; of an attack roll, only on a hit."""
    guard: Count = 0
    """Added to the rating against one hit, as a reaction, which is all that such a power does."""


class Power(Deed, frozen=True, kw_only=True):
    """A spell or an ability."""

    kind: Literal["spell", "ability"]
    cost: Count = 0
    """Focus it costs."""
    uses: Count = 0
    """How often until the next rest; 0 for no limit."""
    rest: Literal["short", "long"] = "short"
    """Which rest gives the uses back."""
    concentration: bool = False
    """Whether what it lays on holds only as long as its user keeps it up (ACT-36)."""


class Item(Deed, frozen=True, kw_only=True):
    """A thing that is used up. It has no `guard`."""


class Kind(BookTable, frozen=True, kw_only=True):
    """A condition: what it means while it holds."""

    title: Title
    about: Line
    attack: Leaning | None = None
    """How the bearer's attacks are rolled."""
    against: Leaning | None = None
    """How attacks on the bearer are rolled."""
    near: Leaning | None = None
    """The same for attacks from close by."""
    far: Leaning | None = None
    """The same for attacks from farther off."""
    hit: Score = 0
    """Added to the bearer's attack rolls."""
    rating: Score = 0
    """Added to the bearer's armor rating."""
    save: Score = 0
    """Added to the bearer's saves and checks."""
    agility_saves: Leaning | None = None
    """How the bearer's agility saves are rolled."""
    damage: Score = 0
    """Added to the damage of the bearer's weapons."""
    speed: Shift = 0
    """Added to the bearer's speed."""
    stuck: bool = False
    """The bearer's speed is 0."""
    prone: bool = False
    """The bearer lies on the ground (ACT-26)."""
    halts: bool = False
    """A walk or crossing under way ends when the bearer gains it (ACT-09)."""
    incapacitated: bool = False
    """No actions, bonus actions, reactions or walks."""
    dazed: bool = False
    """No reactions."""
    blind: bool = False
    """The bearer sees nobody."""
    invisible: bool = False
    """Nobody sees the bearer, though all know where it is."""
    bright: bool = False
    """The bearer can be neither hidden nor invisible."""
    harm: DiceText | None = None
    """Damage at the start of each of the bearer's turns."""
    type: Harm = "bludgeoning"
    """The type of that damage."""
    fragile: bool = False
    """Any damage ends it."""
    resist: tuple[Harm, ...] = ()
    """Damage that is halved meanwhile."""


class Skills(BookTable, frozen=True):
    """What is added beside an ability."""

    fighting: Score = 0
    """Melee attacks."""
    shooting: Score = 0
    """Ranged attacks."""
    magic: Score = 0
    """Attacks and difficulties of spells."""
    stealth: Score = 0
    """Hiding."""
    awareness: Score = 0
    """Noticing and searching."""
    resolve: Score = 0
    """Mind saves."""
    reflexes: Score = 0
    """Agility saves."""
    brawn: Score = 0
    """Strength saves."""


class Growth(BookTable, frozen=True, kw_only=True):
    """What a hero gains with one rank."""

    title: Title
    """What players read."""
    about: Line
    """A line for players, without a full stop."""
    life: Count = 0
    """Added to its life."""
    strength: Count = 0
    """Added to its strength."""
    agility: Count = 0
    """Added to its agility."""
    mind: Count = 0
    """Added to its mind."""
    speed: Feet = 0
    """Added to its speed."""
    focus: Count = 0
    """Added to its focus."""
    attacks: Count = 0
    """Added to the attacks of one action."""
    rating: Count = 0
    """Added to the armor rating."""
    skills: Skills = Skills()
    """Added to the skills."""
    weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Weapons carried besides."""
    powers: tuple[Annotated[str, ref("powers")], ...] = ()
    """Powers known besides."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of the bestiary; a unit of a level may override any of it."""

    title: Title
    """What players read."""
    about: Line
    """A line for players."""
    role: Literal["brute", "skirmisher", "shooter", "caster", "leader"]
    """How it is best used."""
    hero: bool = False
    """Whether it falls dying at 0, where others die (ACT-35)."""
    size: Size = "medium"
    """How large it is: `large` takes 2×2 tiles, `huge` 3×3."""
    life: Number
    """What it has at the start, and at most."""
    rating: Rating = 10
    """The armor rating; of who wears armour, what is there without it."""
    armour: Annotated[str, ref("armour", or_none=True)] | None = None
    """What it wears; its rating then comes from that and from agility. "" for nothing."""
    shield: Annotated[str, ref("armour", or_none=True)] | None = None
    """Its shield; useless while a weapon takes both hands. "" for none."""
    strength: Score = 0
    """Blows, pushing, and standing firm."""
    agility: Score = 0
    """Shots, initiative, hiding, and getting out of the way."""
    mind: Score = 0
    """Spells, noticing, and keeping a grip on itself."""
    skills: Skills = Skills()
    """What is added beside the abilities."""
    speed: Feet = 30
    """Feet that it walks in a turn."""
    fly: Feet = 0
    """Its speed in the air; 0 for who cannot fly."""
    weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """What it carries; it begins with the first in hand."""
    attacks: Attacks = 1
    """Attacks of one attack action."""
    powers: tuple[Annotated[str, ref("powers")], ...] = ()
    """The spells and abilities it has."""
    items: tuple[Annotated[str, ref("items")], ...] = ()
    """The things it carries, each to be used up once."""
    focus: Count = 0
    """What its spells are paid with."""
    resist: tuple[Harm, ...] = ()
    """Damage that is halved, rounded down (ACT-34)."""
    vulnerable: tuple[Harm, ...] = ()
    """Damage that is doubled."""
    dark_sight: bool = False
    """Whether it sees in the dark."""
    rank: Count = 0
    """How many of the growths it has gained."""
    growth: tuple[Growth, ...] = ()
    """What it gains, rank by rank."""
    hides: bool = False
    """Whether it lies in wait at the start (ACT-01)."""
    begins: Literal["up", "prone", "dying", "stable"] = "up"
    """How it is at the start."""
    hurt: Count = 0
    """Life it has lost before the start."""
    spent: Count = 0
    """Focus it has spent before the start."""
    used: tuple[Annotated[str, ref("powers")], ...] = ()
    """Powers it has used before the start, one as often as it has been used."""
    rallied: bool = False
    """Whether it has rallied already, and cannot before a long rest (ACT-19)."""


SCHEMA = Schema(
    Settings,
    Figure,
    {"arms": Weapon, "armour": Wear, "powers": Power, "items": Item, "conditions": Kind},
    handles=True,
    gained="rank",
    lost="hurt",
)
