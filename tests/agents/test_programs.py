"""Bots from outside play, and what they do wrong costs only their own moves."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from meadhall import envs, registry
from meadhall.arena.contest.job import Job, carry_out
from meadhall.arena.contest.metering import BotLimits, MeteredBot
from meadhall.arena.contest.play_match import PlayedMatch, play_match
from meadhall.bots import roster
from meadhall.bots.briefing import ShownPly, history_for
from meadhall.bots.players.outside.bot_process import BotProcess
from meadhall.bots.players.outside.outside_bot import ATTEMPTS, OutsideBot
from meadhall.bots.players.random_bot import RandomBot
from meadhall.cli.arguments import player, player_of_record
from meadhall.cli.new_game.template import GAME as STONES
from meadhall.core.game import start, to_act
from meadhall.core.record import read_record
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PYTHON = sys.executable
JARLS = registry.game("jarls")


def played_with(bot: OutsideBot, seed: str = "1") -> PlayedMatch:
    """A match of the template's game, with a random bot on the other seat."""
    try:
        return play_match(STONES, STONES.types.options(), [bot, RandomBot()], Rng(seed))
    finally:
        bot.close()


def program(folder: Path, text: str) -> str:
    path = folder / "bot.py"
    path.write_text(text, "utf-8")
    return f"program:{PYTHON} {path}"


@pytest.mark.parametrize(
    "command",
    [f"{PYTHON} first.py", f"{PYTHON} agent.py", "node random.mjs", "sh first.sh"],
    ids=str.split,
)
def test_an_example_bot_plays_whole_matches_that_can_be_repeated(command: str) -> None:
    word, file = command.split()
    name = f"program:{shutil.which(word)} {EXAMPLES / file}"
    job = Job(0, "jarls", ("random", name), "7", keep=True)
    outcomes = [carry_out(job), carry_out(job)]
    assert [outcome.error for outcome in outcomes] == ["", ""]
    assert outcomes[0].faults == ()
    assert outcomes[0].record == outcomes[1].record
    assert read_record(outcomes[0].record).players == ("random", f"program:{file}")


@contextmanager
def listening(*command: str) -> Iterator[str]:
    """The port at which a program listens, which it prints."""
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        yield running.stdout.readline().strip()
    finally:
        running.kill()
        running.communicate()


ECHO = """
import json, socketserver
class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            text = json.loads(line)["moves"][-1]
            self.wfile.write(json.dumps({"kind": "move", "text": text}).encode() + b"\\n")
with socketserver.TCPServer(("127.0.0.1", 0), Handler) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
"""


@pytest.mark.parametrize("scheme", ["ws", "tcp"])
def test_a_bot_at_an_address_plays(scheme: str) -> None:
    file = ("-c", ECHO) if scheme == "tcp" else (str(EXAMPLES / "listening.py"), "0")
    with listening(PYTHON, *file) as port:
        name = f"socket:{scheme}://127.0.0.1:{port}"
        bot = roster.make(roster.entrant(STONES, name))
        assert isinstance(bot, OutsideBot)
        played = played_with(bot)
    assert played.faults == ()
    chosen = zip(played.trail, played.actions, strict=True)
    own: list[tuple[Any, Any]] = [(state, action) for state, (seat, action) in chosen if seat == 0]
    assert [action for _, action in own] == [STONES.legal_actions(s, 0)[-1] for s, _ in own]


ANSWER = "import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n"
BAD = {
    "hangs": ("import time\ntime.sleep(60)", "no answer within"),
    "dies": ("raise SystemExit('out of ideas')", "it ended without an answer (exit code 1): out"),
    "floods": (
        "while True: print('{}', flush=True)",
        "",
    ),  # found out at the first question, or by the next
    "endless line": ("import sys\nwhile True: sys.stdout.write('x' * 9999)", "longer than"),
    "answers twice": (ANSWER + "    print('{}\\n{}', flush=True)", "JSON"),
    "deaf": ("import os, time\nos.close(0)\ntime.sleep(60)", "no answer within"),
    "prose": (ANSWER + "    print('I would take one.', flush=True)", "Answer with one line"),
    "illegal": (ANSWER + '    print(\'{"text": "take 9"}\', flush=True)', "Take one to 3"),
}


@pytest.mark.parametrize(("text", "reason"), BAD.values(), ids=BAD)
def test_a_program_that_fails_plays_the_default_action_and_the_match_goes_on(
    text: str, reason: str, tmp_path: Path
) -> None:
    bot = OutsideBot("bad", BotProcess(program(tmp_path, text).removeprefix("program:")), 300)
    # Long enough for Python to start: what hangs is not forgiven for starting slowly, too.
    bot._reached = True
    bot.limit = 800 if "sleep" in text else 5000
    began = monotonic()
    played = play_match(STONES, STONES.types.options(stones=4), [bot, RandomBot()], Rng("1"))
    bot.close()
    assert any(reason in entry.fault.reason for entry in played.faults), played.faults
    assert len(played.faults) <= ATTEMPTS * len(played.actions)
    assert monotonic() - began < 60
    own = [action for seat, action in played.actions if seat == 0]
    assert [action.count for action in own] == [1] * len(own)


