"""The editor's document: a level's text, edited by splices, with undo, checks and a journal."""
