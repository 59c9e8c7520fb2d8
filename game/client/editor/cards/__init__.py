"""The cards of triggers, whose words open lists."""
