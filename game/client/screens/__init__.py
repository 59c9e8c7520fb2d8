"""The screens around a battle: title, choosing, settings, pause, summary."""
