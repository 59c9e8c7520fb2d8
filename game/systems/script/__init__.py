"""What a level's script does: effects of triggers, objectives, changing terrain."""
