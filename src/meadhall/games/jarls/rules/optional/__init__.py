"""Rules that a match has only if its options ask for them: one file for each."""
