"""The referee protocol over standard streams, and battles shown in a terminal."""
