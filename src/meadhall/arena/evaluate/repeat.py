"""Makes one decision of a recorded match many times, and plays on after it with new dice."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from meadhall import registry
from meadhall.arena.contest.metering import NO_LIMITS, BotLimits, make_bot
from meadhall.arena.contest.play_match import NO_BUDGET, PlayTable
from meadhall.bots import roster
from meadhall.bots.bot import Bot
from meadhall.bots.briefing import ShownPly
from meadhall.core.game import AnyGame, to_act
from meadhall.core.options import parse_options
from meadhall.core.record import Record, record_options, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import with_generator
from meadhall.core.seats import Seat, seat_name


@dataclass(frozen=True, slots=True)
class RepeatedMove:
    """How often the move was chosen, and its average payoff when play went on after it."""

    action: str
    times: int
    payoff: float


@dataclass(frozen=True, slots=True)
class ForkPoint:
    """A position of a record in which a seat is asked again; `bots` names who plays on."""

    record: Record
    ply: int
    seat: Seat
    bots: tuple[str, ...]


def repeat_decision(
    point: ForkPoint, times: int, seed: str, limits: BotLimits = NO_LIMITS
) -> list[RepeatedMove]:
    """Ask the seat's bot that many times; the most frequent move first."""
    game = registry.game(point.record.game)
    options = parse_options(game.types.options, record_options(game, point.record))
    states, shown = _past(game, point)
    payoffs: dict[str, list[int]] = defaultdict(list)
    # Budgets are for a match, and this is many.
    limits = replace(limits, match=None, tokens=None)
    bots = [make_bot(game, name, limits) for name in point.bots]
    try:
        for number in range(times):
            table = PlayTable(game, options, states[-1], len(bots), shown)
            action, payoff = _play_on(table, point.seat, bots, Rng(f"{seed} again {number}"))
            payoffs[action].append(payoff)
    finally:
        for bot in bots:
            roster.close(bot)
    rows = [RepeatedMove(a, len(got), sum(got) / len(got)) for a, got in payoffs.items()]
    return sorted(rows, key=lambda row: (-row.times, row.action))


def _past(game: AnyGame, point: ForkPoint) -> tuple[list[object], list[ShownPly]]:
    """The positions up to the fork, and the plies; refused if the seat is not asked there."""
    record, ply, seat = point.record, point.ply, point.seat
    if not 0 <= ply <= len(record.plies):
        raise Refused.because("NO_SUCH_PLY", f"The match has {len(record.plies)} plies.", "ply")
    steps = list(islice(replay(game, record), ply + 1))
    if seat not in to_act(game, steps[-1].state):
        raise Refused.because(
            "NOT_ASKED", f"After {ply} plies nobody waits for {seat_name(seat)}.", "ply"
        )
    played = zip(record.plies[:ply], steps[1:], strict=True)
    shown = [
        ShownPly(p.seat, None if p.leave else game.notation.parse(p.action), step.events)
        for p, step in played
    ]
    return [step.state for step in steps], shown


def _play_on(table: PlayTable, seat: Seat, bots: Sequence[Bot], rng: Rng) -> tuple[str, int]:
    """The move that is chosen, and what the seat gets in the end. The dice to come are new."""
    table.state = with_generator(table.state, rng.fork("game"))
    table.let_play(bots[seat], seat, NO_BUDGET, rng.fork("decision"))
    action = table.game.notation.write(table.actions[0][1])
    return action, table.play_on(bots, rng).result.payoffs[seat]
