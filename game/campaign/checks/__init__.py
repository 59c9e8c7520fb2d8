"""Checks of battles, which only `five-tables check` makes: they read the levels, and play them."""
