"""Levels against outsiders: opponents that know no search of ours, on the default boards for two.

The walker, the rusher, the marcher, the planner, the author's minimax and a player of one ply are
scripts; OpenSpiel's tree search plays random matches to the end (`MEADHALL_SIMULATIONS` for each
move, 20); a learner is trained against `medium` for `MEADHALL_LEARNING` minutes (1) and then meets
hard and expert. A pairing ends after `MEADHALL_MATCHES` (40), when the 95 % interval leaves the
target behind, or when its part of `MEADHALL_MINUTES` (10) is over: the benchmark always ends with a
table. Levels play without clocks, so all matches but those of the learner are the same in every
run. `MEADHALL_LEDGERS` and `MEADHALL_PAIRS` are as for levels (`level_steps`); pairs are named as
in `jarls-medium-the walker`.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import monotonic

from meadhall import registry
from meadhall.arena.contest.score import Score
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.level_steps import FEWEST, Effort, SharedTime, ledger_of, may_play

sys.path.append(str(Path(__file__).parents[2] / "tests" / "fixtures"))

from outsiders.learner import Learner, train
from outsiders.match import SCRIPTED, Maker, meet, total, untimed
from outsiders.spiel_mcts import SpielMcts

TITLE = "Levels against outsiders, two players: share of the decided matches won"
MATCHES = int(os.environ.get("MEADHALL_MATCHES", "40"))
LEARNING = float(os.environ.get("MEADHALL_LEARNING", "1"))
SIMULATIONS = int(os.environ.get("MEADHALL_SIMULATIONS", "20"))
SCRIPTED_TARGET, TRAINED_TARGETS = 0.9, {"hard": 0.8, "expert": 0.95}
LEVELS, QUICK = ("medium", "hard"), "elemental-clash"
"""In the quick game the expert plays too; in the others its matches take a minute."""
OPEN = {"jarls": "Jarls", "chinese-checkers": "Chinese Checkers"}
"""OpenSpiel's search and the learner play these; they know nothing of hidden cards and orders."""
TITLES = {**OPEN, "elemental-clash": "Elemental Clash", "secret-toaster": "Secret Toaster"}


def measure() -> list[Figure]:
    """Each game against the scripts; those in the open also against tree search and learner."""
    pairs = sum(len(SCRIPTED[slug]) * len(_levels(slug)) for slug in TITLES)
    time = SharedTime(pairs + len(OPEN) * (len(LEVELS) + 1 + len(TRAINED_TARGETS)))
    figures = [figure for slug in TITLES for figure in _scripted(slug, time)]
    return [*figures, *(figure for slug in OPEN for figure in _trained(slug, time))]


def _levels(slug: str) -> tuple[str, ...]:
    return (*LEVELS, "expert") if slug == QUICK else LEVELS


def _scripted(slug: str, time: SharedTime) -> Iterator[Figure]:
    others: dict[str, Maker] = dict(SCRIPTED[slug])
    if slug in OPEN:
        others[f"OpenSpiel's MCTS, {SIMULATIONS} simulations"] = lambda: SpielMcts(SIMULATIONS)
    for name, make in others.items():
        for level in _levels(slug):
            effort = Effort(MATCHES, round(100 * SCRIPTED_TARGET), time.part())
            yield from _pair(slug, level, (name, make), effort)


def _trained(slug: str, time: SharedTime) -> Iterator[Figure]:
    end = min(time.part(), monotonic() + 60 * LEARNING)

    @cache
    def learner() -> Learner:
        game = registry.game(slug)
        return train(
            game, game.types.options(), untimed(slug, "medium"), lambda _: monotonic() > end
        )

    name = f"a learner of up to {LEARNING:g} minutes"
    for level, target in TRAINED_TARGETS.items():
        effort = Effort(MATCHES, round(100 * target), time.part())
        yield from _pair(slug, level, (name, learner), effort)


def _pair(slug: str, level: str, other: tuple[str, Maker], effort: Effort) -> Iterator[Figure]:
    """The share of a level against an outsider, unless they have hardly played."""
    title = f"{slug}-{level}-{other[0]}"
    ledger = ledger_of(title)
    if not may_play(title):
        effort = replace(effort, games=len(ledger.outcomes))
    scores = meet(slug, (untimed(slug, level), other[1]), effort, ledger)
    if total(scores).matches >= FEWEST:
        yield _figure(f"{TITLES[slug]}: {level} against {other[0]}", scores, effort.wanted)


def _figure(name: str, scores: tuple[Score, Score], target: int) -> Figure:
    whole = total(scores)
    low, high = (100 * bound for bound in whole.interval)
    seats = "; ".join(
        f"seat {seat}: {score.won} won, {score.drawn} even, {score.lost} lost"
        for seat, score in enumerate(scores, start=1)
    )
    unit = f"% ({low:.0f} to {high:.0f})"
    return Figure(name, 100 * whole.share, unit, None, seats, f"{target} or more")
