"""Errors of a campaign: all reported at once, each with line and column."""

from pathlib import Path

import pytest

from game.campaign.campaign import CampaignError
from game.campaign.campaign_list import all_campaigns
from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.cli.main import main
from game.content import finding_codes
from game.content.levels import check_level
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import Finding
from game.record.failure import Failure
from game.terms.languages import PseudoLocale, spoken
from game.workshop import check_campaign
from game.workshop.expectations import trial_with
from tests.campaign.choice_faults import CHOICE_FAULTS
from tests.campaign.conftest import BOOKS
from tests.campaign.evening_faults import EVENING_FAULTS

FILE = "campaign.toml"


def edit(road: Path, old: str, new: str, name: str = FILE) -> None:
    path = road / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def findings(road: Path) -> tuple[Finding, ...]:
    return check_campaign.check_campaign(road / FILE, BOOKS).findings


def test_small_road_has_no_findings(road: Path) -> None:
    assert findings(road) == ()


@pytest.mark.parametrize(("keeps", "codes"), [("true", []), ("false", ["deploy-empty"])])
def test_deployment_for_more_heroes_is_not_empty(road: Path, keeps: str, codes: list[str]) -> None:
    level = road / "yard_fight.toml"
    for row, unit in enumerate(("joss", "fenn"), 1):
        old = f'id = "{unit}"\nside = "red"\n'
        edit(road, old, f"{old}at = [3, {row}]\n", level.name)
    edit(road, 'units = ["joss", "fenn"]', "", level.name)
    edit(road, "heroes = true", f"heroes = {keeps}", level.name)
    found = check_level(level.read_text(), file=level.name, id=level.stem, books=BOOKS).findings
    assert [it.code for it in found] == codes


