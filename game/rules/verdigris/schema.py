"""The schema of a Verdigris level: the book's settings, its kinds, and everything they carry."""

from typing import Annotated, Literal

import msgspec

from game.terms.book_schema import DiceText, Icon, Schema
from game.terms.level import Title
from game.terms.script.names import ref

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
    """The table `[verdigris]`. The defaults are in the book's `settings.toml`."""

    surprise: str
    """Side that is surprised, "test" for a roll between the hiding side and the watchers, or "" for
    none (VER-04).
    """
    hiding: Annotated[str, ref("side", or_none=True)]
    """Side that hides, if a roll decides on surprise."""
    initiative: Annotated[int, msgspec.Meta(ge=1, le=7)]
    """Lowest face of the d6 on which the party goes first (VER-02)."""
    long_shot: Count
    """Number of zones beyond a weapon's range at which it can still shoot; each costs one die
    (VER-07).
    """
    half_cover: Count
    """Dice that a shot loses to half cover."""
    three_quarters_cover: Count
    """Dice that a shot loses to three-quarters cover."""
    crowd: Count
    """Maximum number of fighters in a melee for which a shot into it loses no dice (VER-14)."""
    critical: Annotated[int, msgspec.Meta(ge=1, le=99)]
    """Sixes needed for a critical (VER-26)."""
    belt: Count
    """Places on a belt (VER-33)."""
    pack: Count
    """Places in a pack (VER-33)."""
    most_stress: Count
    """Stress at which a character can no longer push a roll (VER-34)."""
    least_pool: Annotated[int, msgspec.Meta(ge=0, le=2)]
    """Minimum number of dice in a pool."""
    # Battles saved before this key existed keep the old rule: no shots out of a melee.
    shoot_out: bool = False
    """Whether a unit in a melee can shoot at any foe, or only at a foe in that melee (VER-07)."""


class SkillDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice that skills add to tests."""

    brawling: Dice = 0
    """Dice for attacks with bare hands, and for grapples."""
    melee: Dice = 0
    """Dice for melee attacks with weapons."""
    bows: Dice = 0
    """Dice for attacks with bows."""
    crossbows: Dice = 0
    """Dice for attacks with crossbows."""
    blackpowder: Dice = 0
    """Dice for attacks with blackpowder weapons."""
    riding: Dice = 0
    """Dice for tests to control a mount."""
    stealth: Dice = 0
    """Dice for hiding before a battle."""
    awareness: Dice = 0
    """Dice for noticing hidden foes before a battle."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit in the bestiary. A unit in a level can override any of its keys."""

    title: Title
    """Name that players read."""
    life: Annotated[int, msgspec.Meta(ge=1, le=99)]
    """Maximum life, and life at the start."""
    about: Words = ""
    """Flavour text for players."""
    hero: bool = False
    """Whether the unit, on the party's side, is a player character: with wounds, pushed rolls and
    injuries.
    """
    wounds: Count = 0
    """Wounds of a player character: the number of times it recovers from 0 life."""
    strength: Dice = 2
    """Dice for melee attacks and bows, withstand saves, and getting free of a grapple."""
    agility: Dice = 2
    """Dice for crossbows and blackpowder weapons, dodge saves, and leaving a melee."""
    mind: Dice = 2
    """Dice for helping at Death's Door, and for noticing hidden foes."""
    charisma: Dice = 2
    """Dice for tests to control a mount."""
    skills: SkillDice = SkillDice()
    """Dice that skills add."""
    weapon: Annotated[str, ref("arms", or_none=True)] = ""
    """Weapon in hand at the start. "": bare hands."""
    armour: Annotated[str, ref("armour", or_none=True)] = ""
    """Armour worn. "": none."""
    shield: Annotated[str, ref("armour", or_none=True)] = ""
    """Shield on the arm. "": none."""
    belt: tuple[Annotated[str, ref("items")], ...] = ()
    """Items on the belt. Everything carried is hidden from the other side."""
    pack: tuple[Annotated[str, ref("items")], ...] = ()
    """Items in the pack."""
    belt_weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Weapons on the belt."""
    pack_weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Weapons in the pack."""
    talents: tuple[Annotated[str, ref("talents")], ...] = ()
    """Talents learned."""
    mount: Annotated[str, ref("mounts", or_none=True)] = ""
    """Mount ridden. "": none."""
    leads: bool = False
    """Whether the unit starts on foot, next to its mount."""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon. Skills `melee` and `brawling` attack adjacent foes; the others shoot over zones."""

    title: Title
    """Name that players read."""
    skill: Skill
    """Skill that its attacks use."""
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)]
    """Damage of a hit before successes are added."""
    bonus: Dice = 0
    """Bonus dice of its attacks. A called shot at a weak spot can add all of them to the damage."""
    range: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """Range of shots, in zones. 0: only within its bearer's zone."""
    reload: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    """Actions needed to load it after a shot."""
    qualities: tuple[Quality, ...] = ()
    """Special qualities."""
    about: Words = ""
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    """Icon on its buttons and its page. Default: the icon of its family."""


