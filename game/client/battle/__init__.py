"""The battle screen: a board with panels around it, and what people do on them."""
