"""Values from TOML: decoded by their types, checked, with advice where they are wrong."""
