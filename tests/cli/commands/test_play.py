"""Whole sessions of `meadhall play`, in processes of their own, with and without a terminal."""

import json
import os
import signal
from pathlib import Path

import pytest
from hall import Hall

from meadhall.core.record import read_record


def test_a_whole_match_is_played_by_typing(hall: Hall) -> None:
    typed = ["take 3", "2", "moves", "2", "take-1", "take 3", "take 3", "take 3", ""]
    done = hall.spawn(
        "play", "stones", "--seed", "1", "--seat", "2=random", "--option", "stones=9", typed=typed
    )
    assert done.returncode == 0, done.stderr
    assert "9 stones left; seat 1 to move" in done.stdout
    assert "● seat 1: take 3" in done.stdout
    assert "'2' is no move" in done.stdout  # a number means nothing until moves are listed
    assert "The match is over (lastStone)." in done.stdout
    assert done.stderr == ""


def test_the_same_seed_gives_the_same_match(hall: Hall) -> None:
    args = ("play", "pennies", "--seed", "7", "--seat", "2=random")
    runs = [hall.run(*args, typed=["heads", "tails", ""]).stdout for _ in range(2)]
    assert runs[0] == runs[1]
    assert "The match is over (points)" in runs[0]


def test_bots_can_play_each_other_while_one_watches(hall: Hall) -> None:
    done = hall.run("play", "stones", "--seat", "1=greedy", "--seat", "2=random", "--seed", "3")
    assert "The match is over" in done.stdout
    assert "seat 1 thought: depth 1" in done.stdout


def test_wrong_input_is_explained_and_costs_nothing(hall: Hall) -> None:
    nonsense = ["fly", "take 9", "why", "why take 1", "why take 9", "take", "moves xyz", "", "\x00"]
    nonsense += ["9" * 5000, "say", "say nobody hi", "undo", "tutorial", "quit", "quit", "n"]
    done = hall.run("play", "stones", "--seed", "1", typed=nonsense)
    assert done.returncode == 0
    for said in (
        "'fly' is no move",
        "(BAD_COUNT, rules: A turn)",
        "Write the move in question",
        "That move is allowed.",
        "No legal move contains 'xyz'.",
        "You have not made a move yet.",
        "TO is one of: everyone",
        "no audience 'nobody'",
        "Seven stones lie on the table",
    ):
        assert said in done.stdout
    assert "take 1 stone" not in done.stdout
    assert done.stderr == ""


def test_every_command_answers(hall: Hall) -> None:
    typed = ["help", "moves", "hint", "board", "board text", "cells", "tips", "rules", "take 1"]
    typed += ["log", "say everyone hello", "log", "undo", "save kept.json", "resign", "n", "resign"]
    done = hall.run("play", "stones", "--seed", "1", typed=[*typed, "y", "moves", "help", "log"])
    for said in (
        "what the strongest bot would play",
        "greedy would play: take",
        "oooooooooooo  seat 1 to move",
        "0   1   2",
        "Leave a multiple of four",
        "Take one, two or three stones, never more than are left.",
        "seat 1 to everyone: hello",
        "Taken back.",
        "Saved to kept.json",
        "● seat 1 gives up.",
        "The match is over (left).",
        "The match is over. Type help for what can still be done.",
    ):
        assert said in done.stdout, said
    assert read_record((hall.folder / "kept.json").read_text("utf-8")).plies == ()


def test_a_saved_match_goes_on_where_it_was(hall: Hall) -> None:
    hall.run("play", "stones", "--seed", "1", typed=["take 2", "save match.json", "quit", "n"])
    saved = read_record((hall.folder / "match.json").read_text("utf-8"))
    assert len(saved.plies) == 2
    done = hall.run("play", "--resume", "match.json", typed=["log", "undo", "save", "quit", "n"])
    assert "seat 2 greedy" in done.stdout
    assert "1  ● seat 1: take 2" in done.stdout
    shorter = read_record((hall.folder / "stones-1.json").read_text("utf-8"))
    assert shorter.plies == ()


