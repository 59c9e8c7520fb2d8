"""What an Etiquette level may say: the book's settings, figures and robots, manners and items."""

from typing import Annotated, Literal

import msgspec

from game.terms.board_items import Goods
from game.terms.book_schema import DiceText, Schema, ref
from game.terms.level import Title
from game.world import World

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Small = Annotated[int, msgspec.Meta(ge=-6, le=6)]
Face = Annotated[int, msgspec.Meta(ge=0, le=6)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[etiquette]`. The defaults stand in the book's `settings.toml`."""

    order: Literal["level", "roll"]
    """Turns in the level's order, or by a roll of the figures (ETI-17)."""
    nonbelligerent_first: Literal["always", "unless_engaged"]
    """Whether a nonbelligerent who fights takes the attacking role from an aggressor who has
    declared to fight too (ETI-05)."""
    promises: Count
    """How often each may promise something before anything is declared (ETI-03)."""
    attack: DiceText
    """What an attacker rolls (ETI-07)."""
    one: DiceText
    """What a defender rolls who chooses one die."""
    two: DiceText
    """What a defender rolls who chooses two."""
    robot: DiceText
    """What a robot rolls, in either role."""
    disengage: DiceText
    """What each rolls when somebody disengages (ETI-12)."""
    initiative: DiceText
    """What each rolls for `order = "roll"`."""
    sudden_death: Count
    """The round from which the turns of figures end with a loss of life (ETI-17)."""
    sudden_death_loss: Count
    """The life lost then."""
    items_a_turn: Count
    """Items a figure may use or lay in its turn, outside fights (ETI-11)."""
    breath: Count
    """Tries to disengage in one turn, of all together, before nobody may try again."""
    patience: Count
    """So many turns of one fight are free; each later one costs both a life (ETI-06)."""


class Knack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a manner or an item changes in one attack, for whom it belongs to."""

    when: Literal["always", "first", "hurt", "own_turn", "robots", "figures"] = "always"
    """When it does: in the first two turns of a fight, with at most half its life, on a turn of
    its own side, against robots, or against figures."""
    dice: Small = 0
    """So many dice more, or fewer; a robot always rolls the same."""
    high: Small = 0
    """Added to its highest die."""
    low: Small = 0
    """Added to its lowest die."""
    floor: Face = 0
    """Its dice that show less count as this."""
    cap: Face = 0
    """The other's dice that show more count as this; 0 for none."""
    ties: bool = False
    """The attacker wins ties."""
    harm: Small = 0
    """The attacker does so much more damage, if any die is beaten."""
    ward: Small = 0
    """The defender loses so much less."""
    safe: bool = False
    """The attacker is not struck back at."""
    riposte: bool = False
    """The defender strikes back also where a single pair was compared."""
    sting: Small = 0
    """The defender strikes back so much harder."""


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one fights with, and how."""

    title: Title
    about: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    attack: Knack | None = None
    """What it does in the attacking role."""
    defence: Knack | None = None
    """What it does in the defending role."""


class Item(Goods, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A thing to use up. `attack` and `defence` items are played in one attack (ETI-08)."""

    target: Literal["opponent", "self", "tile", "attack", "defence"]
    knack: Knack | None = None
    """What an `attack` or `defence` item does to that attack."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of the bestiary; a unit of a level may override any of it."""

    title: Title
    """What players read."""
    movement: DiceText
    """The allowance of each turn."""
    life: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    """What it has at the start, and at most."""
    weapon: Annotated[str, ref("arms")]
    """What it fights with, and how."""
    robot: bool = False
    """A minion of its side's figure: one die in either role, and no hand (ETI-07, ETI-13)."""
    hand: tuple[Annotated[str, ref("items")], ...] = ()
    """The items a figure starts with, a secret of its side."""
    about: str = ""
    """A line for players."""


SCHEMA = Schema(Settings, Figure, {"arms": Manner, "items": Item}, diagonal=False)


def settings(world: World) -> Settings:
    """The level's settings."""
    return world.scene.settings(Settings)


def sudden_death(world: World) -> tuple[int, int]:
    """The round from which turns cost life, and how much."""
    found = settings(world)
    return found.sudden_death, found.sudden_death_loss
