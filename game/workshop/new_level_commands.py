"""The commands for authors: print schemas, and write a template level or campaign."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from game.content.shipped_folders import levels_root
from game.content.toml_files.finding_texts import because, words_text
from game.content.toml_files.findings import LevelError
from game.content.values.book_data import ID
from game.engine.book import Book
from game.play.books import book_called
from game.present.facts_lines import FactsLines
from game.record.failure import Failure
from game.record.safe_files import reason, write_new, write_whole
from game.workshop.workshop_sentences import failure, said


def print_schema(
    schema_of: Callable[[Mapping[str, Book]], dict[str, object]],
    books: Mapping[str, Book],
    rulebook: str | None,
    out: TextIO,
    name: str | None = None,
) -> None:
    """Print the JSON Schema for one book or for all.

    With a `name`, write it to that file instead, and replace an older schema.
    """
    chosen = {rulebook: book_called(rulebook, books)} if rulebook is not None else books
    try:
        schema = schema_of(chosen)
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    _explain(schema, chosen)
    text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    if name is None:
        out.write(text)
        return
    if not name.endswith(".json"):
        raise failure("new", "schema_name", example=f"{name}.json")
    try:
        write_whole(Path(name), text.encode(), lambda _: False)
    except (OSError, ValueError) as fault:
        why = reason(fault) if isinstance(fault, OSError) else str(fault)
        raise failure("new", "not_written", name=name, why=why) from fault
    out.write(said("new", "written", name=name) + "\n")


def _explain(schema: Mapping[str, object], books: Mapping[str, Book]) -> None:
    """Add the effects of things and grounds to each list of ids, for editors such as Taplo."""
    found = schema.get("$defs")
    defs = found if isinstance(found, dict) else {}
    for book in books.values():
        lines = FactsLines.of_book(book)
        for table in (*book.schema.gear, "terrain"):
            name = f"{table}-id" if len(books) == 1 else f"{book.id}-{table}-id"
            ids = defs.get(name)
            if isinstance(ids, dict):
                tell = lines.ground if table == "terrain" else lines.told
                ids["x-taplo"] = {"docs": {"enumValues": [tell(id) for id in ids["enum"]]}}


def new_level(name: str, rulebook: str | None, books: Mapping[str, Book], out: TextIO) -> None:
    """Write a book's template level to a new file, and print the next steps.

    The file is written completely or not at all. Raise Failure if it can't be written.
    """
    book, path = book_called(rulebook, books), Path(name)
    if book.template is None:
        raise failure("new", "no_level", book=rulebook)
    with _writing(name):
        if not name:
            raise failure("new", "empty_name")
        if path.exists() or path.is_symlink():
            raise FileExistsError
        if not name.endswith(".toml"):
            raise failure("new", "level_name", example=f"{name}.toml")
        _need_folder(path.parent)
        write_new([path], book.template.read_bytes())
    guide = str(levels_root() / "README.md")
    out.write(said("new", "level", name=name, guide=guide) + "\n")


def new_campaign(name: str, rulebook: str | None, books: Mapping[str, Book], out: TextIO) -> None:
    """Write a book's template campaign to a new folder, and print the next steps.

    The folder is written completely or not at all. Raise Failure if it can't be written.
    """
    book, path = book_called(rulebook, books), Path(name)
    if book.road is None:
        able = words_text([repr(id) for id, one in sorted(books.items()) if one.road])
        raise failure("new", "no_campaign", book=rulebook, books=able)
    if not ID.fullmatch(path.name):
        raise failure("new", "campaign_name", name=path.name, rule=because("id-rule"))
    with _writing(name):
        _need_folder(path.parent)
        path.mkdir()
        try:
            for file in sorted(book.road.iterdir()):
                write_new([path / file.name], file.read_bytes())
        except BaseException:
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
            raise
    guide = str(levels_root() / "README.md")
    out.write(said("new", "campaign", name=name, guide=guide) + "\n")


@contextmanager
def _writing(name: str) -> Iterator[None]:
    """Turn errors in writing `name` into Failure."""
    try:
        yield
    except FileExistsError as fault:
        raise failure("new", "exists", name=name) from fault
    except (OSError, ValueError) as fault:
        why = reason(fault) if isinstance(fault, OSError) else str(fault)
        raise failure("new", "not_written", name=name, why=why) from fault


def _need_folder(folder: Path) -> None:
    """Raise Failure if a folder is missing."""
    if not folder.is_dir():
        raise failure("new", "no_folder", folder=str(folder))
