"""The script of a level, as a rulebook receives it."""

from pathlib import Path

import pytest

from game.content.levels import all_levels, check_level
from game.content.toml_files.text_reading import read_text
from game.rules.action.schema import Figure
from game.rules.registry import find_books
from game.terms.level_script import Deploy, Expect, Objective, Story, Trigger
from game.terms.script.behaviours import Behaviour
from game.terms.script.conditions import Foe, When, WhenEntered, Who
from game.terms.script.effects import Do, Reinforcement
from tests.content.world import LEVEL, changed, check, make_root, read, told

NORMATIVE = """\
format = 1
rulebook = "contest"
title = "Two in the yard"
rounds = 60                      # then a draw; objectives may say otherwise
[map]
grid = '''
#####
#a.b#
#####
'''
legend = { "#" = "wall", "." = "floor", a = { terrain = "floor", unit = "ann" }, b = { terrain = "floor", unit = "bo" } }
# zones = a second such layer, one letter a zone (VER-06, ACT-27, the ranks of GUA); optional
[[side]]
id = "red"                       # also: control = "human" | "soldier" | …, colour, shape, heroes = true
[[side]]
id = "blue"
[[unit]]
id = "ann"                       # red.ann in the protocol; placed by its letter, or by at = [1, 1], never both
side = "red"
kind = "brawler"                 # from the book's bestiary; any of its keys may be overridden here
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
[[area]]
id = "middle"
tiles = [[2, 1]]                 # or rect = [x, y, width, height], or a letter of the legend
[[trigger]]                      # every `when` must hold; once = true unless said
when = [{ enter = { unit = "ann", area = "middle" } }]
do = [{ message = "Bo looks up." }]
"""  # noqa: E501 - to the letter as in the design

NO_BO = ('b = { terrain = "floor", unit = "bo" }', 'b = "floor"')


def test_normative_level_is_resolved() -> None:
    books = find_books().books
    checked = check_level(NORMATIVE, file="yard.toml", id="yard", books=books)
    assert checked.findings == ()
    assert checked.level is not None
    assert checked.level.rounds == 60
    script = checked.level.script
    assert script.areas == {"middle": ((2, 1),)}
    assert script.triggers == (
        Trigger(
            when=(When(enter=WhenEntered(unit="red.ann", area="middle")),),
            do=(Do(message="Bo looks up."),),
        ),
    )


def test_shipped_levels_have_no_findings() -> None:
    books = find_books().books
    for listed in all_levels():
        text = read_text(listed.path)
        assert told(check_level(text, file="", id=listed.id, books=books).findings) == []


def test_areas_can_be_given_in_three_ways(root: Path) -> None:
    text = LEVEL + (
        '[[area]]\nid = "tiles"\ntiles = [[3, 1], [2, 1], [1, 1]]\n'
        '[[area]]\nid = "rect"\nrect = [3, 0, 2, 2]\n'
        '[[area]]\nid = "walls"\nletter = "#"\n'
        '[[area]]\nid = "start"\nletter = "a"\n'
    )
    areas = read(text, root).script.areas
    assert areas["tiles"] == ((1, 1), (2, 1), (3, 1))
    assert areas["rect"] == ((3, 0), (4, 0), (3, 1), (4, 1))
    assert areas["walls"][:6] == ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1))
    assert areas["start"] == ((1, 1),)
    found = told(check(text, root).findings)
    assert [line.split()[0] for line in found] == ["area-unused"] * 4


def test_zones_are_resolved(root: Path) -> None:
    zones = "zones = '''\nAA.BB\nA  B.\n     \n'''\nlegend"
    assert read(changed(("legend", zones)), root).zones == (
        *("A", "A", "", "B", "B"),
        *("A", "", "", "B", ""),
        *("", "", "", "", ""),
    )
    assert read(LEVEL, root).zones == ()


def test_zones_can_have_names(root: Path) -> None:
    zones = "zones = '''\nAA.BB\nA  B.\n     \n'''\nzone_names = { %s }\nlegend"
    level = read(changed(("legend", zones % 'A = "the landing"')), root)
    assert level.zone_names == {"A": "the landing"}
    found = check(changed(("legend", zones % 'Q = "the cellar", B = ""')), root).findings
    assert [finding.code for finding in found] == ["unknown-name", "wrong-value"]


