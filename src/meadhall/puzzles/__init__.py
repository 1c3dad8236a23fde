"""Puzzles: positions in which one move alone wins, and the play to the end.

- `puzzle` says what a puzzle is, and `attempt` what moves in it lead to;
- `puzzle_set` has the puzzles that a game brings along, and which one is the puzzle of a day;
- `find` looks for a puzzle in a position, `bot_matches` makes matches to look into, and `mine`
  puts both together until there are enough;
- `prove` proves a puzzle again, `puzzle_rating` says what an attempt changes in ratings.

Everything is a pure function of its arguments.
"""
