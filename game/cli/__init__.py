"""The command line: arguments, the code of each command, and error messages."""
