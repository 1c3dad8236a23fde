"""One module per step, forwards only; the statements of a released step never change."""
