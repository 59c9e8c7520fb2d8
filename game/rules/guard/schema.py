"""The schema of a Guard level: the book's settings, its characters and groups, and their gear."""

from typing import Annotated, Literal

import msgspec

from game.terms.book_schema import DiceText, Icon, Schema
from game.terms.level import Title
from game.terms.script.names import ref

Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Change = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Letter = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]
About = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Result = Literal["won", "lost", "drawn"]
Attribute = Literal["vigor", "quick", "mind"]
Way = Literal["melee", "ranged", "any"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[guard]`. The defaults are in the book's `settings.toml`."""

    front: Letter
    """Zone of the party's front guard."""
    rear: Letter
    """Zone of the party's rear guard."""
    foes_front: Letter
    """Zone of the monsters' front guard."""
    foes_rear: Letter
    """Zone of the monsters' rear guard."""
    count: Literal["heads", "groups"]
    """How to count the monsters when deciding which side is outnumbered: every monster (`heads`),
    or every group as one (`groups`) (GUA-18).
    """
    rear_each: Positive
    """Number of characters in front for each place in the rear (GUA-16)."""
    rear_more: Change
    """Extra places in the rear that the room gives; negative: places it takes away."""
    front_most: Number
    """Maximum number of characters in front. 0: as many as there are tiles (GUA-13)."""
    talk: bool
    """Whether the party can talk to these monsters (GUA-02)."""
    sneak: bool
    """Whether the party can sneak past these monsters (GUA-03)."""
    reaction: DiceText
    """Dice of the monsters' reaction when the party talks."""
    attitude: Change
    """Modifier to the monsters' reaction in this level."""
    attacks_to: int
    """Highest total at which the monsters attack, and go first."""
    hesitates_to: int
    """Highest total at which the monsters hesitate, if it is above `attacks_to`."""
    passes_to: int
    """Highest total at which the monsters let the party pass. Above it they help."""
    passing: Result
    """Result of the battle if the monsters let the party pass."""
    leaving: Result
    """Result of the battle if the party leaves."""
    aside: tuple[Annotated[str, ref("unit")], ...]
    """Groups that stand aside if the monsters help. Default: none; the monsters then let the party
    pass.
    """
    help: str
    """Message shown if the monsters help."""
    stance_attack: Number
    """Bonus of the aggressive stance to attack rolls, and penalty of the defensive stance (GUA-17).
    """
    stance_defence: Number
    """Bonus of the defensive stance to defence rolls, and penalty of the aggressive stance
    (GUA-17).
    """


class DeedEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The effect of a spell, an item or an ability, or a lasting effect on its bearer."""

    heal: DiceText | None = None
    """Dice of life healed."""
    focus: Number = 0
    """Focus regained."""
    cure: bool = False
    """Whether harmful effects are removed."""
    kills: DiceText | None = None
    """Dice for the number of monsters slain in the group, whatever its defence."""
    attack: Literal["", "vigor", "quick", "mind"] = ""
    """Die of the attack roll (GUA-06). All other effects then apply only to a group that it hits.
    """
    bonus: Change = 0
    """Modifier to the attack roll."""
    move: Literal["", "front", "rear", "other"] = ""
    """Rank to which the target moves, if there is room."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    """Duration of the effects below, in rounds, including the current one."""
    strength: Change = 0
    """Modifier to attack rolls."""
    guard: Change = 0
    """Modifier to defence rolls."""
    defence: Change = 0
    """Modifier to a group's defence, which is never less than 1."""
    fierce: Change = 0
    """Modifier to a group's attack value."""
    harm: Change = 0
    """Modifier to the damage of a group's attacks."""
    stalled: Number = 0
    """Number of monsters in the group that don't attack."""
    places: Change = 0
    """Modifier to the places in the rear of the character's own party (GUA-16)."""
    foe_places: Change = 0
    """Modifier to the places in the party's rear as long as a group with this effect stands
    (GUA-16).
    """
    heads: Change = 0
    """Number of extra fighters that the bearer counts as in front. In a group, each monster does.
    """
    stealth: Change = 0
    """Modifier to the die when the party sneaks."""
    speech: Change = 0
    """Modifier to the monsters' reaction when the bearer speaks."""
    hidden: bool = False
    """Whether no one can attack or target the bearer."""
    taunt: bool = False
    """Whether every group attacks the bearer before all other characters."""
    pinned: bool = False
    """Whether the bearer can't change rank."""
    no_place: bool = False
    """Whether the bearer needs no place in the rear."""
    from_rear: bool = False
    """Whether the bearer can make melee attacks from the rear."""
    from_front: bool = False
    """Whether the bearer can make ranged attacks from the front."""
    over_front: bool = False
    """Whether the bearer's attacks reach the rear even if the front isn't outnumbered."""


class Arms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of a character."""

    title: Title
    kind: Literal["melee", "ranged"]
    """Kind of attack: `melee` uses the vigor die from the front, `ranged` the quick die from the
    rear.
    """
    about: About
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    """Icon on its buttons and its page. Default: the icon of its family."""
    bonus: Change = 0
    """Modifier to attack rolls with this weapon."""
    guard: Change = 0
    """Modifier to the bearer's defence rolls."""


FOES = ("group", "rank", "foes")
"""Targets that are monsters."""


class Usable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common part of spells, items and abilities."""

    title: Title
    about: About
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    """Icon on its buttons and its page. Default: the icon of its family."""
    target: Literal["self", "ally", "party", "group", "rank", "foes"] = "self"
    """Target: the user (`self`), one of the party (`ally`), the whole `party`, one `group`, all
    groups of one `rank`, or all `foes`.
    """
    reach: Way = "any"
    """How it reaches foes: like a melee attack, like a shot, or like a spell from either rank."""
    effect: DeedEffect = DeedEffect()
    cost: Number = 0
    """Focus that one use costs."""
    uses: Number = 0
    """Uses per battle. 0: unlimited."""


class Spell(Usable, frozen=True):
    """A spell (GUA-11)."""


class Item(Usable, frozen=True):
    """A consumable item (GUA-10)."""


class Ability(Usable, frozen=True):
    """An ability of a class, or of a kind of monster (GUA-12)."""

    passive: bool = False
    """Whether its effect always applies, without being used."""
    cleave: bool = False
    """Whether melee hits beyond the last monster of a group carry over to the next group in reach.
    """
    screened: bool = False
    """Whether ranged attacks and spells can't reach this group in the rear unless its front is
    outnumbered.
    """
    pack: Change = 0
    """Bonus to the group's attack value while more than half of the group is left."""
    regrow: Number = 0
    """Monsters that return to the group at the end of every round, up to its starting number."""
    breaks: Number = 0
    """Number of monsters at which the group runs away."""
    spite: DiceText | None = None
    """Dice of damage to each character who slays one of the group in melee."""
    on_hurt: DeedEffect | None = None
    """Effect on each character that the group damages."""


class Class(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The class of a character, with its abilities."""

    title: Title
    about: About
    """Flavour text for players. The facts line states the effects."""
    abilities: Annotated[tuple[Annotated[str, ref("abilities")], ...], msgspec.Meta(min_length=2)]
    """Abilities of the class, at least two."""


class Grade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A character's gain from one grade, or as a trait."""

    title: Title
    """Name that players read."""
    about: About
    """Flavour text for players. The facts line states the effects."""
    life: Change = 0
    """Added to life."""
    focus: Change = 0
    """Added to focus."""
    armour: Change = 0
    """Added to armour."""
    speech: Change = 0
    """Added to speech."""
    vigor: DiceText | None = None
    """New vigor die."""
    quick: DiceText | None = None
    """New quick die."""
    mind: DiceText | None = None
    """New mind die."""
    weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Additional weapons carried."""
    spells: tuple[Annotated[str, ref("spells")], ...] = ()
    """Additional spells known."""
    abilities: tuple[Annotated[str, ref("abilities")], ...] = ()
    """Additional abilities."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of character or group in the bestiary. A unit in a level can override its keys."""

    title: Title
    about: str = ""
    """Flavour text for players."""
    calling: Annotated[str, ref("classes", or_none=True)] = ""
    """Class of a character. "": a group of monsters."""
    life: Number = 0
    """Life of a character."""
    vigor: DiceText = "d6"
    """Die of a character's melee attacks."""
    quick: DiceText = "d6"
    """Die of a character's ranged attacks, dodging and sneaking."""
    mind: DiceText = "d6"
    """Die of a character's spells."""
    speech: Change = 0
    """Modifier to the monsters' reaction when this character speaks."""
    armour: Change = 0
    """Bonus to defence rolls."""
    focus: Number = 0
    """Focus, spent on spells and abilities."""
    weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Weapons of a character."""
    spells: tuple[Annotated[str, ref("spells")], ...] = ()
    """Spells of a character."""
    items: tuple[Annotated[str, ref("items")], ...] = ()
    """Items carried, hidden from the other side."""
    number: Number = 0
    """Number of monsters in the group."""
    defence: Positive = 1
    """The total of an attack on the group must be higher than this."""
    fights: Literal["melee", "ranged", "both"] = "melee"
    """How the group attacks. `both`: in melee from the front, at range from the rear."""
    attack: Change = 0
    """To dodge the group's attack, a character must roll higher than this."""
    against: Attribute = "quick"
    """Die that the character rolls to dodge."""
    damage: DiceText = "1"
    """Dice of damage to a character who doesn't dodge."""
    notice: Number = 0
    """To sneak past the group, each character must roll higher than this."""
    targets: Literal["spread", "focus"] = "spread"
    """Whether the group's monsters attack the characters in turn (`spread`), or all attack the
    first (`focus`).
    """
    abilities: tuple[Annotated[str, ref("abilities")], ...] = ()
    """Abilities beyond those of the class."""
    rank: Literal["", "front", "rear"] = ""
    """Rank at the start, for a unit without a place on the map. "": depends on its attacks
    (GUA-19).
    """
    grade: Number = 0
    """Number of grades that a character has gained so far."""
    growth: tuple[Grade, ...] = ()
    """Gains of each grade, in order."""
    traits: tuple[Grade, ...] = ()
    """Gains that don't depend on the grade, such as the choices of a campaign."""
    hurt: Number = 0
    """Life that a character has lost before the start."""
    spent: Number = 0
    """Focus that a character has spent before the start."""


CHARACTER = ("life", "vigor", "quick", "mind", "speech", "armour", "focus")
GROUP = ("number", "defence", "fights", "attack", "against", "damage", "notice", "targets")
"""The stats shown for groups of monsters; `CHARACTER` are those for characters."""


def _shown(stats: object) -> tuple[str, ...]:
    assert isinstance(stats, Figure)
    return CHARACTER if stats.calling else GROUP


BARE = "bare_hands"
"""The weapon of a character without a melee weapon (GUA-08)."""

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
    gained="grade",
    traits="traits",
    lost="hurt",
    shown=_shown,
)
