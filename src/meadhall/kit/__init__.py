"""Parts that several games share: hexes, cards, dice, sealed choices."""
