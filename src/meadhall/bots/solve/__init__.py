"""Proves who wins: which matches of two players are decided whatever the loser does.

`forced_wins` is the search, `solver` asks it step by step and makes a verdict of its answers.
"""
