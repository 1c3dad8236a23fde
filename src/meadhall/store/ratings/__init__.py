"""Stored ratings: the results that count, the history of every rating, standings and suspicions.

- `rating_tables` declares them;
- `counting` takes results in, in their order, and works out what follows from them;
- `stored_ratings` is what the server and the command line use.

Everything but the suspicions can be made anew from the facts of matches.
"""
