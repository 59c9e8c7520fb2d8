"""The screens of a campaign: the road between battles, the roster, and the results."""
