"""The command line: arguments, commands, and error messages."""
