"""The engine: agenda, legality, views, odds, battle. It knows phases, not numbers."""