def test_a_program_plays_at_the_terminal_and_in_environments_too(tmp_path: Path) -> None:
    text = ANSWER + "    print(json.dumps({'text': 'take 3'}), flush=True)\n"
    env = envs.single(STONES, opponents=program(tmp_path, text), seat=1, stones=7)
    assert env.reset(seed=1)[0].tolist() == [4, 1]
    command = [
        PYTHON, "-m", "meadhall", "play", "jarls", "--option", "radius=3", "--seed", "3",
        "--seat", f"1=program:{PYTHON} {EXAMPLES / 'first.py'}", "--seat", "2=random",
    ]  # fmt: skip
    played = subprocess.run(
        command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert played.returncode == 0, played.stderr
    assert "seat 1 program:first.py" in played.stdout
    assert "The match is over" in played.stdout


def test_a_refused_move_is_sent_back_with_the_reason(tmp_path: Path) -> None:
    text = ANSWER + (
        "    move = 'take 1' if 'refusal' in question else 'take 7'\n"
        "    print(json.dumps({'text': move, 'note': question.get('refusal', '')}), flush=True)\n"
    )
    bot = roster.make(roster.entrant(STONES, program(tmp_path, text)))
    assert isinstance(bot, OutsideBot)
    played = played_with(bot)
    own = sum(seat == 0 for seat, _ in played.actions)
    assert len(played.faults) == own > 0
    assert {entry.fault.answer for entry in played.faults} == {"take 7"}


def test_a_question_has_options_history_and_clock(tmp_path: Path) -> None:
    kept = tmp_path / "questions"
    text = ANSWER + (
        f"    open({str(kept)!r}, 'a').write(line)\n"
        "    print(json.dumps({'text': question['moves'][0], 'tokens': 5}), flush=True)\n"
    )
    name = program(tmp_path, text)
    outcome = carry_out(Job(0, "jarls", (name, "random"), "1", (("radius", 3),)))
    assert outcome.error == ""
    questions = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert outcome.tokens == (5 * len(questions), 0)
    last = questions[-1]
    assert last["options"]["radius"] == 3
    assert last["clock"] is None
    assert last["level"] == name
    seats = [past["seat"] for past in last["history"]]
    assert {0, 1} == set(seats)
    assert [past["ply"] for past in last["history"]] == list(range(1, len(seats) + 1))
    assert all(past["text"] for past in last["history"])


def test_a_history_hides_what_others_have_sealed() -> None:
    game = registry.game("elemental-clash")
    state, rng, plies = start(game, game.types.options(), 2, Rng("3")), Rng("4"), list[ShownPly]()
    while len(plies) < 12:
        seat, rng = rng.choice(to_act(game, state))
        action, rng = rng.choice(game.legal_actions(state, seat))
        step = game.apply(state, seat, action)
        plies.append(ShownPly(seat, action, step.events))
        state = step.state
    shown = history_for(game, plies, 0, hidden=True)
    sealed = tuple(game.types.sealed)
    assert any(isinstance(ply.action, sealed) for ply in plies)
    for ply, past in zip(plies, shown, strict=True):
        assert bool(past.text) == (ply.seat == 0 or not isinstance(ply.action, sealed))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("program:", "BAD_PROGRAM"),
        ("program:no-such-program --fast", "BAD_PROGRAM"),
        ("program:'unbalanced", "BAD_PROGRAM"),
        ("socket:http://example.org", "BAD_URL"),
        ("socket:tcp://localhost", "BAD_URL"),
        ("socket:tcp://localhost:port", "BAD_URL"),
        ("grandmaster", "UNKNOWN_BOT"),
    ],
)
def test_a_wrong_name_is_refused_before_anything_is_played(name: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        player(JARLS, name)
    assert refused.value.refusal.code == code


@pytest.mark.parametrize("address", ["ws://127.0.0.1:1", "tcp://127.0.0.1:1"])
def test_where_nobody_listens_the_game_is_not_counted(address: str) -> None:
    outcome = carry_out(Job(0, "jarls", ("random", f"socket:{address}"), "1"))
    assert "UNREACHABLE" in outcome.error
    assert address in outcome.error


def test_a_level_from_the_network_never_runs_a_command(tmp_path: Path) -> None:
    name = program(tmp_path, "")
    with pytest.raises(Refused):
        roster.level(JARLS, name)
    assert not player_of_record(JARLS, name).bot


def test_a_used_up_budget_of_time_or_tokens_ends_the_asking(tmp_path: Path) -> None:
    text = ANSWER + "    print(json.dumps({'text': 'take 1', 'tokens': 40}), flush=True)\n"
    bot = roster.make(roster.entrant(STONES, program(tmp_path, text)))
    assert isinstance(bot, OutsideBot)
    played = played_with(MeteredBot(bot, BotLimits(tokens=70)))
    assert played.tokens == (80, 0)
    assert {entry.fault.code for entry in played.faults} == {"USED_UP"}
    slow = MeteredBot(bot, BotLimits(match=0))
    assert {entry.fault.reason for entry in played_with(slow).faults} == {
        "The time for the match is used up."
    }
