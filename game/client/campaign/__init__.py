"""A campaign in the window: the road between battles, who walks it, and what became of them."""
