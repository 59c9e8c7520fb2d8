"""What a Verdigris level may say: the book's settings, its figures and all they carry."""

from typing import Annotated, Literal

import msgspec

from game.terms.book_schema import DiceText, Schema, ref
from game.terms.level import Title

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Dice = Annotated[int, msgspec.Meta(ge=0, le=12)]
Change = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Words = Annotated[str, msgspec.Meta(max_length=200)]

Skill = Literal["brawling", "melee", "bows", "crossbows", "blackpowder"]
Quality = Literal[
    "short",
    "two_handed",
    "brutal",
    "piercing",
    "parrying",
    "hooked",
    "precise",
    "steady",
    "heavy",
    "scatter",
    "driving",
]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[verdigris]`. The defaults stand in the book's `settings.toml`."""

    surprise: str
    """The side that is surprised, "test" for a test of the side that hides, or "" (VER-04)."""
    hiding: Annotated[str, ref("side", or_none=True)]
    """The side that hides when surprise is tested."""
    initiative: Annotated[int, msgspec.Meta(ge=1, le=7)]
    """What the die has to show for the party to go first (VER-02)."""
    long_shot: Count
    """So many zones beyond a weapon's range can be shot at, for a die each (VER-07)."""
    half_cover: Count
    """Dice that half cover costs a shot …"""
    three_quarters_cover: Count
    """… and three-quarters cover."""
    crowd: Count
    """So many in a melee do not hinder a shot into it (VER-14)."""
    critical: Annotated[int, msgspec.Meta(ge=1, le=99)]
    """The sixes of a critical (VER-26)."""
    belt: Count
    """Places of a belt …"""
    pack: Count
    """… and of a pack (VER-33)."""
    most_stress: Count
    """Nobody pushes with so much stress (VER-34)."""
    least_pool: Annotated[int, msgspec.Meta(ge=0, le=2)]
    """No pool has fewer dice."""
    # Saves older than this key hold its battles as they were played then: shots stayed inside.
    shoot_out: bool = False
    """Whether a unit in a melee may shoot at any foe, or only at a foe of that melee (VER-07)."""


class SkillDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice that skills add to tests."""

    brawling: Dice = 0
    """Of bare hands, and of grapples."""
    melee: Dice = 0
    """Of weapons for blows."""
    bows: Dice = 0
    """Of bows."""
    crossbows: Dice = 0
    """Of crossbows."""
    blackpowder: Dice = 0
    """Of guns."""
    riding: Dice = 0
    """Of tests with a mount."""
    stealth: Dice = 0
    """Of hiding before a battle."""
    awareness: Dice = 0
    """Of seeing who hides."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of the bestiary; a unit of a level may override any of it."""

    title: Title
    """What players read."""
    life: Annotated[int, msgspec.Meta(ge=1, le=99)]
    """Hit points."""
    about: Words = ""
    """A line for players."""
    hero: bool = False
    """On the party's side a player character: it has wounds, pushes, and is injured."""
    wounds: Count = 0
    """How often a player character comes back from 0."""
    strength: Dice = 2
    """Dice of blows and bows, of the withstand save, of getting loose."""
    agility: Dice = 2
    """Dice of crossbows and guns, of the dodge save, of leaving a melee."""
    mind: Dice = 2
    """Dice of helping, and of seeing who hides."""
    charisma: Dice = 2
    """Dice of tests with a mount."""
    skills: SkillDice = SkillDice()
    """Dice that skills add."""
    weapon: Annotated[str, ref("arms", or_none=True)] = ""
    """What it has in hand; nothing for bare hands."""
    armour: Annotated[str, ref("armour", or_none=True)] = ""
    """What it wears."""
    shield: Annotated[str, ref("armour", or_none=True)] = ""
    """What it has on its arm."""
    belt: tuple[Annotated[str, ref("items")], ...] = ()
    """Items on the belt, a secret of its side, as all it carries."""
    pack: tuple[Annotated[str, ref("items")], ...] = ()
    """Items in the pack."""
    belt_weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Weapons on the belt."""
    pack_weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Weapons in the pack."""
    talents: tuple[Annotated[str, ref("talents")], ...] = ()
    """What it has learnt."""
    mount: Annotated[str, ref("mounts", or_none=True)] = ""
    """What it rides."""
    leads: bool = False
    """It begins beside its mount, and has its first turn to get up."""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon. Melee and brawling strike at who is next to the bearer, the others over zones."""

    title: Title
    skill: Skill
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)]
    """The damage before successes are added."""
    bonus: Dice = 0
    """Dice it adds to attacks; at a weak spot all of them are damage."""
    range: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """Of shots, in zones; 0 is the own zone only."""
    reload: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    """Actions between two shots."""
    qualities: tuple[Quality, ...] = ()
    about: Words = ""


class Protection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Armour or a shield."""

    title: Title
    shield: bool = False
    """Worn on the arm: no use with a two-handed weapon; a die against shots (VER-16)."""
    gear: Dice = 0
    """Dice on the withstand save."""
    melee: Change = 0
    """Dice on the dodge save against blows."""
    agility: Change = 0
    """Dice on tests and dodge saves by agility."""
    stealth: Change = 0
    """Dice on stealth."""
    closed: bool = False
    """Shots and blows at weak spots have a die less."""
    firm: bool = False
    """Piercing weapons take nothing off it."""
    about: Words = ""


class Beast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mount."""

    title: Title
    life: Annotated[int, msgspec.Meta(ge=1, le=99)]
    quality: Dice
    """Dice it dodges with, and with the bonus attacks with."""
    bonus: Dice
    """Dice it withstands with."""
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)] = 1
    trained: bool = False
    """Trained for battle."""
    calm: Change = 0
    """Dice on the tests that hold it."""
    about: Words = ""


class Talent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has learnt."""

    title: Title
    about: Words
    mounted_shots: bool = False
    """May shoot and reload from a mount (VER-22)."""
    escape: Change = 0
    """Dice on leaving a melee."""
    called: Change = 0
    """Dice on called shots."""
    withstand: Change = 0
    dodge: Change = 0
    """Dice on dodging shots."""
    numbers: Change = 0
    """For so many more does it count in a melee."""
    grip: Change = 0
    """Dice on grappling and on getting free."""
    riding: Change = 0
    """Dice on tests with a mount, and on falls."""


class Injury(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the table of critical injuries: its rolls, and what it does for good."""

    title: Title
    about: Words
    low: Annotated[int, msgspec.Meta(ge=11, le=66)]
    high: Annotated[int, msgspec.Meta(ge=11, le=66)]
    strength: Change = 0
    agility: Change = 0
    mind: Change = 0
    attack: Change = 0
    dodge: Change = 0
    withstand: Change = 0
    hobbled: bool = False
    """No second move in a turn."""
    bleed: DiceText | None = None
    """Life lost at the start of each of so many turns."""
    turns: Count = 0
    """How long it bleeds; 0 until it is cured."""
    drop: bool = False
    """The weapon falls."""
    prone: bool = False
    pinned: bool = False
    stress: Count = 0


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An item to be used up; its effects happen in the order of the fields here."""

    title: Title
    about: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    target: Literal["self", "friend", "foe"] = "self"
    """The user, anybody of the own side beside it or itself, or a foe in the own zone in sight."""
    damage: DiceText | None = None
    heal: DiceText | None = None
    """Life regained; it also brings back from Death's Door."""
    calm: Count = 0
    """Stress that goes."""
    cure: bool = False
    """Stops bleeding."""
    free: bool = False
    """Cuts loose from a grapple."""
    load: bool = False
    """Loads what is in hand."""
    prone: bool = False
    pinned: bool = False
    feed: Count = 0
    """Life regained by the mount."""
    attack: Change = 0
    dodge: Change = 0
    withstand: Change = 0
    turns: Count = 0
    """How many own turns the dice above last."""


SCHEMA = Schema(
    Settings,
    Figure,
    {
        "arms": Weapon,
        "armour": Protection,
        "mounts": Beast,
        "talents": Talent,
        "injuries": Injury,
        "items": Remedy,
    },
)