def test_a_resumed_match_tells_only_what_is_new(hall: Hall) -> None:
    hall.run("play", "stones", "--seed", "1", typed=["take 2", "save match.json", "quit", "n"])
    done = hall.run("play", "--resume", "match.json", typed=["take 1"])
    assert "seat 1: take 1" in done.stdout
    assert "seat 1: take 2" not in done.stdout


def test_a_match_that_cannot_be_saved_on_leaving_is_kept(hall: Hall) -> None:
    (hall.folder / "stones-1.json").mkdir()
    done = hall.run("play", "stones", "--seed", "1", typed=["take 2", "quit", "y"])
    assert "stones-1.json cannot be written" in done.stdout
    assert "The match is kept." in done.stdout
    assert list((hall.folder / "state" / "meadhall" / "running").iterdir())


def test_a_resumed_match_can_have_other_players(hall: Hall) -> None:
    hall.run("play", "stones", "--seed", "1", typed=["take 2", "save match.json"])
    args = ("play", "--resume", "match.json", "--seat", "1=random")
    done = hall.run(*args)
    assert "seat 2 greedy" in done.stdout
    assert "The match is over" in done.stdout
    assert "There is no seat 3" in hall.run(*args, "--seat", "3=random").stderr


def test_the_end_of_input_keeps_the_match(hall: Hall) -> None:
    done = hall.run("play", "stones", "--seed", "1", typed=["take 2"])
    assert "The match is kept." in done.stdout
    (kept,) = (hall.folder / "state" / "meadhall" / "running").iterdir()
    assert str(kept) in done.stdout
    assert len(read_record(kept.read_text("utf-8")).plies) == 2
    assert "seat 1>" in hall.run("play", "--resume", kept, typed=["log"]).stdout


def test_a_finished_match_leaves_nothing_behind(hall: Hall) -> None:
    for leaving in ("", "quit"):
        done = hall.run("play", "stones", "--option", "stones=4", typed=["take 3", leaving, "log"])
        assert done.stdout.count("over (save") == 1
        assert list((hall.folder / "state" / "meadhall" / "running").iterdir()) == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["ludo"], "There is no game 'ludo'"),
        (["stones", "--option", "size=3"], "There is no option 'size'"),
        (["stones", "--option", "stones=99"], "Stones cannot be 99; allowed: a whole number"),
        (["stones", "--option", "stones"], "write, for example"),
        (["stones", "--seat", "2=deep"], "has no bot 'deep'; there are: random, greedy"),
        (["stones", "--seat", "3=greedy"], "There is no seat 3"),
        (["stones", "--seat", "0=greedy"], "seats count from 1"),
        (["stones", "--seat", "greedy"], "write, for example: 2=greedy"),
        (["stones", "--seats", "5"], "is for 2 players, not 5"),
        (["pennies", "--seats", "2", "--seat", "3=random"], "There is no seat 3"),
        (["stones", "--seed", "\x1b"], "seed"),
        (["--tutorial"], "Say which game"),
        (["pennies", "--tutorial"], "brings no guided match"),
    ],
)
def test_a_match_that_cannot_begin_says_why_and_fails(
    hall: Hall, args: list[str], said: str
) -> None:
    done = hall.run("play", *args)
    assert done.returncode == 1
    assert said in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


def test_a_record_that_cannot_be_read_is_wrong_input(hall: Hall) -> None:
    done = hall.run("play", "--resume", "nowhere.json")
    assert done.returncode == 2
    assert "nowhere.json cannot be read: No such file" in done.stderr.replace("\n", " ")


def test_a_record_of_another_game_is_not_resumed(hall: Hall) -> None:
    hall.run("play", "stones", typed=["save match.json"])
    done = hall.run("play", "pennies", "--resume", "match.json")
    assert "is a match of stones, not of pennies" in done.stderr


