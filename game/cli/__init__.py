"""The command line: its arguments, what each command runs, and what it says when that fails."""
