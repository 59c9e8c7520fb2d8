"""The engine: agenda, legality, views, odds, battle. It knows a battle's phases, but no numbers."""