def test_the_tutorial_leads_through_the_guide(hall: Hall) -> None:
    typed = ["take 9", "take 1", "jump", "take 3", ""]
    done = hall.run("play", "stones", "--tutorial", typed=typed)
    for said in (
        "1 of 2: The heap",
        "Take one to 3 stones, not 9.",
        "A move, but not the one of this lesson.",
        "'jump' is no move",
        "Seat 2 takes 1; 3 left.",
        "That was the guided match.",
    ):
        assert said in done.stdout
    left = hall.run("play", "stones", "--tutorial", typed=["quit"])
    assert "That was the guided match." not in left.stdout


def test_what_means_nothing_is_refused_with_what_may_have_been_meant(hall: Hall) -> None:
    done = hall.run(
        "play", "stones", "--seat", "2=random", typed=["3", "ake 2", "zzz", "quit", "n"]
    )
    said = " ".join(done.stdout.split())
    assert "Numbers are those of the list that `moves` shows." in said
    assert "Perhaps: take 2" in said
    assert said.count("Perhaps") == 1


def test_the_menu_asks_for_everything(hall: Hall) -> None:
    typed = ["nothing", "99", "pennies", "7", "3", "", "deep", "random", "human:Bo", "y"]
    typed += ["many", "1", "heads"]
    done = hall.run("play", typed=typed)
    for said in (
        "There is no game 'nothing'",
        "Guess the coin.",
        "Pennies is for 2 to 3 players.",
        "Opponents, weakest first",
        "has no bot 'deep'",
        "Rounds cannot be many",
        "pass the screen to seat 1",
    ):
        assert said in done.stdout, said


def test_input_that_ends_in_the_menu_is_no_crash(hall: Hall) -> None:
    for typed in ([], ["1"], ["1", ""]):
        done = hall.spawn("play", typed=typed)
        assert done.returncode == 1
        assert "The input ended before a match had begun." in done.stderr
        assert "Traceback" not in done.stderr


def test_seats_that_share_a_screen_do_not_see_each_others_secrets(hall: Hall) -> None:
    args = ("play", "pennies", "--seed", "1", "--seat", "2=human", "--option", "rounds=1")
    done = hall.run(*args, typed=["", "heads", "", "log", "tails", ""])
    first, second = done.stdout.split("pass the screen to seat 2")
    assert "your charm" in first
    assert "seat 1: heads" not in second
    assert "seat 1 guesses in secret." in second
    assert second.count("seat 1 guesses heads") == 0
    assert "The coin shows" in second


def test_brackets_in_names_and_messages_are_just_brackets(hall: Hall) -> None:
    args = ("play", "pennies", "--seed", "1", "--seat", "2=human:[/] :cat:")
    done = hall.run(*args, typed=["", "say everyone [red]hush[/blue] :cat:", "heads", ""])
    assert "pass the screen to seat 2 ([/] :cat:)" in done.stdout
    assert "seat 1 to everyone: [red]hush[/blue] :cat:" in done.stdout


def test_messages_are_read_by_whom_they_are_for(hall: Hall) -> None:
    args = ("play", "pennies", "--seats", "3", "--seat", "2=human", "--seat", "3=human:Cora")
    typed = ["", "say seat-3 psst", "say everyone hello", "say cora hush", "heads", "", "log"]
    typed += ["tails", ""]
    done = hall.run(*args, typed=[*typed, "log", "tails"])
    second, third = done.stdout.split("pass the screen to seat 2")[1].split("pass the screen to")[
        :2
    ]
    assert "seat 1 to everyone: hello" in second
    assert "psst" not in second
    assert "hush" not in second
    assert "seat 1 to seat-3: psst" in third
    assert "seat 1 to seat-3: hush" in third