class Protection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Armour or a shield."""

    title: Title
    """Name that players read."""
    shield: bool = False
    """Whether it is a shield: no effect with a two-handed weapon, +1 die against shots (VER-16)."""
    gear: Dice = 0
    """Dice for withstand saves."""
    melee: Change = 0
    """Modifier to dodge saves against melee attacks, in dice."""
    agility: Change = 0
    """Modifier to Agility tests and dodge saves, in dice."""
    stealth: Change = 0
    """Modifier to stealth, in dice."""
    closed: bool = False
    """Whether called shots at a weak spot roll one die less."""
    firm: bool = False
    """Whether piercing weapons don't reduce its dice."""
    about: Words = ""
    """Flavour text for players. The facts line states the effects."""


class Beast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mount."""

    title: Title
    """Name that players read."""
    life: Annotated[int, msgspec.Meta(ge=1, le=99)]
    """Maximum life, and life at the start."""
    quality: Dice
    """Dice for its dodge saves, and for its attacks together with `bonus`."""
    bonus: Dice
    """Dice for its withstand saves, and for its attacks together with `quality`."""
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)] = 1
    """Damage of a hit before successes are added."""
    trained: bool = False
    """Whether it is trained for battle, and doesn't shy (VER-19)."""
    calm: Change = 0
    """Modifier to tests to control it, in dice."""
    about: Words = ""
    """Flavour text for players. The facts line states the effects."""


class Talent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A talent."""

    title: Title
    """Name that players read."""
    about: Words
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    """Icon on its buttons and its page. Default: the icon of its family."""
    mounted_shots: bool = False
    """Whether its owner can shoot and load while mounted (VER-22)."""
    escape: Change = 0
    """Modifier to tests to leave a melee, in dice."""
    called: Change = 0
    """Modifier to called shots, in dice."""
    withstand: Change = 0
    """Modifier to withstand saves, in dice."""
    dodge: Change = 0
    """Modifier to dodge saves against shots, in dice."""
    numbers: Change = 0
    """Number of extra fighters that its owner counts as in a melee."""
    grip: Change = 0
    """Modifier to grappling and to getting free, in dice."""
    riding: Change = 0
    """Modifier to tests to control a mount and to falls, in dice."""


class Injury(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry in the table of critical injuries: its numbers on the dice, and its effects."""

    title: Title
    """Name that players read."""
    about: Words
    """Flavour text for players. The facts line states the effects."""
    low: Annotated[int, msgspec.Meta(ge=11, le=66)]
    """Lowest roll on two dice that gives this injury; the first die counts tens."""
    high: Annotated[int, msgspec.Meta(ge=11, le=66)]
    """Highest roll that gives this injury."""
    strength: Change = 0
    """Modifier to Strength, in dice."""
    agility: Change = 0
    """Modifier to Agility, in dice."""
    mind: Change = 0
    """Modifier to Mind, in dice."""
    attack: Change = 0
    """Modifier to attacks, in dice."""
    dodge: Change = 0
    """Modifier to dodge saves, in dice."""
    withstand: Change = 0
    """Modifier to withstand saves, in dice."""
    hobbled: bool = False
    """Whether the unit can't spend its action on a second move."""
    bleed: DiceText | None = None
    """Dice of life lost at the start of each turn."""
    turns: Count = 0
    """Number of turns that the bleeding lasts. 0: until cured."""
    drop: bool = False
    """Whether the unit drops its weapon."""
    prone: bool = False
    """Whether the unit is knocked prone."""
    pinned: bool = False
    """Whether the unit loses its next move."""
    stress: Count = 0
    """Stress gained."""


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A consumable item."""

    title: Title
    """Name that players read."""
    about: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    """Icon on its buttons and its page. Default: the icon of its family."""
    target: Literal["self", "friend", "foe"] = "self"
    """Target: the user (`self`), the user or an adjacent ally (`friend`), or a visible foe in the
    user's zone (`foe`).
    """
    damage: DiceText | None = None
    """Dice of damage dealt."""
    heal: DiceText | None = None
    """Dice of life healed. Healing also brings a unit back from Death's Door."""
    calm: Count = 0
    """Stress removed."""
    cure: bool = False
    """Whether bleeding stops."""
    free: bool = False
    """Whether the target is freed from a grapple."""
    load: bool = False
    """Whether the weapon in hand is loaded."""
    prone: bool = False
    """Whether the unit is knocked prone."""
    pinned: bool = False
    """Whether the unit loses its next move."""
    feed: Count = 0
    """Life healed on the mount."""
    attack: Change = 0
    """Modifier to attacks, in dice."""
    dodge: Change = 0
    """Modifier to dodge saves, in dice."""
    withstand: Change = 0
    """Modifier to withstand saves, in dice."""
    turns: Count = 0
    """Duration of the dice above, in turns of the affected unit. 0: for the rest of the battle."""


UNARMED = "unarmed"
"""The weapon of a unit with bare hands."""
TRAMPLE = "hooves"
"""The weapon of mounts."""

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
    reacts=True,
    joins=True,
)
