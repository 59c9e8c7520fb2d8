"""The parts of a level's script: names, conditions, effects and behaviours."""
