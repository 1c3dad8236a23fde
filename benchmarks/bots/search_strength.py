"""The search bot against that of an earlier commit, at equal time, with two players.

Both sides play every opening from both seats: a few random moves, on boards of several sizes. Where
the same seat wins both matches, the opening has decided and not the bots; the figures say how many
openings are left, and who won those. The earlier bot runs in a process of its own checkout, made by
git. `MEADHALL_EARLIER` names the commit (d2e791c), `MEADHALL_MATCHES` how many matches a pairing
plays (60) and `MEADHALL_MOVE` the milliseconds for a move (500).
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from meadhall import registry
from meadhall.arena.contest.score import Score
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.warm_up import warm_up
from meadhall.cli.bench.earlier_commit import ROOT, worktree
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.options import parse_options
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

TITLE = "Search: strength at equal time against an earlier commit, and nodes of two threads"
COMMIT = os.environ.get("MEADHALL_EARLIER", "d2e791c")
MATCHES = int(os.environ.get("MEADHALL_MATCHES", "60"))
MOVE = int(os.environ.get("MEADHALL_MOVE", "500"))
OPENING = 2
SETTINGS: dict[str, tuple[str, tuple[dict[str, str | int], ...]]] = {
    "Chinese Checkers": ("chinese-checkers", ({},)),
    "Jarls, holes": ("jarls", tuple({"ruleset": "holes", "radius": r} for r in (4, 5))),
    "Jarls, Shields": ("jarls", tuple({"ruleset": "shields", "radius": r} for r in (4, 5))),
}

PLAYER = """
import json, sys
from meadhall import registry
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.warm_up import warm_up
from meadhall.core.game import start
from meadhall.core.options import parse_options
from meadhall.core.rng import Rng
for line in sys.stdin:
    slug, options, seed, moves, milliseconds = json.loads(line)
    game = registry.game(slug)
    warm_up(game)
    state = start(game, parse_options(game.types.options, options), 2, Rng(seed))
    for move in moves:
        seat = game.status(state).seats[0]
        state = game.apply(state, seat, game.notation.parse(move)).state
    turn = Turn.of(game, state, game.status(state).seats[0], 2)
    thought = SearchBot().choose(turn, Budget(milliseconds=milliseconds), Rng(str(len(moves))))
    print(game.notation.write(thought.action), flush=True)
"""
"""The program of a side: it gets all moves so far and answers with the next one."""


@contextmanager
def player(root: Path) -> "Iterator[subprocess.Popen[str]]":
    """The search bot of a checkout, in a process of its own."""
    pipe, path = subprocess.PIPE, {"PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-c", PLAYER]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, stdin=pipe, stdout=pipe, text=True, env={**os.environ, **path}
    ) as process:
        yield process


def ask(process: "subprocess.Popen[str]", question: list[object]) -> str:
    """The next move."""
    print(json.dumps(question), file=process.stdin, flush=True)
    return next(iter(process.stdout or ())).strip()


def play(
    game: AnyGame, options: dict[str, str | int], seed: str,
    sides: "list[subprocess.Popen[str]]",
) -> tuple[int, ...]:  # fmt: skip
    """The payoffs of a match after some random moves; `sides` has a process for each seat."""
    state = start(game, parse_options(game.types.options, options), 2, Rng(seed))
    rng, moves = Rng(seed).fork("opening"), list[str]()
    while not isinstance(status := game.status(state), Finished):
        seat = status.seats[0]
        if len(moves) < OPENING:
            action, rng = rng.choice(game.legal_actions(state, seat))
        else:
            question: list[object] = [game.spec.slug, options, seed, moves, MOVE]
            action = game.notation.parse(ask(sides[seat], question))
        moves.append(game.notation.write(action))
        state = game.apply(state, seat, action).state
    return status.payoffs


def strength(name: str, earlier: Path) -> list[Figure]:
    """How many matches this checkout wins, and how many of the openings that the bots decide."""
    slug, options = SETTINGS[name]
    matches, openings, game = Score(), Score(), registry.game(slug)
    with player(ROOT) as ours, player(earlier) as theirs:
        for opening in range(MATCHES // 2):
            common = (game, options[opening % len(options)], f"opening {opening}")
            paid = play(*common, [ours, theirs])[0], play(*common, [theirs, ours])[1]
            for payoff in paid:
                matches.enter(payoff)
            openings.enter(sum(paid))
    title = f"{name}, {MOVE} ms a move, against {COMMIT}"
    return [
        _figure(f"{title}: matches", matches, "at least 75"),
        _figure(f"{title}: openings that do not decide themselves", openings, ""),
    ]


def _figure(name: str, tally: Score, target: str) -> Figure:
    low, high = (100 * bound for bound in tally.interval)
    text = f"{tally.won} won, {tally.drawn} even, {tally.lost} lost ({low:.0f} to {high:.0f} %)"
    return Figure(name, 100 * tally.share, "% won", None, text, target)


def more_nodes(name: str) -> Figure:
    """How many more nodes two threads search in two seconds than one."""
    slug, options = SETTINGS[name]
    game = registry.game(slug)
    warm_up(game)
    # The largest board: on a small one the search may see the end and stop early.
    state = start(game, parse_options(game.types.options, options[-1]), 2, Rng("threads"))
    turn = Turn.of(game, state, to_act(game, state)[0], 2)
    one, two = (
        SearchBot({"threads": n}).choose(turn, Budget(milliseconds=2000), Rng("x")).nodes or 0
        for n in (1, 2)
    )
    title = f"{name}: nodes of two threads in two seconds"
    return Figure(title, two, "nodes", two / one, "one thread", "at least 1.7")


def measure() -> list[Figure]:
    """Strength in each setting, then threads."""
    figures = [more_nodes(name) for name in ("Chinese Checkers", "Jarls, holes")]
    with worktree(COMMIT) as earlier:
        if earlier is None:
            print(f"There is no commit {COMMIT} in this checkout.", file=sys.stderr)
            return figures
        return figures + [figure for name in SETTINGS for figure in strength(name, earlier)]
