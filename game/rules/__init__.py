"""The rulebooks, one folder each, and the registry that finds them."""
