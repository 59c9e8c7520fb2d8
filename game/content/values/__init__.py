"""Values from TOML: decoded by their types and checked, with advice on wrong ones."""
