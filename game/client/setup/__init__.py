"""The screens before a battle: levels, players and rosters."""
