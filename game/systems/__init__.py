"""Systems that the books share. A book lists them with its own rules' ids."""
