"""Sessions: a level opened with its book, its players and its dice; saves, replays, the referee."""
