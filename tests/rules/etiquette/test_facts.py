"""Facts lines of Etiquette: the dice of holders, and effects in one role only."""

import msgspec

from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.present.facts_lines import FactsLines
from game.rules.etiquette import commands
from game.rules.etiquette.book import BOOK
from game.rules.etiquette.promises import KINDS
from game.rules.etiquette.schema import Item, Knack, Manner
from game.terms.facts import AnyBasis, FactsBasis

DATA = book_data(BOOK, levels_root())
LINES = FactsLines.of_book(BOOK)


def test_facts_line_of_an_attack_has_the_holders_dice_and_manner() -> None:
    assert LINES.held_by(DATA.figures["colonel"]).command(commands.Attack) == (
        "2d6 vs. the foe's 1d6 or 2d6 (robots 1d6) · 1 damage for each pair you win · "
        "attacking, at half life or less: +1 to the highest die"
    )
    assert LINES.held_by(DATA.figures["soup_waiter"]).command(commands.Attack).startswith("1d6 vs.")


def test_facts_line_of_a_promise_states_the_promise() -> None:
    lines = [LINES.command(commands.Promise, (kind,)) for kind in KINDS]
    assert [line.split(" · ")[0] for line in lines] == [
        "You won't fight the foe in this encounter",
        "You won't fight the foe or their robots until the end of your next turn",
        "An item of your choice for the foe, if neither fights",
    ]
    most = "2 promises each per encounter"
    binds = f"not binding; all see if you keep it · {most}"
    assert all(line.endswith(f" · {binds}") for line in lines)
    assert LINES.command(commands.Promise) == binds.capitalize()


def test_facts_line_of_a_defence_says_whether_it_can_counter_attack() -> None:
    dowager = LINES.held_by(DATA.figures["dowager"])
    back = "win both pairs: 1 damage back"
    assert back in dowager.command(commands.Two)
    assert back not in dowager.command(commands.One)
    assert dowager.command(commands.One).endswith("defending: counter-attacks after 1 pair, too")


def test_facts_line_leaves_out_effects_of_the_other_role() -> None:
    idle = Manner("Idle", "Idle.", attack=Knack(ward=1), defence=Knack(harm=1, safe=True))
    assert _told(idle, _basis()) == "Changes no dice"
    played = Item(title="Idle", about="Idle.", target="attack", damage="1d6", knack=Knack(high=1))
    assert _told(played, _basis()) == "When attacking · +1 to the highest die · used up"


def test_facts_line_of_a_robot_adds_no_dice() -> None:
    more = Manner("More", "More.", attack=Knack(dice=1, high=1))
    assert _told(more, _basis()) == "Attacking: +1 die, +1 to the highest die"
    assert _told(more, _basis(is_robot=True)) == "Attacking: +1 to the highest die"


def _basis(is_robot: bool = False) -> AnyBasis:
    settings = BOOK.schema.settings(**DATA.settings)
    holder = DATA.figures["soup_waiter"] if is_robot else None
    return FactsBasis(settings, DATA.gear, DATA.terrain, holder)


def _told(thing: Manner | Item, basis: AnyBasis) -> str:
    table = "arms" if isinstance(thing, Manner) else "items"
    new = msgspec.structs.replace(basis, gear={**basis.gear, table: {"new": thing}})
    return LINES.text(BOOK.facts.thing("new", new))
