"""`python -m game` is the command `five-tables`."""

import sys

from game.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
