"""One module per step; a released step is never edited."""
