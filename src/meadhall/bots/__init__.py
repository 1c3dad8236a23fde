"""Opponents. They are generic: no bot imports a game, and none sees more than its seat's view."""
