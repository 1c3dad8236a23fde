"""The hall of the worker answers as the server does, keeps what it says, and goes on from it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from recording import written

PROGRAM = Path(__file__).parent / "in_worker.py"
JARLS = {"game": "jarls", "seats": [{"kind": "mine"}, {"kind": "bot", "level": "easy"}]}
GUEST = ["POST", "/api/guests", {"name": "Ulf"}]


def asked(*requests: list[Any]) -> dict[str, Any]:
    """The answers of a hall in a process of its own: its stand-ins replace modules."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM)], input=json.dumps(requests), check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_games_come_without_the_levels_that_need_compiled_code() -> None:
    (status, _, games), (_, _, rules) = asked(
        ["GET", "/api/games", None], ["GET", "/api/games/jarls", None]
    )["answers"]
    assert status == 200
    for game in games:
        assert [level["name"] for level in game["levels"]][-2:] == ["medium", "hard"]
    assert rules["rules"].startswith("#")


def test_refusals_are_those_of_the_server() -> None:
    answers = asked(
        ["GET", "/api/me", None],
        ["GET", "/api/nowhere", None],
        ["GET", "/api/games/chess", None],
        ["POST", "/api/guests", {"name": 5}],
        ["POST", "/api/guests", {"name": ""}],
        ["GET", "/api/games/jarls/position?seats=many", None],
        ["POST", "/api/accounts", {"name": "Ulf", "password": "long enough"}],
    )["answers"]
    codes = [(status, body["code"]) for status, _, body in answers]
    assert codes == [
        (401, "NOT_SIGNED_IN"), (404, "NOT_FOUND"), (404, "UNKNOWN_GAME"), (400, "BAD_REQUEST"),
        (400, "BAD_REQUEST"), (400, "BAD_REQUEST"), (400, "NO_PASSWORDS"),
    ]  # fmt: skip


def test_a_person_a_match_and_its_moves_outlast_the_worker() -> None:
    done = asked(
        GUEST, ["POST", "/api/matches", JARLS], ["reopen", "", None],
        ["GET", "/api/me", None], ["GET", "/api/matches?mine=true", None],
        ["GET", "/api/matches/<1>/seats", None],
    )  # fmt: skip
    _, made, me, mine, seats = (body for _, _, body in done["answers"])
    assert me["name"] == "Ulf"
    assert [match["match"] for match in mine["matches"]] == [made["match"]]
    assert len(seats["tokens"]) == 1


def test_lines_carry_the_protocol_of_the_server() -> None:
    done = asked(
        GUEST, ["POST", "/api/matches", JARLS], ["open", "/api/hall/socket", 1], ["wait", "", 0.1],
        ["open", "/api/matches/none/socket", 2], ["say", '{"kind":"join","tokens":[]}', 2],
        ["open", "/api/hall/socket", 3], ["say", "anything", 3], ["close", "", 1],
        ["wait", "", 0.1],
    )  # fmt: skip
    first = [json.loads(text)["kind"] for line, kind, text, _ in done["told"] if line == 1]
    assert first == ["list", "list"]
    closed = {line: code for line, kind, _, code in done["told"] if kind == "closed"}
    assert closed == {2: 4404, 3: 4400}


def test_what_cannot_be_stored_is_refused_and_nothing_is_lost() -> None:
    done = asked(
        GUEST, ["POST", "/api/matches", JARLS], ["full", "", True], ["POST", "/api/matches", JARLS],
        ["full", "", False], ["GET", "/api/matches?mine=true", None],
    )  # fmt: skip
    _, _, (status, _, refused), (_, _, mine) = done["answers"]
    assert (status, refused["code"]) == (503, "NOT_STORED")
    assert len(mine["matches"]) == 1


