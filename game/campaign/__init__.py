"""Campaigns: a road of battles and stories, the roster that travels it, and saves."""
