"""A campaign in the window: the road between battles, the roster, and the results."""
