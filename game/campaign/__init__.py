"""Campaigns: a road of battles and stories, the roster of heroes that travels it, and saves."""
