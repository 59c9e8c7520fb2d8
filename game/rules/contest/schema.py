"""What a Contest level may say: the book's settings, its figures, weapons and items."""

from typing import Annotated, Literal

import msgspec

from game.terms.board_items import Thing
from game.terms.book_schema import DiceText, Schema, ref
from game.terms.level import Title
from game.world import World

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[contest]`. The defaults stand in the book's `settings.toml`."""

    order: Literal["level", "roll"]
    """Turns in the level's order, or by a roll (CON-18)."""
    sudden_death: Count
    """The round from which every turn ends with a loss of life (CON-19)."""
    sudden_death_loss: Count
    """The life lost then."""
    fury_after: Count
    """So many attacks of a fighter in one fight are plain (CON-07)."""
    fury_gain: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    """Each later one does so much more damage than the one before."""
    fight_price: Count
    """What an attack or item in a fight costs an aggressor with movement left (CON-08)."""
    items_a_turn: Count
    """Items a figure may use or lay in its turn, outside fights (CON-09)."""
    breath: Count
    """Tries to disengage in one turn, of all figures together, before nobody may try again."""
    disengage: DiceText
    """What each rolls when somebody disengages (CON-10)."""
    initiative: DiceText
    """What each rolls for `order = "roll"`."""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon. All have reach 0."""

    title: Title
    damage: DiceText
    about: str = ""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of the bestiary; a unit of a level may override any of it."""

    title: Title
    """What players read."""
    movement: DiceText
    """The allowance of each turn."""
    life: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    """What it has at the start, and at most."""
    weapon: Annotated[str, ref("arms")]
    """What it strikes with; it keeps it to the end."""
    armour: Count = 0
    """Taken off the damage of every blow."""
    hand: tuple[Annotated[str, ref("items")], ...] = ()
    """The items it starts with, a secret of its side."""
    about: str = ""
    """A line for players."""


def sudden_death(world: World) -> tuple[int, int]:
    """The round from which turns cost life, and how much."""
    settings = world.scene.settings(Settings)
    return settings.sudden_death, settings.sudden_death_loss


SCHEMA = Schema(Settings, Figure, {"arms": Weapon, "items": Thing}, diagonal=False)
