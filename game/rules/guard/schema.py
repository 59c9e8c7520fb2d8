"""What a level of Guard may say: the book's settings, its characters and groups, its things."""

from typing import Annotated, Literal

import msgspec

from game.terms.book_schema import DiceText, Schema, ref
from game.terms.level import Title

Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Change = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Letter = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]
About = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Result = Literal["won", "lost", "drawn"]
Attribute = Literal["vigor", "quick", "mind"]
Way = Literal["melee", "ranged", "any"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[guard]`. The defaults stand in the book's `settings.toml`."""

    front: Letter
    """The zone of the party's front guard."""
    rear: Letter
    """The zone of the party's rear guard."""
    foes_front: Letter
    """The zone of the monsters' front."""
    foes_rear: Letter
    """The zone of the monsters' rear."""
    count: Literal["heads", "groups"]
    """What is counted to see who is outnumbered: every monster, or every group (GUA-18)."""
    rear_each: Positive
    """So many in front make one place in the rear (GUA-16)."""
    rear_more: Change
    """Places in the rear that the room adds, or takes."""
    front_most: Number
    """So many have room in front; 0 for as many as there are tiles (GUA-13)."""
    talk: bool
    """Whether these monsters can be talked to (GUA-02)."""
    sneak: bool
    """Whether there is a way around them (GUA-03)."""
    reaction: DiceText
    """What is rolled for the monsters' reaction."""
    attitude: Change
    """What these monsters add to it."""
    attacks_to: int
    """Up to this they attack, and go first …"""
    hesitates_to: int
    """… up to this they hesitate …"""
    passes_to: int
    """… up to this they let the party pass; above it they help."""
    passing: Result
    """What passing counts as."""
    leaving: Result
    """What leaving counts as."""
    aside: tuple[Annotated[str, ref("unit")], ...]
    """The groups that stand aside when the monsters help; none: help is to be let pass."""
    help: str
    """What is told when they help."""
    stance_attack: Number
    """What an aggressive stance adds to attack rolls, and a defensive one takes (GUA-17) …"""
    stance_defence: Number
    """… and what it takes from the die against attacks, and a defensive one adds."""


class DeedEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a spell, an item or an ability does, or what holds as long as somebody has it."""

    heal: DiceText | None = None
    """Health regained."""
    focus: Number = 0
    """Focus regained."""
    cure: bool = False
    """Takes off what weakens."""
    kills: DiceText | None = None
    """So many of the group die, whatever its defence."""
    attack: Literal["", "vigor", "quick", "mind"] = ""
    """An attack roll of this die (GUA-06); all else happens to a group that it has hit."""
    bonus: Change = 0
    """What is added to that roll."""
    move: Literal["", "front", "rear", "other"] = ""
    """Where it makes its target go, if there is room."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    """How long what stands below lasts, this round included."""
    strength: Change = 0
    """Changes attack rolls."""
    guard: Change = 0
    """Changes the die against attacks."""
    defence: Change = 0
    """Changes a group's defence, which is at least 1."""
    fierce: Change = 0
    """Changes a group's attack value."""
    harm: Change = 0
    """Changes the damage of a group's attacks."""
    stalled: Number = 0
    """So many of a group do not attack."""
    places: Change = 0
    """Changes the places in the rear of a character's own party (GUA-16)."""
    foe_places: Change = 0
    """Changes the places in the party's rear while a group that has this stands (GUA-16)."""
    heads: Change = 0
    """For how many more one counts in the ranks; each monster of a group does."""
    stealth: Change = 0
    """Changes the die when the party sneaks."""
    speech: Change = 0
    """Changes the roll for the monsters' reaction when this one speaks."""
    hidden: bool = False
    """Nobody can reach it."""
    taunt: bool = False
    """Every group goes for it before all others."""
    pinned: bool = False
    """It cannot change rank."""
    no_place: bool = False
    """It takes no place in the rear."""
    from_rear: bool = False
    """Melee from the rear, as if it stood in front."""
    from_front: bool = False
    """Shoots from the front, too."""
    over_front: bool = False
    """Attacks of any kind reach the rear over a front that is not outnumbered."""


class Arms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of a character."""

    title: Title
    kind: Literal["melee", "ranged"]
    """Whether the vigor die is rolled with it in front, or the quick die in the rear."""
    about: About
    """A line for players."""
    bonus: Change = 0
    """What is added to attack rolls with it."""
    guard: Change = 0
    """What is added to the die against attacks by who carries it."""


class Usable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What spells, items and abilities have in common."""

    title: Title
    about: About
    """What it does, for players, without a full stop."""
    target: Literal["self", "ally", "party", "group", "rank", "foes"] = "self"
    """Its user, one of the party, all of it, a group, all groups of a rank, all groups."""
    reach: Way = "any"
    """Foes it can be used on: as a blow, as a shot, or as a spell from either rank."""
    effect: DeedEffect = DeedEffect()
    cost: Number = 0
    """The focus it costs."""
    uses: Number = 0
    """So often in a battle; 0 for any number."""


class Spell(Usable, frozen=True):
    """A spell (GUA-11)."""


class Item(Usable, frozen=True):
    """A thing that is used up (GUA-10)."""


class Ability(Usable, frozen=True):
    """An ability of a class, or of a kind of monster (GUA-12)."""

    passive: bool = False
    """Its effect holds all the time, and nobody uses it."""
    cleave: bool = False
    """Hits in melee that a group has no monsters for go on to the next group in reach."""
    screened: bool = False
    """Shots and spells do not reach the group in the rear unless its front is outnumbered."""
    pack: Change = 0
    """What its attack value gains while more than half of it stands."""
    regrow: Number = 0
    """So many come back at the end of every round, up to the first number."""
    breaks: Number = 0
    """With so many left they run."""
    spite: DiceText | None = None
    """The damage to who kills any of them in melee."""
    on_hurt: DeedEffect | None = None
    """What comes over who is hurt by them."""


class Class(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a character is, and what it can do by that."""

    title: Title
    about: About
    abilities: Annotated[tuple[Annotated[str, ref("abilities")], ...], msgspec.Meta(min_length=2)]
    """Two of them at least."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of the bestiary, a character or a group; a unit may override any of it."""

    title: Title
    about: str = ""
    """A line for players."""
    calling: Annotated[str, ref("classes", or_none=True)] = ""
    """The class of a character; "" for a group of monsters."""
    life: Number = 0
    """The health of a character."""
    vigor: DiceText = "d6"
    """The die of a character's blows."""
    quick: DiceText = "d6"
    """The die of a character's shots and dodges, and of sneaking."""
    mind: DiceText = "d6"
    """The die of a character's spells."""
    speech: Change = 0
    """What it adds to the monsters' reaction when it speaks."""
    armour: Change = 0
    """What it adds to the die against attacks."""
    focus: Number = 0
    """What its spells are paid with."""
    weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """What a character has to fight with."""
    spells: tuple[Annotated[str, ref("spells")], ...] = ()
    """What it can cast."""
    items: tuple[Annotated[str, ref("items")], ...] = ()
    """What it carries, a secret of its side."""
    number: Number = 0
    """How many monsters the group has."""
    defence: Positive = 1
    """What an attack on the group must exceed."""
    fights: Literal["melee", "ranged", "both"] = "melee"
    """How the group attacks; both: in front in melee, in the rear at range."""
    attack: Change = 0
    """What a character must roll over to dodge the group's attack."""
    against: Attribute = "quick"
    """The die the character rolls for that."""
    damage: DiceText = "1"
    """What who does not dodge takes."""
    notice: Number = 0
    """Who sneaks must roll over this."""
    targets: Literal["spread", "focus"] = "spread"
    """Whether its monsters go for one after the other, or all for the first."""
    abilities: tuple[Annotated[str, ref("abilities")], ...] = ()
    """What it can do beside that, or beside what its class can."""
    rank: Literal["", "front", "rear"] = ""
    """Where it begins if it has no place on the map; "" by how it fights (GUA-19)."""


SCHEMA = Schema(
    Settings,
    Figure,
    {
        "arms": Arms,
        "spells": Spell,
        "items": Item,
        "abilities": Ability,
        "classes": Class,
    },
    stations=True,
)
