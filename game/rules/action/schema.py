"""The schema of an Action level: settings, creatures, and everything they carry and can do.

Distances and speeds are in feet, as players read them; a tile is 5 ft. Every struct is hashable, so
that values derived from it can be cached.
"""

from typing import Annotated, Literal

import msgspec

from game.rules.action.growth_tables import Growth, Skills
from game.rules.action.value_types import (
    Ability,
    Attacks,
    Bonus,
    BookTable,
    Count,
    Feet,
    Harm,
    Leaning,
    Line,
    Number,
    Rating,
    Score,
    Shift,
    Size,
    Tie,
)
from game.terms.book_schema import DiceText, Icon, Schema
from game.terms.level import Title
from game.terms.script.names import AreaName, ref


class Link(BookTable, frozen=True, kw_only=True):
    """A link between two detached zones (ACT-31)."""

    zones: Annotated[
        tuple[Annotated[str, ref("zone")], ...], msgspec.Meta(min_length=2, max_length=2)
    ]
    """The letters of the two zones on the map of zones."""
    turns: Count = 1
    """Number of its turns that a unit spends on the crossing. With 0, the unit arrives at once."""
    shots: bool = True
    """Whether shots and spells can pass between the zones."""
    closed: bool = False
    """Whether the link is closed until someone opens it."""
    opened_by: AreaName | None = None
    """The area in which a unit opens the link by interacting: a lever, a helm."""
    about: Line | None = None
    """The message that everyone reads when the link opens."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[action]`. The defaults are in the book's `settings.toml`."""

    check: DiceText
    """Dice of a check, a save or an attack roll (ACT-12, ACT-38)."""
    advantage: DiceText
    """Dice of a check, a save or an attack roll with advantage."""
    disadvantage: DiceText
    """Dice of a check, a save or an attack roll with disadvantage."""
    passive: Count
    """Base of passive Awareness; a unit's Mind and Awareness are added to it (ACT-01)."""
    ties: Annotated[tuple[Tie, ...], msgspec.Meta(min_length=1, max_length=10)]
    """Tie-breakers for initiative, in order: each is used only if those before it don't decide
    (ACT-04).
    """
    group_initiative: bool
    """Whether identical creatures of the storyteller's side roll initiative once and act together
    (ACT-03).
    """
    half_cover: Bonus
    """Bonus to armour rating and to Agility saves behind half cover (ACT-32)."""
    three_quarters_cover: Bonus
    """Bonus to armour rating and to Agility saves behind three-quarters cover."""
    close: Feet
    """Distance in feet within which a foe gives disadvantage on ranged attacks (ACT-16)."""
    near: Feet
    """Distance in feet within which an attack counts as close, as on a prone target (ACT-26)."""
    dark_sight_feet: Feet
    """Distance in feet within which every unit can see units in the dark (ACT-20)."""
    pass_sizes: Number
    """Minimum difference in size, in steps, for a unit to pass through a foe's tiles (ACT-23)."""
    charge: Feet
    """Distance in feet that a unit must have moved this turn to charge."""
    stand_share: Number
    """Standing up costs a unit's speed divided by this number (ACT-26)."""
    rally_share: Number
    """A rally heals maximum life divided by this number (ACT-19)."""
    dying_check: DiceText
    """Dice that a dying hero rolls at the start of each turn (ACT-35)."""
    dying_needed: Count
    """Lowest total of `dying_check` that counts as a success."""
    dying_successes: Number
    """Successes after which a dying hero is stable."""
    dying_failures: Number
    """Failures after which a dying hero is dead."""
    concentration_least: Count
    """Minimum difficulty of the save that keeps a spell up after damage (ACT-36)."""
    concentration_share: Number
    """The difficulty of the concentration save is the damage divided by this number, if that is
    more than `concentration_least`.
    """
    difficulty: Count
    """Base difficulty of a save against a power; its user's Mind and Magic are added (ACT-36)."""
    zones: bool
    """Whether the level is played by zones instead of feet (ACT-27)."""
    zone_feet: Feet
    """Distance in feet that each zone counts for ranges (ACT-30)."""
    zone_speed: Annotated[int, msgspec.Meta(ge=5, le=1000, multiple_of=5)]
    """Speed in feet for reaching a whole zone. Each further multiple reaches another zone."""
    zone_walks: Number
    """Maximum number of moves per turn, for levels in which a move within a zone costs nothing."""
    links: tuple[Link, ...] = ()
    """Links between detached zones."""