def test_units_have_full_names_everywhere(root: Path) -> None:
    script = read(
        LEVEL
        + """
[[area]]
id = "yard"
letter = "."
[[objective]]
id = "safe"
side = "red"
title = "Keep Ann"
protect = "ann"
[[objective]]
id = "there"
side = "red"
title = "Go there"
reach = { unit = "ann", area = "yard" }
[[objective]]
id = "done"
side = "blue"
title = "Get Ann"
defeat = { unit = "ann" }
[[trigger]]
when = [{ turn = "bo" }, { death = { unit = "ann" } }, { count = { side = "red", at_most = 0 } }]
do = [{ win = "blue" }]
once = false
[[expect]]
reachable = { unit = "bo", area = "yard" }
[text]
intro = "Two meet."
""",
        root,
    ).script
    assert [aim.id for aim in script.objectives] == ["safe", "there", "done"]
    assert script.objectives[0].protect == "red.ann"
    assert script.objectives[1].reach == WhenEntered(unit="red.ann", area="yard")
    assert script.objectives[2] == Objective(
        id="done", side="blue", title="Get Ann", defeat=Foe(unit="red.ann")
    )
    assert script.triggers[0].when[:2] == (When(turn="blue.bo"), When(death=Who(unit="red.ann")))
    assert not script.triggers[0].once
    assert script.expects == (Expect(reachable=WhenEntered(unit="blue.bo", area="yard")),)
    assert script.story == Story(intro="Two meet.")


YARD = '[[area]]\nid = "yard"\nletter = "."\n'


def test_unit_can_be_placed_by_its_side(root: Path) -> None:
    level = read(f'{changed(NO_BO)}{YARD}[[deploy]]\nside = "blue"\narea = "yard"\n', root)
    assert level.units[1].at is None
    assert level.script.deploy == (Deploy(side="blue", area="yard", units=("blue.bo",)),)


def test_unit_can_arrive_later(root: Path) -> None:
    text = (
        f"{changed(NO_BO)}{YARD}[[trigger]]\nwhen = [{{ round = 2 }}]\n"
        'do = [{ reinforcement = { units = ["bo"], area = "yard" } }]\n'
    )
    level = read(text, root)
    assert level.units[1].at is None
    bringing = Do(reinforcement=Reinforcement(units=("blue.bo",), area="yard"))
    assert level.script.triggers == (Trigger(when=(When(round=2),), do=(bringing,)),)
    assert told(check(text, root).findings) == []


def test_doors_opened_by_triggers_are_passable(root: Path) -> None:
    walled = (("#a.b#", "#a|b#"), ('"." = "floor"', '"|" = "wall"'))
    door = (
        '[[area]]\nid = "door"\nletter = "|"\n[[trigger]]\nwhen = [{ round = 2 }]\n'
        'do = [{ open = { area = "door", terrain = "floor" } }]\n'
    )
    codes = [finding.code for finding in check(changed(*walled), root).findings]
    assert codes == ["no-way-to-win", "unit-cut-off", "unit-cut-off"]
    assert told(check(changed(*walled) + door, root).findings) == []


def test_area_in_which_a_trigger_counts_units_is_an_objective(root: Path) -> None:
    walled = (("#a.b#", "#a#b#"), ('"." = "floor", ', ""))
    areas = '[[area]]\nid = "left"\nletter = "a"\n[[area]]\nid = "right"\nletter = "b"\n'
    counts = "".join(
        f'[[trigger]]\nwhen = [{{ count = {{ area = "{area}", at_least = 2 }} }}]\n'
        f'do = [{{ win = "{side}" }}]\n'
        for area, side in (("left", "red"), ("right", "blue"))
    )
    assert told(check(changed(*walled) + areas + counts, root).findings) == []


def test_units_of_a_side_can_share_a_deployment_area(root: Path) -> None:
    text = changed(NO_BO, ("#a.b#", "#a..#"))
    text += '[[unit]]\nid = "cy"\nside = "blue"\nkind = "grunt"\n'
    text += '[[area]]\nid = "one"\ntiles = [[3, 1]]\n[[area]]\nid = "both"\nletter = "."\n'
    deploys = [
        '[[deploy]]\nside = "blue"\narea = "one"\nunits = ["bo"]\n',
        '[[deploy]]\nside = "blue"\narea = "both"\nunits = ["cy"]\n',
    ]
    legend = ('b = "floor"', 'c = "floor"')
    text = changed((legend[0], legend[1]), text=text)
    for order in (deploys, deploys[::-1]):
        found = check(text + "".join(order), root).findings
        assert {finding.code for finding in found} == {"letter-unused"}


# Behaviours for computer players


def behaving(text: str) -> str:
    return changed(('kind = "grunt"', f'kind = "grunt"\nbehaviour = {{ {text} }}'))


def test_unit_has_the_behaviour_in_the_level(root: Path) -> None:
    level = read(behaving('guard = "yard", flee = 0.3') + YARD, root)
    assert [unit.behaviour for unit in level.units] == [
        Behaviour(guard="yard", flee=0.3),
        Behaviour(),
    ]
    assert told(check(behaving('guard = "yard"') + YARD, root).findings) == []


def test_each_behaviour_can_be_given(root: Path) -> None:
    areas = YARD + '[[area]]\nid = "start"\nletter = "a"\n'
    for said, meant in [
        ("hold = true", Behaviour(hold=True)),
        ("hunt = true", Behaviour(hunt=True)),
        ('hunt = "wounded"', Behaviour(hunt="wounded")),
        ('guard = "yard", chase = 3', Behaviour(guard="yard", chase=3)),
        ("lead = 4", Behaviour(lead=4)),
        ('patrol = ["yard", "start"]', Behaviour(patrol=("yard", "start"))),
        ("flee = 1", Behaviour(flee=1.0)),
    ]:
        assert read(behaving(said) + areas, root).units[0].behaviour == meant


