"""Ratings: the strength of players as numbers with their uncertainty. Pure arithmetic.

`scale` says what the numbers look like, `rate` what a match changes. Who has played and what is
stored is the business of the server and the store.
"""
