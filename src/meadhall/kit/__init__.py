"""Parts that several games share: hexes, dice, sealed choices, compiled functions."""