class Effect(BookTable, frozen=True, kw_only=True):
    """The effect of a hit, a power or an item, in the order of the fields.

    If a save applies, a target that succeeds suffers nothing, or half the damage and nothing else.
    """

    damage: DiceText | None = None
    """Dice of damage dealt."""
    type: Harm = "bludgeoning"
    """Type of the damage dealt."""
    heal: DiceText | None = None
    """Dice of life healed. Healing also brings back a dying hero."""
    stabilise: bool = False
    """Whether the effect makes a dying hero stable."""
    cure: tuple[Annotated[str, ref("conditions")], ...] = ()
    """Conditions that are removed."""
    condition: Annotated[str, ref("conditions")] | None = None
    """Condition that is applied."""
    rounds: Count = 0
    """Duration of the condition in rounds, counted when the causing unit's turns start. 0: until it
    is removed.
    """
    push: Shift = 0
    """Distance in feet that the target is pushed away from the source of the effect; negative:
    pulled towards it. A wall, a gap or a unit in the path ends the push.
    """
    prone: bool = False
    """Whether the target is knocked prone."""
    focus: Count = 0
    """Focus regained."""
    move: Feet = 0
    """Extra movement this turn, in feet."""
    attacks: Count = 0
    """Extra attacks this turn."""
    disengage: bool = False
    """Whether the target's movement provokes no opportunity attacks for the rest of its turn."""
    hide: bool = False
    """Whether the target tries to hide, as with the hide action."""
    find: bool = False
    """Whether hidden foes in the area are found, saved or not."""
    teleport: bool = False
    """Whether the user teleports to the chosen `place`, without provoking anyone."""
    terrain: Annotated[str, ref("terrain")] | None = None
    """Terrain that the walkable tiles of the area become, saved or not. Tiles whose change would
    wall a unit in stay as they are.
    """


class Saving(BookTable, frozen=True, kw_only=True):
    """A saving throw."""

    ability: Ability
    """Ability that is added to the roll."""
    difficulty: Count | None = None
    """Total needed. Default: the setting `difficulty`; for powers, the user's Mind and Magic are
    added to it.
    """
    half: bool = False
    """Whether a successful save still takes half the damage. Otherwise it avoids everything."""


class Weapon(BookTable, frozen=True, kw_only=True):
    """A weapon. A `natural` weapon is part of the body: always ready, never drawn."""

    title: Title
    about: Line
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    kind: Literal["melee", "ranged", "thrown"]
    """How the weapon attacks. A `thrown` weapon also makes melee attacks."""
    damage: DiceText
    type: Harm
    ability: Ability | Literal["best"] = "strength"
    """Ability that is added to attack and damage; `best` is the higher of Strength and Agility."""
    least: Count = 0
    """Minimum damage of a hit, before resistances."""
    reach: Feet = 5
    """Reach of melee attacks, in feet."""
    range: Feet = 0
    """Range without disadvantage, in feet."""
    long: Feet = 0
    """Maximum range in feet. Values up to `range` have no effect."""
    hands: Literal[1, 2] = 1
    """Hands needed. With 2, the bearer's shield has no effect."""
    natural: bool = False
    hit: Score = 0
    """Bonus to attack rolls with this weapon."""
    parry: Count = 0
    """Bonus to armour rating against one melee hit, as a reaction."""
    ignores: Literal["none", "half", "three-quarters"] = "none"
    """The best cover that gives no bonus against this weapon."""
    loading: bool = False
    """Whether each shot needs a reload, with the turn's object interaction."""
    sneak: DiceText | None = None
    """Extra dice of damage on attacks made with advantage."""
    charge: DiceText | None = None
    """Extra dice of damage if the bearer has moved at least the setting `charge` this turn."""
    light: bool = False
    """Whether it can attack again as a bonus action, without the ability's damage."""
    effect: Effect | None = None
    """Further effect of a hit."""
    save: Saving | None = None
    """Save against the further effect."""


