"""The command line: its arguments, the code of each command, and error messages."""
