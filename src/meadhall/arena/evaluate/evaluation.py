"""The matches of an evaluation: every agent against every anchor, on the same deals.

All pairs of a game play the same sets. A set is one deal in every rotation of the seats, so that
luck and seats cancel out. The dice of a set come from a secret, whose hash is published before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise

from meadhall import registry
from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.arena.contest.metering import NO_LIMITS, BotLimits
from meadhall.arena.contest.schedule import Contest, duel
from meadhall.arena.evaluate.bradley_terry import PairGame, Rated, fit
from meadhall.bots import roster
from meadhall.core.game import AnyGame, start
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seed_proof import SeedProof, commitment_to

LEVEL_SCALE = 0.72
"""Elo points for one point of a level's rating, whose scale is openskill's: a difference of 240
there, and one of 174 in Elo points, means odds of e to one."""
RANDOM = "random"
RANDOM_POINTS = 500


@dataclass(frozen=True, slots=True)
class EvaluatedGame:
    """A game of the evaluation: its seats, and the anchors there, weakest first."""

    game: str
    seats: int
    anchors: tuple[str, ...]
    options: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Which agents are evaluated, where, and by how many games for each pair."""

    agents: tuple[str, ...]
    fields: tuple[EvaluatedGame, ...]
    seed: str
    pair_games: int = 60
    limits: BotLimits = NO_LIMITS

    def jobs(self) -> list[Job]:
        """All matches. Their numbers do not depend on what has been played."""
        columns = [job for field in self.fields for job in self._of_field(field)]
        return [replace(job, number=number) for number, job in enumerate(columns)]

    def commitments(self) -> dict[str, str]:
        """The hash of the secret of every set, by the id of the set. To be published before."""
        proofs = {job.proof for job in self.jobs() if job.proof is not None}
        return {p.match: commitment_to(p.secret) for p in sorted(proofs, key=lambda p: p.match)}

    def _of_field(self, field: EvaluatedGame) -> Iterator[Job]:
        """The duels of the game, set by set: an interrupted run has played all pairs equally."""
        contest = Contest(field.game, field.seats, self.seed, field.options, keep=True)
        pairs = self.pairs(field)
        duels = [list(duel(contest, one, two, self.pair_games)) for one, two in pairs]
        for row in zip(*duels, strict=True):
            yield from (self._with_proof(field, job, set(job.seats)) for job in row)

    def pairs(self, field: EvaluatedGame) -> list[tuple[str, str]]:
        """Who plays whom. Anchors without a rating meet their neighbours, to find one."""
        met = [(agent, anchor) for agent in self.agents for anchor in field.anchors]
        unrated = {name for name in field.anchors if anchor_points(field.game, name) is None}
        near = [pair for pair in pairwise(field.anchors) if unrated & {*pair}]
        return met + near

    def _with_proof(self, field: EvaluatedGame, job: Job, pair: set[str]) -> Job:
        """The job with dice that can be checked; what a bot draws is its own."""
        number = job.seed.rpartition(" ")[2]
        name = f"{field.game} set {number}"
        # Hashed: the secret of one set, which its records show, must not give away another.
        secret = sha256(f"{self.seed}\n{name}".encode()).hexdigest()
        proof = SeedProof(name, secret, ("",) * field.seats)
        return replace(job, proof=proof, limits=self.limits, seed=f"{job.seed} {sorted(pair)}")


def field_of(
    slug: str, seats: int | None, anchors: Sequence[str], agents: Sequence[str]
) -> EvaluatedGame:
    """The game with its anchors; anything wrong with a name is refused before any work."""
    game = registry.game(slug)
    count = min(game.spec.players) if seats is None else seats
    start(game, parse_options(game.types.options, {}), count, Rng("trial"))
    chosen = tuple(anchors) or default_anchors(game)
    for name in (*agents, *chosen):
        roster.entrant(game, name)
    rest = tuple(name for name in chosen if name not in agents)
    if not rest:
        raise Refused.because("NO_ANCHORS", "Every anchor is an agent; name another.", "anchors")
    return EvaluatedGame(slug, count, rest)


def default_anchors(game: AnyGame) -> tuple[str, ...]:
    """The bot that plays anything, and the levels with a rating; all levels if none has one."""
    levels = roster.levels(game)
    rated = [level.name for level in levels if level.rating is not None]
    names = rated or [level.name for level in levels]
    return tuple(dict.fromkeys([RANDOM, *names]))


def anchor_points(slug: str, name: str) -> int | None:
    """The fixed points of an anchor; `None` if nobody has measured them."""
    if name == RANDOM:
        return RANDOM_POINTS
    level = roster.levels_by_name(registry.game(slug)).get(name)
    if level is None or level.rating is None:
        return None
    return round(RANDOM_POINTS + LEVEL_SCALE * (level.rating - RANDOM_POINTS))


@dataclass(frozen=True, slots=True)
class Standings:
    """The points in each game, with those of the anchors, and of the agents over all games."""

    by_game: dict[str, list[Rated]]
    overall: list[Rated]


def standings(evaluation: Evaluation, outcomes: Sequence[JobOutcome]) -> Standings:
    """The fits, per game and over all games."""
    jobs = {job.number: job for job in evaluation.jobs()}
    games: dict[str, list[PairGame]] = {field.game: [] for field in evaluation.fields}
    for outcome in outcomes:
        job = jobs[outcome.number]
        games[job.game].append(_game(evaluation, job, outcome))
    fixed = {
        field.game: {
            _key(evaluation, field.game, name): points
            for name in field.anchors
            if (points := anchor_points(field.game, name)) is not None
        }
        for field in evaluation.fields
    }
    by_game = {slug: fit(played, fixed[slug]) for slug, played in games.items()}
    all_fixed = {key: points for known in fixed.values() for key, points in known.items()}
    everything = fit([game for played in games.values() for game in played], all_fixed)
    return Standings(by_game, [row for row in everything if row.name in evaluation.agents])


def _key(evaluation: Evaluation, slug: str, name: str) -> str:
    """An agent is the same in all games; the anchors of two games are not."""
    return name if name in evaluation.agents else f"{name} ({slug})"


def _game(evaluation: Evaluation, job: Job, outcome: JobOutcome) -> PairGame:
    """The game of two bots: who got more on average of their seats."""
    one, two = sorted(set(job.seats))
    averages = []
    for name in (one, two):
        own = [pay for pay, seat in zip(outcome.payoffs, job.seats, strict=True) if seat == name]
        averages.append(sum(own) / len(own))
    score = 0.5 if averages[0] == averages[1] else float(averages[0] > averages[1])
    keys = (_key(evaluation, job.game, one), _key(evaluation, job.game, two))
    return PairGame(*keys, score, f"{job.proof.match if job.proof else ''} {one} {two}")
