"""What bots need for Secret Toaster.

`evaluate.py` scores a position and `levels.py` lists the opponents. `policies.py` scores orders by
rules of thumb; it asks `outlook.py` what land is worth and how safe it is, and `diplomacy.py`
whom to ally with.
"""
