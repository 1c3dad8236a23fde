"""Contests between bots, from the schedule to the ratings.

`schedule` makes jobs, `run_jobs` plays them on one of the `executors`, `ledger` keeps the outcomes;
`certainty` and `ratings` say what they show. A `job` is one match, which `play_match` plays.
"""
