"""The referee protocol over standard streams, and battles told in a terminal."""