def test_matches_go_out_and_come_in_as_lines() -> None:
    out = asked(GUEST, ["POST", "/api/matches", JARLS], ["GET", "/api/device/matches", None])
    (_, _, made), (status, _, lines) = out["answers"][1:]
    assert status == 200
    bring = ["POST", "/api/device/matches", {"lines": f"{lines}\nno match\n{{}}\n"}]
    _, (_, _, first), (_, _, again), (_, _, mine) = asked(
        GUEST, bring, bring, ["GET", "/api/matches?mine=true", None]
    )["answers"]
    assert first["kept"] == [made["match"]]
    assert [line.partition(":")[0] for line in first["skipped"]] == ["Line 2", "Line 3"]
    assert again["skipped"][0] == "Line 1: The match is here already."
    assert [match["mine"] for match in mine["matches"]] == [[0]]


def test_finished_matches_can_be_deleted_to_make_room() -> None:
    record = {"record": written("elemental-clash")}
    done = asked(
        GUEST, ["POST", "/api/records", record], ["POST", "/api/matches", JARLS],
        ["DELETE", "/api/device/matches", None], ["GET", "/api/matches/<1>/replay", None],
    )["answers"]  # fmt: skip
    assert done[3][2]["kept"] == [done[1][2]["match"]]
    assert done[4][2]["code"] == "NO_SUCH_MATCH"


def test_a_damaged_match_can_be_saved_as_it_is_and_goes_back_to_its_last_readable_fact() -> None:
    record = {"record": written("elemental-clash")}
    done = asked(
        GUEST, ["POST", "/api/records", record], ["POST", "/api/matches", JARLS],
        ["damage", "<1>", 9], ["damage", "<2>", 3], ["reopen", "", None],
        ["GET", "/api/device/matches", None], ["GET", "/api/device/matches/<1>", None],
        ["GET", "/api/matches/<1>", None], ["POST", "/api/device/matches/<1>/repair", None],
        ["GET", "/api/matches/<1>", None], ["POST", "/api/device/matches/<1>/repair", None],
        ["POST", "/api/device/matches/<2>/repair", None],
        ["DELETE", "/api/device/matches/<2>", None], ["GET", "/api/matches?mine=true", None],
    )["answers"][1:]  # fmt: skip
    first, second, all_, one, damaged, repaired, table, sound, hopeless, _, mine = (
        body for _, _, body in done
    )
    lines = {line["match"]: line for line in map(json.loads, all_.splitlines())}
    assert len(lines[first["match"]]["facts"]) == 8
    assert lines[first["match"]]["rows"][8] == [9, "{}", 1]
    assert "damage" in lines[second["match"]]
    assert json.loads(one)["rows"][8] == [9, "{}", 1]
    assert damaged["code"] == "DAMAGED_MATCH"
    assert repaired["kept"] == [first["match"]]
    assert (table["phase"], table["ply"] > 0) == ("playing", True)
    assert sound["kept"] == []
    assert hopeless["code"] == "NOTHING_READABLE"
    assert mine["matches"] == []


def test_a_damaged_summary_is_made_again_from_the_facts() -> None:
    done = asked(
        GUEST, ["POST", "/api/matches", JARLS], ["damage", "<1>", 0], ["reopen", "", None],
        ["GET", "/api/matches?mine=true", None],
    )["answers"]  # fmt: skip
    assert [match["match"] for match in done[2][2]["matches"]] == [done[1][2]["match"]]


def test_a_record_comes_in_once_and_is_in_the_person_s_history() -> None:
    bring = ["POST", "/api/device/matches", {"lines": written("elemental-clash")}]
    edited = written("elemental-clash").replace('"seed": "', '"seed": "x')
    wrong = ["POST", "/api/device/matches", {"lines": edited}]
    _, (_, _, first), (_, _, again), (_, _, refused), (_, _, mine) = asked(
        GUEST, bring, bring, wrong, ["GET", "/api/matches?mine=true", None]
    )["answers"]
    assert again["skipped"] == ["Line 1: The match is here already."]
    assert "edited" in refused["skipped"][0]
    assert [(one["match"], one["phase"]) for one in mine["matches"]] == [
        (first["kept"][0], "finished")
    ]
