"""Puzzles over HTTP: the daily one, rated tries, solutions, and wins missed in own matches."""

from typing import Any

from serving import Served, Visit, served
from tests.server.people.test_profiles import PASSWORD, member, noted

from meadhall import registry
from meadhall.puzzles.attempt import solution
from meadhall.puzzles.puzzle import Puzzle
from meadhall.puzzles.puzzle_set import puzzle_set

JARLS = registry.game("jarls")
RACE = ". . 2w1 . / . . . . . / . . . . . . / 2J . . * . 1J . / . . . . . . / . . . . . / . 1w1 . ."
"""Who moves first wins the race to the Throne, unless a move is wasted."""


def own_moves(puzzle: Puzzle) -> list[str]:
    steps = solution(JARLS, puzzle)
    return [step.text for step in steps if step.seat == steps[0].seat]


async def try_moves(visit: Visit, puzzle: str, *moves: str) -> Any:
    return await visit.post(f"/puzzles/jarls/one/{puzzle}/tries", {"moves": moves})


async def shelf(visit: Visit) -> Any:
    (found,) = [one for one in await visit.get("/puzzles") if one["game"] == "jarls"]
    return found


@served()
async def test_the_puzzle_of_the_day_is_the_same_for_everybody(hall: Served) -> None:
    stranger, guest = hall.stranger(), await hall.guest("Ann")
    daily = await guest.get("/puzzles/jarls/daily")
    hall.http.cookies.clear()
    assert await stranger.get("/puzzles/jarls/daily") == daily
    puzzle = puzzle_set("jarls").find(daily["id"])
    assert (daily["moves"], daily["points"]) == (puzzle.moves, puzzle.difficulty)
    assert puzzle.line[0] in [text for _, text in daily["legal"]]
    assert all(gesture for gesture, _ in daily["legal"])
    assert "line" not in daily
    assert await stranger.refused("POST", f"/puzzles/jarls/one/{puzzle.id}/solution") == (
        401,
        "NOT_SIGNED_IN",
    )


@served()
async def test_a_puzzle_is_solved_move_by_move_and_counts_once(hall: Served) -> None:
    ann, _ = await member(hall)
    assert (await shelf(ann))["rating"] is None
    puzzle = next(one for one in puzzle_set("jarls").puzzles if one.moves == 2)
    moves = own_moves(puzzle)
    first = await try_moves(ann, puzzle.id, moves[0])
    assert (first["stand"], first["change"]) == ("open", None)
    assert [step["entry"]["text"] for step in first["steps"]] == list(puzzle.line[:-1])
    assert moves[1] in [text for _, text in first["legal"]]
    solved = await try_moves(ann, puzzle.id, *moves)
    assert [step["entry"]["text"] for step in solved["steps"]] == [puzzle.line[-1]]
    assert solved["stand"] == "solved"
    assert solved["change"]["after"]["points"] > solved["change"]["before"]["points"] == 1000
    assert (await try_moves(ann, puzzle.id, *moves))["change"] is None
    form = await shelf(ann)
    assert (form["tried"], form["solved"]) == (1, 1)
    assert form["rating"]["points"] == solved["change"]["after"]["points"]
    assert (await ann.get(f"/puzzles/jarls/one/{puzzle.id}"))["tried"] == "solved"


@served()
async def test_a_wrong_move_and_a_solution_count_as_missed(hall: Served) -> None:
    guest = await hall.guest("Ann")
    page = await guest.get("/puzzles/jarls/training")
    puzzle = puzzle_set("jarls").find(page["id"])
    wrong = next(text for _, text in page["legal"] if text != puzzle.line[0])
    answer = await try_moves(guest, puzzle.id, wrong)
    assert (answer["stand"], answer["steps"], answer["legal"]) == ("wrong", [], [])
    assert answer["change"]["after"]["points"] < 1000
    shown = await guest.post(f"/puzzles/jarls/one/{puzzle.id}/solution")
    assert [step["entry"]["text"] for step in shown["steps"]] == list(puzzle.line)
    assert shown["change"] is None, "it has counted"
    other = await guest.get("/puzzles/jarls/training")
    assert other["id"] != page["id"], "one that was not tried"
    assert (await guest.post(f"/puzzles/jarls/one/{other['id']}/solution"))["change"] is not None


