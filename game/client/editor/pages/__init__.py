"""The pages of the editor: the palette, the text, and whatever else has a tab."""
