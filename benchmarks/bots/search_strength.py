"""The search bot against that of the first house (a6f59dc), at equal time, with two players.

Both sides play every opening from both seats: a few random moves, in Jarls on the standard boards
with five Warriors, the most that the earlier bot knows. Where the same seat wins both matches, the
opening has decided and not the bots; the figures say how many openings are left, and who won those.
Every bot runs in a process of its own checkout, made by git, and is given positions of Jarls and
moves of Chinese Checkers. `MEADHALL_MATCHES` says how many matches a pairing plays (60) and
`MEADHALL_MOVE` the milliseconds for a move (500).

In Jarls, the search also meets itself without the network, with equal nodes: those matches are the
same in every run.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import TypeAlias

from meadhall import registry
from meadhall.arena.contest.play_match import play_match
from meadhall.arena.contest.score import Score
from meadhall.bots.bot import Bot, Budget, Thought, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.warm_up import warm_up
from meadhall.cli.bench.earlier_commit import ROOT, worktree
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import AnyGame, speed, start, to_act
from meadhall.core.options import parse_options
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.jarls.fast.lane import lane
from meadhall.games.jarls.types import State

TITLE = "Search: strength at equal time against an earlier commit, and nodes of two threads"
COMMIT = "a6f59dc"
"""Before the names of the house; `EARLIER` has the names of its modules."""
MATCHES = int(os.environ.get("MEADHALL_MATCHES", "60"))
MOVE = int(os.environ.get("MEADHALL_MOVE", "500"))
OPENING = 2
NODES = 3_000
SETTINGS: dict[str, tuple[str, dict[str, str | int]]] = {
    "Chinese Checkers": ("chinese-checkers", {}),
    "Jarls, holes": ("jarls", {"ruleset": "holes", "warriors": 5}),
    "Jarls, Shields": ("jarls", {"ruleset": "shields", "warriors": 5}),
}

PLAYER = """
import json, sys
from meadhall import registry
from meadhall.bots.bot import Budget, Turn
from {search} import SearchBot
from {warm} import warm_up
from meadhall.core.game import start
from meadhall.core.options import parse_options
from meadhall.core.rng import Rng
from meadhall.games.jarls import types
for line in sys.stdin:
    slug, moves, position, milliseconds = json.loads(line)
    game = registry.game(slug)
    warm_up(game)
    if position:
        ruleset, radius, board, turn = position
        options = parse_options(game.types.options, {{"ruleset": ruleset}})
        state = types.State(options, 2, radius, tuple(board), types.{turn}(*turn))
    else:
        state = start(game, game.types.options(), 2, Rng("1"))
    for move in moves:
        seat = game.status(state).seats[0]
        state = game.apply(state, seat, game.notation.parse(move)).state
    turn = Turn.of(game, state, game.status(state).seats[0], 2)
    thought = SearchBot().choose(turn, Budget(milliseconds=milliseconds), Rng(str(len(moves))))
    print(game.notation.write(thought.action), flush=True)
"""
"""The program of a side: it gets a position, or all moves so far, and answers with the next move.

