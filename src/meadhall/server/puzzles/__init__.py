"""Puzzles over HTTP: the daily one, rated training, and wins that people missed in their matches.

- `puzzle_desk` finds puzzles and counts tries;
- `puzzle_view` shows positions and moves, drawn like those of replays;
- `own_mistakes` looks into the matches of a person;
- `puzzle_routes` is the HTTP interface.
"""
