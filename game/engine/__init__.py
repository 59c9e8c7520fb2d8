"""The engine: agenda, legality, views, odds, battle. It knows phases, but no numbers."""
