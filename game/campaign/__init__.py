"""Campaigns: a road of battles and stories, the roster that walks it, and its saves."""
