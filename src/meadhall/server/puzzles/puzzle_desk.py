"""Finds puzzles for people, judges their tries and counts the first one of each."""

import secrets
from dataclasses import dataclass, field
from functools import cached_property

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.match.clock import DAY
from meadhall.puzzles.attempt import judge_attempt, solution
from meadhall.puzzles.puzzle import Puzzle, first_state, solving_seat
from meadhall.puzzles.puzzle_set import PuzzleSet, has_puzzles, puzzle_set
from meadhall.server.assembly import Hall
from meadhall.server.broadcast.encoder import Encoder
from meadhall.server.broadcast.viewer import ViewerPosition
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.puzzle_cards import (
    PuzzleAnswer,
    PuzzleChange,
    PuzzlePage,
    PuzzleShelf,
    PuzzleSolution,
)
from meadhall.server.puzzles.puzzle_view import legal_moves, shown_steps
from meadhall.server.ratings.office import rating_card
from meadhall.store.puzzles.stored_puzzles import FirstTry, PuzzleForm, SqlPuzzles
