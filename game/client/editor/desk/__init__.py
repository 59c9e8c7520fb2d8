"""What all parts of the editor share."""
