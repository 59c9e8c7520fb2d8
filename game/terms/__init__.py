"""The values that all other packages exchange: commands, asks, events, refusals, odds, levels."""
