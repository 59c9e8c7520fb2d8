"""What only an Action level can get wrong."""
