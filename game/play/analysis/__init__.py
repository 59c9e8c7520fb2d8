"""What each choice and each roll of a battle did to the chances to win."""
