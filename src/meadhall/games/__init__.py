"""The games, one folder each. They do not know each other, and only the registry reaches them."""