YARD, FIRST = 'title = "The yard"', 'joins = ["hanne", "joss"]'
ON = 'to = "bridge"\n[[stop.way]]\ntext = "To the inn"\nto = "inn"\n'
EARLY = '[[stop.way]]\ntext = "x"\nto = "yard"\n'
FAULTS = [
    ('won = "camp"', 'won = "kamp"', "unknown-name", "did you mean 'camp'?"),
    ("grows = true", "grow = true", "unknown-key", "did you mean 'grows'?"),
    ("heroes = 3", 'heroes = "3"', "wrong-type", "a whole number"),
    ("rank = 1", "rnak = 1", "unknown-key", "did you mean 'rank'?"),
    ("rank = 1", 'rank = "one"', "wrong-type", "'rank' in the hero 'joss'"),
    ('kind = "warden"', 'kind = "wardn"', "unknown-name", "did you mean 'warden'?"),
    ('player = "novice"', 'player = "expert"', "wrong-value", "'novice'"),
    ('rulebook = "action"', 'rulebook = "acton"', "unknown-rulebook", "'action'"),
    ("format = 1", "format = 2", "newer-format", "newer format"),
    ('start = "gate"', "", "missing-key", "'start'"),
    ('id = "hard"', 'id = "gentle"', "difficulty-twice", "already a difficulty 'gentle'"),
    ('title = "Hard"', 'title = "Gentle"', "difficulty-twice", "already has the title 'Gentle'"),
    ('id = "soft"', 'id = "plain"', "road-twice", "already a road 'plain'"),
    ('title = "Soft"', 'title = "Plain"', "road-twice", "already has the title 'Plain'"),
    ('id = "joss"', 'id = "hanne"', "hero-twice", "already a hero 'hanne'"),
    ('id = "gaol"', 'id = "Gaol"', "bad-id", "begins with a small letter"),
    ('id = "gaol"', 'id = "camp"', "stop-twice", "already a stop 'camp'"),
    ("ending = true", "", "dead-end", "'ending = true'"),
    ('title = "The camp"', 'title = "The camp"\nending = true', "ending-goes-on", "no path"),
    (*(YARD, f'{YARD}\n[[stop.way]]\ntext = "x"\nto = "gate"'), "ways-and-won", "only one"),
    (ON, 'to = "gate"', "no-ending", "from the stop 'gate'"),
    (ON, 'to = "gate"', "stop-unreachable", "to the stop 'bridge'"),
    ('lost = "yard", passed', 'won = "home", passed', "way-never", "can never be"),
    (ON, 'to = "bridge"\nneeds = { hero = "tam" }', "dead-end", "all paths can be closed"),
    (ON, 'to = "bridge"\nneeds = { won = "yard" }', "dead-end", "all paths can be closed"),
    ('id = "fenn"', 'id = "fen"', "unknown-name", "did you mean 'fen'?"),
    (FIRST, 'joins = ["hanne"]', "hero-never", "'joss'"),
    (FIRST, "", "roster-empty", "without a hero"),
    (FIRST, f'{FIRST}\nleaves = ["joss"]', "joins-and-leaves", "at the same stop"),
    ("heroes = 2", "", "grows-nobody", "the number that can go"),
    ('level = "yard_fight"', 'level = "yard_figt"', "unknown-level", "'yard_fight', which is next"),
    ('level = "yard_fight"', 'level = "kennel"', "other-book", "without 'heroes'"),
    ("heroes = 3", 'heroes = 3\nside = "reds"', "side-unknown", "did you mean 'red'?"),
    ('without = ["blue.second"]', 'without = ["blue.secnd"]', "unknown-name", "'blue.second'"),
    ('id = "third"\n', "", "missing-key", "needs the key 'id'"),
    ("[stop.battle]", "[battle]", "unknown-key", "did you mean [stop.battle]?"),
    (
        *('[[stop]]\nid = "gate"', f"{EARLY}[[stop]]\nid = 'gate'", "not-toml"),
        "[[stop.way]] comes before",
    ),
    ('level = "yard_fight"', 'level = "yard_fight.toml"', "unknown-level", "'yard_fight', without"),
    *(
        ('level = "yard_fight"', f"level = '{word}'", "unknown-level", "leads out of")
        for word in ("../yard", "../yard.toml", "/etc/passwd", "a/../yard", "./yard", "a\\b")
    ),
    (
        'level = "yard_fight"',
        'level = "acts/yard_fight"',
        "unknown-level",
        "in the campaign's folder",
    ),
    ('without = ["blue.second"]\n', "without = []\n", "change-idle", "changes nothing"),
    ("at = [6, 3]", "at = [0, 3]", "battle-unusable", "At the difficulty 'hard'"),
    ('kind = "toll_guard"', 'kind = "toll_gard"', "battle-unusable", "'toll_guard'"),
]


@pytest.mark.parametrize(("old", "new", "code", "says"), FAULTS)
def test_error_is_reported(road: Path, old: str, new: str, code: str, says: str) -> None:
    edit(road, old, new)
    found = [finding for finding in findings(road) if finding.code == code]
    assert found, [str(finding) for finding in findings(road)]
    assert any(says in finding.message for finding in found), [str(f) for f in found]
    assert all(finding.line and finding.column for finding in found)


def test_finding_has_line_and_column(road: Path) -> None:
    edit(road, 'won = "camp"', 'won = "kamp"')
    lines = (road / FILE).read_text(encoding="utf-8").splitlines()
    (found,) = findings(road)
    assert lines[found.line - 1] == 'won = "kamp"'
    assert found.column == len("won = ") + 1


