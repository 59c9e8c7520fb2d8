"""The modules behind the title, imported in short steps while it is shown."""

from collections.abc import Iterator, Mapping
from importlib import import_module

PARTS: Mapping[str, tuple[str, ...]] = {
    "rulebooks": (
        "game.world.world",
        "game.engine.book",
        "game.systems.rounds",
        "game.systems.script.triggers",
        "game.systems.loot",
    ),
    "scenes": (
        "game.engine.battle",
        "game.ai.soldier",
        "game.record.reader",
        "game.play.battle_files",
        "game.content.drafts.level_draft",
        "game.content.levels",
        "game.play.level_list",
        "game.present.shown_battle",
        "game.play.worker_processes",
        "game.present.window_battle",
        "game.client.board.overlays",
        "game.client.board.standees",
        "game.present.codex.reference",
        "game.client.panels.command_buttons",
        "game.client.board.board_view",
        "game.client.panels.odds_numbers",
        "game.client.panels.forecast_panel",
        "game.client.panels.turn_queue",
        "game.client.battle.context",
        "game.client.screens.settings_screen",
        "game.client.battle.turn_flow",
        "game.client.battle.battle_input",
        "game.workshop.document.level_document",
        "game.client.battle.scene",
        "game.campaign.journey",
        "game.client.campaign.hero_screen",
        "game.workshop.lab.meter",
        "game.workshop.lab.shelf_meter",
        "game.client.campaign.campaign_flow",
        "game.client.codex.codex_screen",
        "game.client.editor.desk.editor_desk",
        "game.client.editor.overlays.board_overlays",
        "game.client.editor.pages.parts_page",
        "game.client.editor.pages.text_page",
        "game.client.editor.pages.triggers_page",
        "game.client.editor.tools.select_tool",
        "game.workshop.packs.pack_making",
        "game.client.packs.pack_list_screen",
        "game.client.editor.file_actions",
        "game.client.editor.scene",
        "game.client.replay.scene",
        "game.client.navigation",
    ),
}
"""Modules to import one after the other, about 4 ms each with all that they import: those that
rulebooks share, and those of battles and all other scenes."""


def imported(part: str) -> Iterator[str]:
    """Import the modules of a part, a key of `PARTS`; yield the name of each."""
    for name in PARTS[part]:
        import_module(name)
        yield name
