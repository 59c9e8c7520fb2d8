"""The battle screen: a board with panels around it, and input from people."""
