"""Forms for the tables of a level, made from its schema."""
