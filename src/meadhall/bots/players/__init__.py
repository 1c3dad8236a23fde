"""The kinds of bot, one file each. `roster` makes them from a game's levels."""
