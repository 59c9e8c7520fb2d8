"""The JSON Schema of campaigns accepts all campaigns and rejects errors."""

import json
from pathlib import Path

import jsonschema
import pytest
import tomli

from game.campaign.campaign_list import all_campaigns
from game.cli.main import main
from tests.campaign.conftest import ROAD

PATHS = [ROAD / "campaign.toml", *(road.path for road in all_campaigns())]


def schema_for(capsys: pytest.CaptureFixture[str], *picks: str) -> jsonschema.Draft7Validator:
    """Return the schema that the command prints with these options."""
    assert main(["schema", "--campaign", *picks]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


@pytest.fixture(params=[(), ("--rulebook", "action")], ids=["all", "one"])
def validator(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> jsonschema.Draft7Validator:
    return schema_for(capsys, *request.param)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.parent.name))
def test_campaigns_fit_the_schema(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = tomli.loads(path.read_text(encoding="utf-8"))
    schema_for(capsys).validate(tables)
    schema_for(capsys, "--rulebook", tables["rulebook"]).validate(tables)
    others = {"action", "guard"} - {tables["rulebook"]}
    assert not any(schema_for(capsys, "--rulebook", book).is_valid(tables) for book in others)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("grows = true", "grow = true"),
        ('kind = "warden"', 'kind = "wardn"'),
        ("rank = 1", 'rank = "one"'),
        ('id = "first"\nlife = 20', 'id = "first"\nlife = "20"'),
        ('player = "novice"', 'player = "expert"'),
        ('start = "gate"', ""),
    ],
)
def test_errors_do_not_fit_the_schema(
    old: str, new: str, validator: jsonschema.Draft7Validator
) -> None:
    text = PATHS[0].read_text(encoding="utf-8")
    assert old in text
    assert not validator.is_valid(tomli.loads(text.replace(old, new)))


def test_every_key_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--campaign", "--rulebook", "action"]) == 0
    schema = json.loads(capsys.readouterr().out)
    tables = {"campaign": schema, **schema["$defs"]}
    bare = [
        f"{name}.{key}"
        for name, table in tables.items()
        for key, value in table.get("properties", {}).items()
        if "description" not in {**value, **schema["$defs"].get(value.get("$ref", "")[8:], {})}
    ]
    assert bare == []
    assert len(tables) > 8


def test_unknown_rulebook_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--campaign", "--rulebook", "chess"]) == 2
    assert capsys.readouterr().err.startswith("There is no rulebook 'chess'")
