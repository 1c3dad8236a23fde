"""Words on the wire about puzzles."""
