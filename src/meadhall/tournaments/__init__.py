"""Tournaments: what happened in them as facts, whom to pair, and the standings. All of it is pure.

| module | what is in it |
| --- | --- |
| `tournament_facts` | what happens in a tournament: announced, entered, paired, scored, closed |
| `tournament` | the fold: a tournament is its facts |
| `entering` | what people may do, or why not, in a sentence |
| `due_facts` | what comes next at a given time: a start, a round, the end |
| `pairing/` | whom each format pairs |
| `standings` | points and tie-breaks |

The time, the ids of matches and what was stored are arguments.
"""