class Wear(BookTable, frozen=True, kw_only=True):
    """Armour or a shield."""

    title: Title
    about: Line
    """Flavour text for players. The facts line states the effects."""
    kind: Literal["armour", "shield"]
    rating: Rating
    """Armour rating. For a shield: bonus to armour rating."""
    agility: Count | None = None
    """Maximum Agility that is added to armour rating. Default: all of it."""
    strength: Score | None = None
    """Strength needed to wear it at full speed. With less, speed is reduced by `slows`."""
    slows: Feet = 0
    noisy: bool = False
    """Whether it gives disadvantage on checks to hide."""
    resist: tuple[Harm, ...] = ()
    """Types of damage that are halved."""
    bears: Count = 0
    """Reduction in feet of every push against the wearer."""


class Deed(BookTable, frozen=True, kw_only=True):
    """The common part of powers and items: cost in time, targets, and effect."""

    title: Title
    about: Line
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    time: Literal["action", "bonus", "reaction"] = "action"
    """Time that a use takes. A `reaction` is used when its user is hit, and needs `guard`."""
    shape: Literal["one", "self", "line", "cone", "burst", "place"] = "one"
    """Shape of the target: `one` creature, the user (`self`), an area of tiles (`line`, `cone`,
    `burst`), or a free `place` with room for the user, who is then the target.
    """
    targets: Literal["foe", "ally", "any"] = "foe"
    """Units that can be targets; the user counts as its own ally. An area affects everyone in it
    unless `spares` is set. A foe must be seen, except for an attack roll.
    """
    spares: bool = False
    """Whether an area affects only the units named by `targets`."""
    range: Feet = 5
    """Maximum distance in feet to the target, or to the centre of a burst. A burst with range 0
    surrounds its user, and affects the user only if it isn't for foes.
    """
    size: Feet = 0
    """Length of a line or cone, or radius of a burst, in feet. A cone is as wide as it is long."""
    attack: Literal["melee", "ranged"] | None = None
    """Kind of attack roll that it needs to hit. Default: none."""
    ability: Ability = "mind"
    """Ability that is added to the attack roll."""
    save: Saving | None = None
    """Save of each target. After a hit, the save avoids everything but the damage."""
    effect: Effect = Effect()
    """Effect on each target."""
    own: Effect | None = None
    """Effect on the user afterwards, saved or not. After an attack roll: only on a hit."""
    guard: Count = 0
    """Bonus to armour rating against one hit, as a reaction. Such a power does nothing else."""


class Power(Deed, frozen=True, kw_only=True):
    """A spell or another ability."""

    kind: Literal["spell", "ability"]
    cost: Count = 0
    """Focus that one use costs."""
    uses: Count = 0
    """Uses until the next rest. 0: unlimited."""
    rest: Literal["short", "long"] = "short"
    """Rest that restores the uses."""
    concentration: bool = False
    """Whether its condition lasts only while the user concentrates (ACT-36)."""


class Item(Deed, frozen=True, kw_only=True):
    """A consumable item. It has no `guard`."""


