"""Matches between bots, in bulk.

`contest` schedules them, plays them and says which bot is stronger; `balance` says how fair a game
is; `evaluate` rates agents against fixed levels; `train` learns weights from them. `html_page` is
what the pages of their reports have in common.
"""
