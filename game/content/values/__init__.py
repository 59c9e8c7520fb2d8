"""Values from TOML: decoded by type and checked, with advice on invalid ones."""
