"""What people press, pull and read: a small set of widgets over one ring of focus."""
