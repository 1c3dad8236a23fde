"""Carrying out a round.

`resolve.py` runs it: `execute.py` carries out the orders, `battle.py` throws the dice, and
`aftermath.py` brings in reserve knights and settles skirmishes. `field.py` is the working copy
that they change, `chance.py` where their luck comes from, and `odds.py` the exact odds of a battle.
"""
