"""The referee protocol over standard input and output, and battles shown in a terminal."""