def test_one_can_go_over_to_diagrams_and_back(hall: Hall) -> None:
    typed = ["board text", "take 1", "board", "take 1", "quit", "n"]
    done = hall.run("play", "stones", "--seed", "1", "--seat", "2=human", typed=typed)
    shown = done.stdout.split("> ")
    diagrams = ["oooooooooooo  seat 1 to move", "ooooooooooo  seat 2 to move"]
    assert [text for text in diagrams if text in shown[0]] == []
    assert diagrams[0] in shown[1]
    assert diagrams[1] in shown[2]
    assert diagrams[1] not in shown[3]


def test_a_run_out_clock_plays_and_the_match_goes_on(hall: Hall) -> None:
    with hall.terminal("play", "pennies", "--timers", "--option", "rounds=1") as person:
        person.wait_for("seat 1 [0 s]>")
        person.wait_for("Time is up.")
        person.wait_for("The match is over (points)")


def test_ctrl_c_offers_to_save_and_to_go_on(hall: Hall) -> None:
    with hall.terminal("play", "stones", "--seed", "1") as person:
        person.wait_for("seat 1> ")
        person.interrupt("Save the match?")
        person.type("c")
        person.wait_for("seat 1> ")
        person.type("take 2")
        person.wait_for("seat 1> ")
        person.interrupt("ontinue playing: ")
        person.type("y")
        person.wait_for("Saved to stones-1.json")
        assert person.ended() == 0
    assert len(read_record((hall.folder / "stones-1.json").read_text("utf-8")).plies) == 2


def test_ctrl_d_twice_keeps_the_match(hall: Hall) -> None:
    with hall.terminal("play", "stones", "--seed", "1") as person:
        person.wait_for("seat 1> ")
        person.type("\x04", end="")
        person.wait_for("Save the match?")
        person.type("\x04", end="")
        person.wait_for("The match is kept.")
        assert person.ended() == 0


def test_a_killed_match_is_offered_at_the_next_start(hall: Hall) -> None:
    with hall.terminal("play", "stones", "--seed", "1") as person:
        person.wait_for("seat 1> ")
        person.type("take 2")
        person.wait_for("seat 1> ")
        os.kill(person.process.pid, signal.SIGKILL)
        person.process.wait()
    with hall.terminal("play") as person:
        person.wait_for("An interrupted match of stones, 2 plies, was kept.")
        person.type("")
        person.wait_for("stones left; seat 1 to move")
        person.type("log")
        person.wait_for("1  ● seat 1: take 2")


def test_an_interrupted_match_can_be_thrown_away(hall: Hall) -> None:
    hall.spawn("play", "stones", typed=["take 2"])
    broken = hall.folder / "state" / "meadhall" / "running" / "broken.json"
    broken.write_text("{")
    with hall.terminal("play") as person:
        person.wait_for("An interrupted match")
        person.type("d")
        person.wait_for("Which game?")
    assert list(broken.parent.iterdir()) == [broken]


def test_colour_is_used_at_a_terminal_unless_it_is_not_wanted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall.terminal("play", "stones") as person:
        assert "\x1b[" in person.wait_for("seat 1> ")
    monkeypatch.setenv("NO_COLOR", "1")
    with hall.terminal("play", "stones") as person:
        screen = person.wait_for("seat 1> ")
    assert "38;2;" not in screen


def test_the_record_of_a_match_is_one_json_document(hall: Hall) -> None:
    hall.run("play", "stones", "--seed", "5", typed=["take 1", "save out/deep/match.json"])
    path = hall.folder / "out" / "deep" / "match.json"
    assert json.loads(path.read_text("utf-8"))["seed"] == "5"
    assert [p.name for p in path.parent.iterdir()] == ["match.json"]


def test_a_place_that_cannot_be_written_is_no_reason_to_stop(hall: Hall) -> None:
    Path(hall.folder / "wall").write_text("a file where a folder should be")
    done = hall.run("play", "stones", typed=["save wall/match.json", "take 1", "quit", "n"])
    assert "wall/match.json cannot be written" in done.stdout.replace("\n", " ")
    assert "● seat 1: take 1" in done.stdout
