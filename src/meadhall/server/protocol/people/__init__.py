"""Words on the wire about people: ratings and the inbox."""
