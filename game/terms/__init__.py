"""The values everything else speaks in: commands, asks, events, refusals, odds, levels."""