def test_level_with_too_few_places_is_reported(road: Path) -> None:
    level = "yard_fight.toml"
    deploy = '[[deploy]]\nside = "red"\narea = "west"\nunits = ["joss", "fenn"]\n'
    edit(road, deploy, "", level)
    edit(road, 'id = "joss"\n', 'id = "joss"\nat = [1, 2]\n', level)
    edit(road, 'id = "fenn"\n', 'id = "fenn"\nat = [2, 2]\n', level)
    edit(road, "heroes = 3", "heroes = 5")
    (found,) = [finding for finding in findings(road) if finding.code == "no-room"]
    assert "has room for 4" in found.message
    assert "takes up to 5" in found.message


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("at = [6, 3]", "at = [0, 3]", "at = [0, 3]", "The unit 'third' is at [0, 3]"),
        ("life = 20", "lives = 20", "lives = 20", "no key 'lives' in the unit 'first'"),
        ("rank = 1", "rank = 9", "rank = 9", "The hero 'joss' can't go into the level"),
    ],
)
def test_error_in_a_battle_is_reported_at_the_campaigns_key(
    road: Path, old: str, new: str, at: str, says: str
) -> None:
    edit(road, old, new)
    lines = (road / FILE).read_text(encoding="utf-8").splitlines()
    told = [finding for finding in findings(road) if finding.code == "battle-unusable"]
    assert told
    assert {lines[finding.line - 1] for finding in told} == {at}
    assert all(says in finding.message for finding in told)
    assert len({finding.message for finding in told}) == len(told)


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("at = [6, 3]", "at = [0, 3]", "at = [0, 3]"),
        ("life = 20", "lives = 20", "lives = 20"),
        ("rank = 1", "rank = 9", "rank = 9"),
    ],
)
def test_error_in_a_battle_is_at_the_same_key_in_every_language(
    road: Path, old: str, new: str, at: str
) -> None:
    edit(road, old, new)
    lines = (road / FILE).read_text(encoding="utf-8").splitlines()
    with spoken(PseudoLocale()):
        told = findings(road)
    assert {lines[finding.line - 1] for finding in told} == {at}


def test_level_key_about_an_absent_hero_is_reported(road: Path) -> None:
    trigger = "[[trigger]]\nwhen = [{ turn = 'hanne' }]\ndo = [{ message = 'x' }]\n"
    edit(road, "[[expect]]", f"{trigger}[[expect]]", "yard_fight.toml")
    found = findings(road)
    assert {finding.code for finding in found} == {"battle-unusable"}
    assert "there is no unit 'hanne'" in found[0].message


def test_change_can_leave_out_a_unit_that_an_earlier_one_adds(road: Path) -> None:
    leaves = '[[stop.battle.change]]\nwithout = ["blue.third"]\n'
    edit(road, "at = [6, 3]\n", f"at = [6, 3]\n{leaves}")
    assert findings(road) == ()
    edit(road, leaves, "")
    edit(road, "[[stop.battle.change]]\n", f"{leaves}[[stop.battle.change]]\n")
    (found,) = findings(road)
    assert (found.code, "'blue.third'" in found.message) == ("unknown-name", True)


def test_unplayable_level_is_reported(road: Path) -> None:
    edit(road, 'kind = "warden"', 'kind = "wardn"', "yard_fight.toml")
    assert {finding.code for finding in findings(road)} == {"level-unusable"}


def test_level_without_a_battle_is_reported(road: Path) -> None:
    text = (road / "yard_fight.toml").read_text(encoding="utf-8")
    (road / "spare.toml").write_text(text, encoding="utf-8")
    (found,) = findings(road)
    assert (found.code, found.severity) == ("level-unused", "warning")


def test_battles_are_tried_with_the_changes_of_each_difficulty(road: Path) -> None:
    one = (
        "[[trigger]]\nwhen = [{ count = { side = 'blue', at_most = 1 } }]\ndo = [{ win = 'red' }]\n"
    )
    edit(road, "[[expect]]", f"{one}[[expect]]", "yard_fight.toml")
    assert findings(road) == ()
    found = check_campaign.check_campaign(road / FILE, BOOKS, trial_with(BOOKS)).findings
    told = {(finding.code, finding.severity, finding.message) for finding in found}
    assert told == {
        (
            "settled-at-once",
            "warning",
            "At the difficulty 'gentle' with 'hanne' and 'joss', in the level 'yard_fight': The "
            "battle is over before the first turn; look at what decides it in round 1.",
        )
    }


