"""The battle screen: a board with panels around it, and the input of people."""
