"""The counts of one battle."""

import msgspec


class ObjectiveEnd(msgspec.Struct, frozen=True):
    """The end of an objective in a battle, as the round in which it came, or None."""

    reached: int | None = None
    failed: int | None = None


class UsedMeans(msgspec.Struct):
    """The uses of a weapon, power, item, spell, ability or action by one unit, and their effects.

    Damage and conditions of an earlier use count as well: a trap, a fire that lasts.
    """

    unit: str
    side: str
    kind: str
    """The field that names the means in commands, such as `weapon`; `action` for a bare command.
    Damage whose cause was never used has the kind `other`.
    """
    name: str
    """Id of the means; for an action, the command's verb."""
    uses: int = 0
    damage: int = 0
    """Damage to other sides."""
    own_damage: int = 0
    """Damage to the unit's own side."""
    healed: int = 0
    defeated: int = 0
    """Number of foes brought to 0 life or killed."""
    conditions: dict[str, int] = {}
    """Number of conditions given, by kind."""

    def add(self, more: "UsedMeans") -> None:
        """Add the uses and effects of the same means by another unit, or in another battle."""
        self.uses += more.uses
        self.damage += more.damage
        self.own_damage += more.own_damage
        self.healed += more.healed
        self.defeated += more.defeated
        for kind, count in more.conditions.items():
            self.conditions[kind] = self.conditions.get(kind, 0) + count


class OfferedMeans(msgspec.Struct, frozen=True):
    """A means that a unit could use, and in how many turns, its own or others'."""

    unit: str
    side: str
    kind: str
    """The same as in `UsedMeans`."""
    name: str
    turns: int


class UnitDeeds(msgspec.Struct):
    """What became of a unit that was on the board. What it did is in its means."""

    unit: str
    side: str
    kind: str
    """Its kind in the rulebook's bestiary."""
    turns: int = 0
    taken: int = 0
    """Damage that it took."""
    fell: int | None = None
    """Round in which it first had 0 life or died, or None."""


class SideWaste(msgspec.Struct):
    """The wasted commands of a side, each with the number of occasions."""

    side: str
    grants: int = 0
    """Number of times that a command gave the acting unit more movement."""
    unspent: int = 0
    """How many of these grants were unused at the end of the turn."""
    turns: int = 0
    """Number of turns in which units made choices, and were still up at the end."""
    in_hazard: int = 0
    """How many of these turns ended in a hazard that the unit could have left."""
    harmful: int = 0
    """Number of steps onto tiles that harmed the unit."""
    avoidable: int = 0
    """How many of these steps were on walks for which a harmless path was as short."""
    rounds: int = 0
    """Number of rounds at whose end the side had posts to hold."""
    held: int = 0
    """How many of these rounds ended with a unit on each post."""
    coming: int = 0
    """How many of these rounds ended before the first that did: the units were on their way."""


class BattleCounts(msgspec.Struct, frozen=True):
    """The counts of one battle."""

    objectives: dict[str, ObjectiveEnd] = {}
    """The objectives that were reached or failed, by id."""
    triggers: tuple[int, ...] = ()
    """Number of times that each trigger fired, in the level's order."""
    waste: tuple[SideWaste, ...] = ()
    """The waste of each side, in the level's order."""
    means: tuple[UsedMeans, ...] = ()
    """All means used, in the order of their first use."""
    commands: dict[tuple[str, str], int] = {}
    """Number of commands, by side and verb."""
    choices: dict[str, str] = {}
    """The answer to each choice of the level that was put, by their ids."""
    offers: tuple[OfferedMeans, ...] = ()
    """All means that units could use, in the order in which they first could."""
    units: tuple[UnitDeeds, ...] = ()
    """All units that were on the board."""
    first: str = ""
    """The side of the unit that had the first turn, or "" if no unit had one."""
