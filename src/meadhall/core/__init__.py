"""The contract of a game, and the small values that all games and their shells share.

- `game`: the contract, `Game`. `capabilities`: what a game may offer beside its rules.
- `seats`, `status`, `refusal`, `options`, `scene`: the values that pass between games and shells.
- `rng`: random numbers as a value. `rng_in_state`: the generators inside a state.
- `codec`: dataclasses as JSON. `record`: a match as one portable document.
- `visibility`: what a viewer may know of a move.
- `fast_lane`, `bulk_play`: the interfaces of compiled play. `perft`: counts move sequences.
- `value`: the decorator for values that are made with every move.
"""
