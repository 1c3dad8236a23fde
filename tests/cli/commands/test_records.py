"""`meadhall replay` and `meadhall verify`, with sound files and with every kind of wrong one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hall import Hall

from meadhall.core.record import read_record, write_record
from meadhall.core.seed_proof import SeedProof, commitment_to, make_seed, receipt_for

PROOF = SeedProof("m", "5ec2e7", ("", "bb"))


@pytest.fixture
def match(hall: Hall) -> Path:
    """A finished match of `stones` in a file."""
    args = ("play", "stones", "--seed", "1", "--seat", "2=human:Anna", "--option", "stones=6")
    hall.run(*args, typed=["take 1", "take 2", "take 3", "save match.json"])
    return hall.folder / "match.json"


def test_replay_prints_the_last_position_unless_told_otherwise(hall: Hall, match: Path) -> None:
    for args in ((), ("--last",), ("--ply", "3")):
        done = hall.run("replay", match, *args)
        assert "ply 3 of 3" in done.stdout
        assert "No stone is left" in done.stdout
        assert "seat 1 (human) wins (+1)" in done.stdout


def test_replay_prints_any_position(hall: Hall, match: Path) -> None:
    assert "6 stones left; seat 1 to move" in hall.run("replay", match, "--ply", "0").stdout
    done = hall.run("replay", match, "--ply", "2", "--seat", "2")
    assert "■ seat 2: take 2" in done.stdout
    assert "3 stones left; seat 1 to move" in done.stdout
    assert "wins" not in done.stdout


def test_replay_prints_them_all(hall: Hall, match: Path) -> None:
    done = hall.run("replay", match, "--all")
    assert [f"ply {n} of 3" in done.stdout for n in range(5)] == [True] * 4 + [False]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--ply", "4"), "plies 0 to 3, not 4"),
        (("--ply", "-1"), "plies 0 to 3, not -1"),
        (("--seat", "3"), "seats 1 to 2"),
    ],
)
def test_a_position_that_is_not_there_is_refused(
    hall: Hall, match: Path, args: tuple[str, ...], said: str
) -> None:
    done = hall.run("replay", match, *args)
    assert done.returncode == 1
    assert said in done.stderr


def test_a_spectator_sees_no_secret_in_a_replay(hall: Hall) -> None:
    args = ("play", "pennies", "--seed", "1", "--option", "rounds=1", "--seat", "2=random")
    hall.run(*args, typed=["heads", "save match.json"])
    assert "guesses heads" not in hall.run("replay", "match.json", "--all").stdout
    assert "guesses heads" in hall.run("replay", "match.json", "--all", "--seat", "1").stdout


def test_a_sound_record_is_verified(hall: Hall, match: Path) -> None:
    done = hall.run("verify", match, match)
    assert done.returncode == 0
    assert done.stdout.count("sound, stones, 3 plies, lastStone") == 2


def test_every_wrong_file_is_named_with_the_place_and_fails_the_command(
    hall: Hall, match: Path
) -> None:
    whole = match.read_text("utf-8")
    wrong = {
        "truncated.json": (whole[: len(whole) // 2], "Not JSON at line"),
        "edited.json": (whole.replace("take 2", "take 1"), "$.hash does not fit"),
        "foreign.json": ("{}", "This is not a match record"),
        "binary.json": ("\x00\x01", "Not JSON"),
        "other_rules.json": (_rewritten(match, rules_version=9), "version 9 of the rules"),
        "forged.json": (_rewritten(match, result=None), "$.result says no end yet"),
        "illegal.json": (_rewritten(match, options={"stones": 4}), "$.plies[2]: seat 1 cannot"),
    }
    for name, (text, _) in wrong.items():
        (hall.folder / name).write_text(text, "utf-8")
    (hall.folder / "other.json").write_text(_rewritten(match, game="ludo"), "utf-8")
    done = hall.run("verify", match, *wrong, "other.json", "missing.json")
    assert done.returncode == 1
    assert "match.json: sound" in done.stdout.replace("\n", "")
    told = done.stderr.replace("\n", " ")
    for name, (_, said) in wrong.items():
        assert f"{name}: wrong" in told
        assert said in told, name
    assert "other.json: not checked, because its game 'ludo' is not installed here." in told
    assert "other.json: wrong" not in told
    assert "missing.json cannot be read: No such file" in told
    assert "Traceback" not in told


@pytest.fixture
def proved(hall: Hall) -> Path:
    """A match of `pennies` whose seed has a proof, in a file."""
    args = ("play", "pennies", "--seed", "1", "--option", "rounds=1", "--seat", "2=random")
    hall.run(*args, typed=["heads", "save pennies.json"])
    record = read_record((hall.folder / "pennies.json").read_text("utf-8"))
    record = replace(record, seed=make_seed(PROOF), proof=PROOF)
    file = hall.folder / "proved.json"
    file.write_text(write_record(record), "utf-8")
    return file


def test_verify_says_what_a_proof_proves_and_what_not(
    hall: Hall, match: Path, proved: Path
) -> None:
    done = hall.run("verify", match, proved)
    told = done.stdout.replace("\n", " ")
    assert done.returncode == 0, done.stderr
    assert "this proves nothing about the dice" in told
    assert f"the commitment {commitment_to(PROOF.secret)} and of the bytes of seat 2" in told
    assert "does not prove" in told


def test_verify_compares_what_a_player_was_given(hall: Hall, match: Path, proved: Path) -> None:
    first = read_record(proved.read_text("utf-8")).plies[0]
    commitment = commitment_to(PROOF.secret)
    receipt = receipt_for(PROOF, 1, first.seat, first.action)
    given = ("--commitment", commitment, "--receipt", receipt)
    assert hall.run("verify", proved, *given).returncode == 0
    other = receipt_for(PROOF, 2, first.seat, first.action)
    wrong = {
        (proved, "--commitment", commitment_to("other")): "does not fit your commitment",
        (proved, "--receipt", other): "No choice in the record fits",
        (proved, *given, "--receipt", commitment): "No choice in the record fits",
        (match, "--commitment", commitment): "does not fit your commitment",
        (match, "--receipt", receipt): "No choice in the record fits",
    }
    for args, said in wrong.items():
        done = hall.run("verify", *args)
        assert done.returncode == 1
        assert said in done.stderr.replace("\n", " ")


def test_verify_refuses_a_seed_that_its_proof_does_not_give(hall: Hall, proved: Path) -> None:
    record = read_record(proved.read_text("utf-8"))
    proved.write_text(write_record(replace(record, seed="1")), "utf-8")
    done = hall.run("verify", proved)
    assert done.returncode == 1
    assert "$.seed is not made of the secret" in done.stderr.replace("\n", " ")


def test_verify_wants_a_file(hall: Hall) -> None:
    assert hall.run("verify").returncode == 1


def _rewritten(path: Path, **changes: object) -> str:
    """The record with changes and a hash that fits them: a forgery."""
    plain = json.loads(path.read_text("utf-8"))
    record = read_record(path.read_text("utf-8"))
    for name, value in changes.items():
        assert name in plain
        object.__setattr__(record, name, value)
    return write_record(record)
