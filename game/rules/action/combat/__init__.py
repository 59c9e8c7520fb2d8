"""Walks, attacks, powers and reactions of Action, and what comes of them."""
