"""One module per step, forwards only; a released step is never edited."""
