"""Writing orders.

`orders.py` adds and removes them, `projection.py` works out what a player can expect after them,
`order_refusals.py` checks one, `choices.py` lists a useful selection, and `forecast.py` gives the
odds of the battles they lead to.
"""