class Kind(BookTable, frozen=True, kw_only=True):
    """A condition: its effects while a unit has it."""

    title: Title
    about: Line
    """Flavour text for players. The facts line states the effects."""
    attack: Leaning | None = None
    """Whether the bearer attacks with advantage or disadvantage."""
    against: Leaning | None = None
    """Whether attacks against the bearer have advantage or disadvantage."""
    near: Leaning | None = None
    """Whether attacks from within the setting `near` have advantage or disadvantage."""
    far: Leaning | None = None
    """Whether attacks from beyond the setting `near` have advantage or disadvantage."""
    hit: Score = 0
    """Modifier to the bearer's attack rolls."""
    rating: Score = 0
    """Modifier to the bearer's armour rating."""
    save: Score = 0
    """Modifier to the bearer's saves and checks."""
    agility_saves: Leaning | None = None
    """Whether the bearer makes Agility saves with advantage or disadvantage."""
    damage: Score = 0
    """Modifier to the damage of the bearer's weapons."""
    speed: Shift = 0
    """Modifier to the bearer's speed, in feet."""
    stuck: bool = False
    """Whether the bearer's speed is 0."""
    prone: bool = False
    """Whether the bearer is prone (ACT-26)."""
    halts: bool = False
    """Whether a move or a crossing in progress ends when a unit gains this condition (ACT-09)."""
    incapacitated: bool = False
    """Whether the bearer has no actions, bonus actions, reactions or movement."""
    dazed: bool = False
    """Whether the bearer has no reactions."""
    blind: bool = False
    """Whether the bearer sees no one."""
    invisible: bool = False
    """Whether the bearer can't be seen. Everyone still knows its tile."""
    bright: bool = False
    """Whether the bearer can be neither hidden nor invisible."""
    harm: DiceText | None = None
    """Dice of damage at the start of each of the bearer's turns."""
    type: Harm = "bludgeoning"
    """Type of the `harm` damage."""
    fragile: bool = False
    """Whether any damage ends the condition."""
    resist: tuple[Harm, ...] = ()
    """Types of damage that the condition halves."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of unit in the bestiary. A unit in a level can override any of its keys."""

    title: Title
    """Name that players read."""
    about: Line
    """Flavour text for players."""
    role: Literal["brute", "skirmisher", "shooter", "caster", "leader"]
    """Tactical role that suits the kind best."""
    hero: bool = False
    """Whether the unit is dying at 0 life. Other units are defeated (ACT-35)."""
    size: Size = "medium"
    """Size of the unit: `large` takes 2×2 tiles, `huge` 3×3."""
    life: Number
    """Maximum life, and life at the start."""
    rating: Rating = 10
    """Armour rating without armour."""
    armour: Annotated[str, ref("armour", or_none=True)] | None = None
    """Armour worn. Armour rating then comes from the armour and Agility. "": none."""
    shield: Annotated[str, ref("armour", or_none=True)] | None = None
    """Shield carried; it has no effect with a two-handed weapon in hand. "": none."""
    strength: Score = 0
    """Added to melee attacks and Strength saves."""
    agility: Score = 0
    """Added to ranged attacks, initiative, checks to hide, and Agility saves."""
    mind: Score = 0
    """Added to spells, Awareness, and Mind saves."""
    skills: Skills = Skills()
    """Bonuses on top of the abilities."""
    speed: Feet = 30
    """Speed in feet per turn."""
    fly: Feet = 0
    """Flying speed in feet per turn. 0: cannot fly."""
    weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Weapons carried. The first is in hand at the start."""
    attacks: Attacks = 1
    """Attacks per attack action."""
    powers: tuple[Annotated[str, ref("powers")], ...] = ()
    """Spells and other abilities of the unit."""
    items: tuple[Annotated[str, ref("items")], ...] = ()
    """Items carried, each for one use."""
    focus: Count = 0
    """Focus, spent on powers."""
    resist: tuple[Harm, ...] = ()
    """Types of damage that are halved, rounded down (ACT-34)."""
    vulnerable: tuple[Harm, ...] = ()
    """Types of damage that are doubled."""
    dark_sight: bool = False
    """Whether the unit sees in the dark."""
    rank: Count = 0
    """Number of growths gained so far."""
    growth: tuple[Growth, ...] = ()
    """Gains of each rank, in order."""
    traits: tuple[Growth, ...] = ()
    """Gains that don't depend on the rank, such as the choices of a campaign."""
    hides: bool = False
    """Whether the unit lies in wait before the battle (ACT-01)."""
    begins: Literal["up", "prone", "dying", "stable"] = "up"
    """Posture or state of the unit at the start."""
    hurt: Count = 0
    """Life lost before the start."""
    spent: Count = 0
    """Focus spent before the start."""
    used: tuple[Annotated[str, ref("powers")], ...] = ()
    """Powers used before the start; each is listed once per use."""
    rallied: bool = False
    """Whether the unit has already rallied, and cannot rally until a long rest (ACT-19)."""


SHOWN = (
    *("role", "hero", "size", "life", "strength", "agility", "mind", "skills"),
    *("speed", "fly", "attacks", "focus", "dark_sight", "hides", "rank"),
)
"""The stats shown for every unit. For a unit without armour, `rating` is shown too."""


def _shown(stats: object) -> tuple[str, ...]:
    assert isinstance(stats, Figure)
    return SHOWN if stats.armour else (*SHOWN, "rating")


UNARMED = "unarmed"
"""The weapon of a unit with no melee weapon ready."""
PRONE, DEFENDING, DYING = "prone", "defending", "dying"
"""Conditions that the book's rules apply."""

SCHEMA = Schema(
    Settings,
    Figure,
    {"arms": Weapon, "armour": Wear, "powers": Power, "items": Item, "conditions": Kind},
    handles=True,
    reacts=True,
    joins=True,
    attributes=("strength", "agility", "mind"),
    gained="rank",
    traits="traits",
    lost="hurt",
    shown=_shown,
)
