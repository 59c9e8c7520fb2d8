"""What the books share. A book puts these systems into its list, with its own rules' ids."""