def test_campaign_with_errors_is_not_loaded(road: Path) -> None:
    edit(road, 'won = "camp"', 'won = "kamp"')
    with pytest.raises(CampaignError, match="no stop 'kamp'"):
        load_campaign(road, BOOKS)


def test_every_code_of_campaigns_is_tested() -> None:
    met = {code for _, _, code, _ in (*FAULTS, *CHOICE_FAULTS, *EVENING_FAULTS)} | {
        "trait-unknown",
        "level-unusable",
        "level-unused",
        "no-room",
    }
    assert set(check_campaign.CODES) - met == {"too-many-roads"}
    assert met <= {*check_campaign.CODES, *finding_codes.CODES}


def test_check_takes_campaigns(road: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(road)]) == 0
    assert "Nothing found in 1 level and 1 campaign." in capsys.readouterr().out
    edit(road, 'won = "camp"', 'won = "kamp"')
    assert main(["check", str(road / FILE)]) == 1
    assert "did you mean 'camp'?" in capsys.readouterr().out
    assert main(["check", str(road / "no" / FILE)]) == 2


def test_levels_lists_campaigns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels"]) == 0
    listed = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    for road in all_campaigns():
        assert [road.id, "campaign"] in listed


@pytest.mark.parametrize("path", [road.path for road in all_campaigns()], ids=str)
def test_shipped_campaigns_have_no_findings(path: Path) -> None:
    assert check_campaign.check_campaign(path, BOOKS).findings == ()


def test_campaign_with_too_many_states_is_not_judged(
    road: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.campaign.route_analysis.MOST_MOMENTS", 1)
    assert "too-many-roads" in {finding.code for finding in findings(road)}


def test_campaign_list_names_errors(tmp_path: Path) -> None:
    for id, text in (("good", 'title = "Good"\nabout = "x"'), ("torn", "title = ")):
        folder = tmp_path / "campaign" / id
        folder.mkdir(parents=True)
        (folder / FILE).write_text(text, encoding="utf-8")
    good, torn = all_campaigns(tmp_path)
    assert (good.id, good.title, good.trouble) == ("good", "Good", "")
    assert torn.trouble.endswith("is not TOML.")


def test_example_for_authors_is_a_campaign(road: Path) -> None:
    text = (levels_root() / "README.md").read_text(encoding="utf-8")
    chapter = text[text.index("## Campaigns") :]
    example = chapter[chapter.index("```toml\n") + 8 :].partition("```")[0]
    (road / FILE).write_text(example, encoding="utf-8")
    assert findings(road) == ()


def test_level_can_be_in_a_folder_of_the_campaign(road: Path) -> None:
    (road / "acts").mkdir()
    (road / "yard_fight.toml").rename(road / "acts" / "yard_fight.toml")
    file = road / "campaign.toml"
    text = file.read_text(encoding="utf-8").replace('"yard_fight"', '"acts/yard_fight"')
    file.write_text(text, encoding="utf-8")
    assert findings(road) == ()


def test_link_never_leads_out_of_the_campaign(road: Path, tmp_path: Path) -> None:
    (road / "yard_fight.toml").rename(tmp_path / "yard_fight.toml")
    (road / "yard_fight.toml").symlink_to(tmp_path / "yard_fight.toml")
    for found in findings(road):
        assert (found.code, found.severity) == ("unknown-level", "error")
        assert "leads out of the campaign's folder" in found.message
    journey = Journey.begin(load_campaign(road, BOOKS), "hard", tmp_path / "data", BOOKS)
    journey.take(0)
    with pytest.raises(Failure, match="leads out of"):
        _ = journey.battle
    journey.close()


def test_level_is_never_read_from_the_current_folder(
    road: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (road / "yard_fight.toml").rename(tmp_path / "yard_fight")
    monkeypatch.chdir(tmp_path)
    assert {found.code for found in findings(road)} == {"unknown-level"}
