"""Words on the wire about people."""
