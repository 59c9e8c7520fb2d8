"""Systems that several books share. A book lists them with the ids of its own rules."""
