"""A quick check of messages against the protocol's schema."""

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

Json = dict[str, Any]

PLAIN = jsonschema.Draft202012Validator


class Forms:
    """Check of messages against one definition of a schema.

    A schema has hundreds of branches, and one word of the message rules out most of them. Those
    aren't tried.
    """

    def __init__(self, schema: Json, name: str) -> None:
        self._words = {f"#/$defs/{one}": words_of(form) for one, form in schema["$defs"].items()}
        extended: Any = jsonschema.validators.extend
        kind = extended(PLAIN, {"anyOf": self._any_of})
        self._validator = kind(schema | {"anyOf": [{"$ref": f"#/$defs/{name}"}]})

    def fits(self, message: object) -> bool:
        """Return whether a message fits the definition."""
        return bool(self._validator.is_valid(message))

    def check(self, message: object) -> None:
        """Raise ValidationError, with the place, if a message doesn't fit."""
        self._validator.validate(message)

    def _any_of(
        self, validator: Any, branches: list[Json], given: object, schema: Json
    ) -> Iterator[jsonschema.ValidationError]:
        likely = [branch for branch in branches if self._may_fit(branch, given)]
        yield from PLAIN.VALIDATORS["anyOf"](validator, likely, given, schema)

    def _may_fit(self, branch: Json, given: object) -> bool:
        words = self._words.get(branch.get("$ref", ""), {})
        if not isinstance(given, dict):
            return True
        return all(given[key] in allowed for key, allowed in words.items() if key in given)


def words_of(form: Json) -> Mapping[str, list[Any]]:
    """Return the keys for which this form allows only some words, such as `do` or `event`."""
    fields = form.get("properties", {})
    return {key: field["enum"] for key, field in fields.items() if "enum" in field}