@served()
async def test_what_cannot_be_is_refused(hall: Served) -> None:
    guest = await hall.guest("Ann")
    page = await guest.get("/puzzles/jarls/daily")
    tries = f"/puzzles/jarls/one/{page['id']}/tries"
    for body, expected in (
        ({"moves": []}, (400, "BAD_REQUEST")),
        ({"moves": ["x"] * 51}, (400, "BAD_REQUEST")),
        ({"moves": ["x" * 501]}, (400, "BAD_REQUEST")),
        ({"moves": ["nonsense"]}, (400, "BAD_NOTATION")),
        ({"moves": [page["legal"][0][1]], "more": 1}, (400, "BAD_REQUEST")),
    ):
        assert await guest.refused("POST", tries, body) == expected
    rival = "p1-j 0,0" if page["seat"] else "p2-j 0,0"
    assert (await guest.refused("POST", tries, {"moves": [rival]}))[0] == 400
    assert (await shelf(guest))["tried"] == 0, "what is not legal does not count"
    for path, expected in (
        ("/puzzles/nothing/daily", (404, "UNKNOWN_GAME")),
        ("/puzzles/secret-toaster/daily", (404, "NO_PUZZLES")),
        ("/puzzles/jarls/one/nothing", (404, "NO_SUCH_PUZZLE")),
        ("/puzzles/jarls/one/own-m-1", (404, "NO_SUCH_PUZZLE")),
    ):
        assert await guest.refused("GET", path) == expected
    search = "/puzzles/jarls/mistakes"
    assert await guest.refused("POST", search, {"match": "none"}) == (404, "NO_SUCH_MATCH")
    made = await guest.match("jarls", "mine", "mine")
    running = {"match": made["match"]}
    assert await guest.refused("POST", search, running) == (409, "NOT_FINISHED")
    hall.http.cookies.clear()
    bob = await hall.guest("Bob")
    assert await bob.refused("POST", search, running) == (403, "NOT_YOURS")
    hall.http.cookies.clear()
    assert await hall.stranger().refused("GET", search) == (401, "NOT_SIGNED_IN")


@served()
async def test_a_win_that_was_missed_becomes_a_puzzle_for_its_player_alone(hall: Served) -> None:
    ann = await hall.member("Skald", PASSWORD)
    made = await ann.match("jarls", "mine", "mine", options={"board": RACE})
    sitting = await ann.sit(made["match"], *made["tokens"])
    assert await sitting.code(sitting.act("p1-w1 -1,3", 0)) == ""
    assert await sitting.code(sitting.do("resign", 0)) == ""
    await noted(hall)
    search = "/puzzles/jarls/mistakes"
    assert (await ann.get(search))["waiting"] == [made["match"]]
    found = await ann.post(search, {"match": made["match"]})
    assert found["waiting"] == []
    (win,) = found["wins"]
    assert (win["match"], win["ply"], win["moves"], win["solved"]) == (made["match"], 1, 2, False)
    assert "Warrior" in win["played"]
    page = await ann.get(f"/puzzles/jarls/one/{win['puzzle']}")
    shown = await ann.post(f"/puzzles/jarls/one/{win['puzzle']}/solution")
    assert shown["change"] is None, "it is not rated"
    moves = [one["entry"] for one in shown["steps"] if one["entry"]["seat"] == page["seat"]]
    answer = await try_moves(ann, win["puzzle"], *(entry["text"] for entry in moves))
    assert answer["stand"] == "solved"
    assert (await ann.post(search, {"match": made["match"]}))["wins"][0]["solved"]
    hall.http.cookies.clear()
    bob = await hall.guest("Bob")
    assert await bob.refused("GET", f"/puzzles/jarls/one/{win['puzzle']}") == (
        404,
        "NO_SUCH_PUZZLE",
    )
