"""Friends and challenges on the wire; challenges are made of matches, so this follows `bodies`."""
