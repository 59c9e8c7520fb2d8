"""What has happened in a battle, as people are shown it: events, messages, results."""
