"""What people did with puzzles, on both databases."""

import asyncio

import pytest

from meadhall.puzzles.puzzle import Puzzle
from meadhall.ratings.scale import NEW
from meadhall.store import Store
from meadhall.store.account import Account
from meadhall.store.puzzles.stored_puzzles import (
    GUESTS_KEPT,
    FirstTry,
    OwnPuzzle,
    PuzzleForm,
    SqlPuzzles,
    forget_puzzles,
)

pytestmark = pytest.mark.anyio
PUZZLE = Puzzle("a position", ("a",), 1, 2, 1200)
OTHER = Puzzle("another position", ("b",), 1, 2, 900)


def first(person: str, puzzle: Puzzle = PUZZLE, *, solved: bool = True, at: int = 1) -> FirstTry:
    return FirstTry(person, not person.startswith("guest"), "jarls", puzzle, solved, at)


async def test_the_first_try_counts_for_person_and_puzzle_and_no_other(store: Store) -> None:
    puzzles = SqlPuzzles(store.backend)
    assert await puzzles.form("jarls", "anna") == PuzzleForm(NEW, 0)
    change = await puzzles.count(first("anna"))
    assert change is not None
    before, after = change
    assert before.rating == NEW
    assert after.rating.points > NEW.points
    assert await puzzles.form("jarls", "anna") == after
    assert (after.rating.matches, after.solved) == (1, 1)
    assert (await puzzles.points("jarls"))[PUZZLE.id] < PUZZLE.difficulty
    assert await puzzles.count(first("anna", solved=False)) is None
    assert await puzzles.form("jarls", "anna") == after
    assert await puzzles.tries("jarls", "anna") == {PUZZLE.id: True}
    missed = await puzzles.count(first("anna", OTHER, solved=False))
    assert missed is not None
    assert missed[1].rating.points < after.rating.points
    assert await puzzles.tries("jarls", "anna") == {PUZZLE.id: True, OTHER.id: False}
    assert await puzzles.form("chinese-checkers", "anna") == PuzzleForm(NEW, 0)


async def test_two_tries_at_once_count_once(store: Store) -> None:
    puzzles = SqlPuzzles(store.backend)
    counted = await asyncio.gather(*(puzzles.count(first("anna")) for _ in range(5)))
    assert sum(change is not None for change in counted) == 1
    assert (await puzzles.form("jarls", "anna")).rating.matches == 1


async def test_guests_do_not_move_puzzles_and_are_forgotten_after_a_while(store: Store) -> None:
    puzzles, accounts = SqlPuzzles(store.backend), store.accounts
    assert await accounts.add(Account("anna", "Anna", "hash", 0))
    await puzzles.count(first("guest-b"))
    assert await puzzles.points("jarls") == {}
    await puzzles.count(first("anna"))
    await puzzles.count(first("guest-c", at=GUESTS_KEPT))
    await puzzles.tidy(GUESTS_KEPT + 2)
    assert (await puzzles.form("jarls", "guest-b")).rating.matches == 0
    assert await puzzles.tries("jarls", "guest-b") == {}
    for person in ("guest-c", "anna"):
        assert (await puzzles.form("jarls", person)).rating.matches == 1
    assert PUZZLE.id in await puzzles.points("jarls")


async def test_missed_wins_are_kept_by_match_and_go_with_the_person(store: Store) -> None:
    puzzles = SqlPuzzles(store.backend)
    win = OwnPuzzle("m2", 7, "a", PUZZLE)
    await puzzles.put_own("anna", "jarls", "m1", [], 5)
    await puzzles.put_own("anna", "jarls", "m2", [win], 6)
    await puzzles.put_own("anna", "jarls", "m2", [win], 6)
    assert await puzzles.own("anna", "jarls") == (("m2", (win,)), ("m1", ()))
    assert await puzzles.own("bert", "jarls") == ()
    await puzzles.note_own("anna", "jarls", "own-m2-7", 8, solved=True)
    await puzzles.note_own("anna", "jarls", "own-m2-7", 9, solved=False)
    assert await puzzles.tries("jarls", "anna") == {"own-m2-7": True}
    await puzzles.count(first("anna"))
    await store.backend.write(lambda database: forget_puzzles(database, "anna"))
    assert await puzzles.own("anna", "jarls") == ()
    assert await puzzles.tries("jarls", "anna") == {}
    assert await puzzles.form("jarls", "anna") == PuzzleForm(NEW, 0)
    assert PUZZLE.id in await puzzles.points("jarls"), "the rating of the puzzle stays"
