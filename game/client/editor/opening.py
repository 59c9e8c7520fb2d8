"""Opening a level in the editor."""

from typing import TYPE_CHECKING

from game.client.editor.scene import EditorScene
from game.client.kit.window_texts import failure
from game.workshop.editable_levels import new_document, opened_level

if TYPE_CHECKING:
    from game.client.kit.app import App


def opened_editor(app: "App", name: str) -> EditorScene:
    """Return the editor of a level, by its id or path. Raise Failure if that is impossible."""
    document = opened_level(name, app.books, app.notices.add)
    named = document.reading.book if document.reading.is_toml else None
    if named is None or named.id not in app.books:
        document.close()
        first = document.reading.findings[0].finding if document.reading.findings else None
        raise failure("editor", "no_book", path=name, why=str(first) if first else "")
    return EditorScene(app, document, named.id)


def new_editor(app: "App", book: str) -> EditorScene:
    """Return the editor of a new level of a rulebook. Raise Failure if that is impossible."""
    return EditorScene(app, new_document(book, app.books, app.notices.add), book)