A position of Jarls is ruleset, radius, board and turn: both checkouts number pieces alike.
"""
OURS = {
    "search": "meadhall.bots.players.search_bot",
    "warm": "meadhall.bots.warm_up",
    "turn": "TurnState",
}
EARLIER = {
    "search": "meadhall.bots.search",
    "warm": "meadhall.bots.warm",
    "turn": "Turn",
}


Player: TypeAlias = "subprocess.Popen[str]"


@contextmanager
def player(root: Path, names: Mapping[str, str]) -> Iterator[Player]:
    """The search bot of a checkout, in a process of its own; `names` are those of its modules."""
    pipe, path = subprocess.PIPE, {"PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-c", PLAYER.format(**names)]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, stdin=pipe, stdout=pipe, text=True, env={**os.environ, **path}
    ) as process:
        yield process


def ask(process: Player, question: list[object]) -> str:
    """The next move."""
    print(json.dumps(question), file=process.stdin, flush=True)
    return next(iter(process.stdout or ())).strip()


def play(
    game: AnyGame, options: dict[str, str | int], seed: str, sides: list[Player]
) -> tuple[int, ...]:
    """The payoffs of a match after some random moves; `sides` has a process for each seat."""
    state = start(game, parse_options(game.types.options, options), 2, Rng(seed))
    rng, moves = Rng(seed).fork("opening"), list[str]()
    while not isinstance(status := game.status(state), Finished):
        seat = status.seats[0]
        if len(moves) < OPENING:
            action, rng = rng.choice(game.legal_actions(state, seat))
        else:
            position = _position(state)
            question = [game.spec.slug, [] if position else moves, position, MOVE]
            action = game.notation.parse(ask(sides[seat], question))
        moves.append(game.notation.write(action))
        state = game.apply(state, seat, action).state
    return status.payoffs


def _position(state: object) -> list[object]:
    """A position of Jarls in numbers; of other games none."""
    if not isinstance(state, State):
        return []
    turn = state.turn
    numbers = turn.number, turn.round, turn.first, turn.mover, turn.quiet
    return [state.options.ruleset, state.radius, state.board, numbers]


def strength(name: str, earlier: Path) -> list[Figure]:
    """How many matches this checkout wins, and how many of the openings that the bots decide."""
    slug, options = SETTINGS[name]
    matches, openings, game = Score(), Score(), registry.game(slug)
    with player(ROOT, OURS) as ours, player(earlier, EARLIER) as theirs:
        for opening in range(MATCHES // 2):
            common = (game, options, f"opening {opening}")
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


def more_nodes(name: str) -> Iterator[Figure]:
    """How many more nodes two threads search than one: in two seconds, and by processor time."""
    slug, options = SETTINGS[name]
    game = registry.game(slug)
    warm_up(game)
    state = start(game, parse_options(game.types.options, options), 2, Rng("threads"))
    turn = Turn.of(game, state, to_act(game, state)[0], 2)
    nodes, pace = [], []
    for threads in (1, 2):
        began, bot = process_time(), SearchBot({"threads": threads})
        nodes.append(bot.choose(turn, Budget(milliseconds=2000), Rng("x")).nodes or 0)
        # What every thread could do on a core of its own.
        pace.append(threads * nodes[-1] / (process_time() - began))
    for how, (one, two) in (("in two seconds", nodes), ("in a second of both cores", pace)):
        title = f"{name}: nodes of two threads {how}"
        yield Figure(title, two, "nodes", two / one, "one thread", "at least 1.7")


class WithoutNetwork:
    """The search of Jarls with the part of the evaluation that is not learned."""

    def __init__(self) -> None:
        learnable = lane().learnable
        if learnable is None:
            raise TypeError
        kernels = replace(lane().kernels, evaluate=learnable.base)
        plain, game = replace(lane(), kernels=kernels), registry.game("jarls")
        self.game = replace(game, speed=replace(speed(game), lane=lambda: plain))
        self.bot = SearchBot()

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The best move by a search without the network."""
        return self.bot.choose(replace(turn, game=self.game), budget, rng)


def network_gain(name: str) -> list[Figure]:
    """How many matches of Jarls the search wins against itself without the network."""
    slug, options = SETTINGS[name]
    game, matches, boards = registry.game(slug), Score(), Score()
    standard = parse_options(game.types.options, {"ruleset": options["ruleset"]})
    bots: list[Bot] = [SearchBot(), WithoutNetwork()]
    for number in range(MATCHES // 2):
        paid = 0
        for seat, line_up in enumerate((bots, bots[::-1])):
            luck = Rng(f"network {number}")
            result = play_match(game, standard, line_up, luck, Budget(nodes=NODES)).result
            matches.enter(result.payoffs[seat])
            paid += result.payoffs[seat]
        boards.enter(paid)
    title = f"{name}, {NODES:,} nodes a move, against the search without its network"
    return [
        _figure(f"{title}: matches", matches, "at least 60"),
        _figure(f"{title}: boards that do not decide themselves", boards, ""),
    ]


def measure() -> list[Figure]:
    """Threads, what Jarls' network is worth, then strength in each setting."""
    names = ("Chinese Checkers", "Jarls, holes")
    figures = [figure for name in names for figure in more_nodes(name)]
    figures += [figure for name in list(SETTINGS)[1:] for figure in network_gain(name)]
    with worktree(COMMIT) as earlier:
        if earlier is None:
            print(f"There is no commit {COMMIT} in this checkout.", file=sys.stderr)
            return figures
        return figures + [figure for name in SETTINGS for figure in strength(name, earlier)]
