"""What was played, on disk: recordings, saves, replays, and the folders they are in."""