# Doors


ROOM = """\
format = 1
rulebook = "action"
title = "Behind a door"
[map]
grid = '''
#######
#a.+.b#
#######
'''
legend = { "#" = "wall", "." = "floor", "+" = "shut_door", a = { terrain = "floor", unit = "ann" }, b = { terrain = "floor", unit = "bo" } }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "poacher"
[[unit]]
id = "bo"
side = "blue"
kind = "poacher"
[[area]]
id = "door"
letter = "+"
"""  # noqa: E501 - the legend as authors write it


def told_of(text: str) -> list[str]:
    return told(check_level(text, file="", id="room", books=find_books().books).findings)


@pytest.mark.parametrize("terrain", ["shut_door", "locked_door", "crate"])
def test_terrain_that_units_can_open_or_break_counts_as_enterable(terrain: str) -> None:
    text = ROOM.replace("shut_door", terrain) + (
        '[[objective]]\nid = "in"\nside = "red"\ntitle = "In"\nreach = { area = "door" }\n'
        '[[objective]]\nid = "held"\nside = "blue"\ntitle = "Held"\n'
        'hold = { area = "door", rounds = 2 }\n'
        '[[trigger]]\nwhen = [{ enter = { area = "door" } }]\ndo = [{ message = "In." }]\n'
    )
    assert told_of(text) == []


def test_armour_and_shield_can_be_removed() -> None:
    text = ROOM.replace('side = "red"\n', 'side = "red"\narmour = ""\nshield = ""\n')
    checked = check_level(text, file="", id="room", books=find_books().books)
    assert checked.level is not None
    first, second = (unit.stats_as(Figure) for unit in checked.level.units[:2])
    assert (first.armour, first.shield, second.armour) == ("", "", "leather")


def test_unit_is_not_placed_behind_a_closed_door() -> None:
    text = ROOM.replace('b = { terrain = "floor", unit = "bo" }', 'b = "floor"')
    found = told_of(f'{text}[[deploy]]\nside = "blue"\narea = "door"\n')
    assert [line.split()[0] for line in found] == ["area-blocked"]


SHIPS = (
    ROOM.replace("#a.+.b#", "#a.#.b#")
    .replace("[[side]]", "{zones}\n[[side]]", 1)
    .replace('"+" = "shut_door", ', "")
)
SHIPS = (
    SHIPS.replace('letter = "+"', "tiles = [[5, 1]]")
    .replace("{zones}", "[action]\nzones = true\nlinks = [{ zones = ['o', 'x'] }]")
    .replace("legend =", "zones = '''\n.......\n.oo.xx.\n.......\n'''\nlegend =")
)
GO = '[[objective]]\nid = "in"\nside = "red"\ntitle = "In"\nreach = { area = "door" }\n'


def test_link_between_zones_counts_as_a_path() -> None:
    assert told_of(SHIPS + GO) == []
    for closed in ("closed = true", "shots = false, closed = true"):
        found = told_of((SHIPS + GO).replace("'x'] }", f"'x'], {closed} }}"))
        assert {line.split()[0] for line in found} == {
            *("book-rule", "no-way-to-win", "objective-unreachable", "unit-cut-off")
        } - {"no-way-to-win"}


def test_thing_that_opens_a_link_allows_interactions() -> None:
    text = (SHIPS + GO).replace("'x'] }", "'x'], closed = true, opened_by = 'door' }")
    text += '[[trigger]]\nwhen = [{ handled = { area = "door" } }]\ndo = [{ message = "Open." }]\n'
    assert [line.split()[0] for line in told_of(text)] == ["book-rule"]


def test_thing_created_by_a_trigger_allows_interactions() -> None:
    trigger = '[[trigger]]\nwhen = [{ %s = { area = "door" } }]\ndo = [{ message = "Oh." }]\n'
    walled = ROOM.replace('"+" = "shut_door"', '"+" = "floor"')
    text = f"{walled}{trigger % 'handled'}{trigger % 'broken'}"
    assert [line.split()[0] for line in told_of(text)] == ["trigger-never"] * 2
    opening = '[[trigger]]\nwhen = [{ round = 2 }]\ndo = [{ open = { area = "door", terrain = '
    assert told_of(f'{text}{opening}"shut_door" }} }}]\n') == []


# Errors in the rulebook's files


def test_error_in_the_rulebook_causes_no_errors_in_the_level(tmp_path: Path) -> None:
    root = make_root(tmp_path, tools="[club]\ntitle = 3\n[knife]\ntitle = 'Knife'\n")
    text = f'{changed(NO_BO)}{YARD}[[deploy]]\nside = "blue"\narea = "yard"\n'
    assert [line.split()[0] for line in told(check(text, root).findings)] == ["wrong-type"]
