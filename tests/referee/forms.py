"""Whether messages have the forms that the protocol's schema gives them."""

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

Json = dict[str, Any]

PLAIN = jsonschema.Draft202012Validator


class Forms:
    """Tells whether messages fit one definition of a schema.

    Of hundreds of branches most cannot fit by one word of the message; those are not tried.
    """

    def __init__(self, schema: Json, name: str) -> None:
        self._words = {f"#/$defs/{one}": words_of(form) for one, form in schema["$defs"].items()}
        extended: Any = jsonschema.validators.extend
        kind = extended(PLAIN, {"anyOf": self._any_of})
        self._validator = kind(schema | {"anyOf": [{"$ref": f"#/$defs/{name}"}]})

    def fits(self, message: object) -> bool:
        """Whether a message fits."""
        return bool(self._validator.is_valid(message))

    def check(self, message: object) -> None:
        """ValidationError says where a message does not fit."""
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
    """The keys of a form that may hold a few words only, as `do`, `say` and `event` do."""
    fields = form.get("properties", {})
    return {key: field["enum"] for key, field in fields.items() if "enum" in field}
