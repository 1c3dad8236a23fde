"""Every game can be played as a match: stored, folded, recorded and continued."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meadhall import registry
from meadhall.core.codec import decode, encode
from meadhall.core.record import read_record, verify, write_record
from meadhall.core.rng import Rng
from meadhall.match.clock import Fischer
from meadhall.match.commands import Abandon, Act, Command, Leave, Propose, Tick
from meadhall.match.decide.handle import handle
from meadhall.match.evolve import fold
from meadhall.match.facts import Fact, Player, Setup
from meadhall.match.fork import Cut, open_match, origin_of
from meadhall.match.match import Match, Outcome
from meadhall.match.records import facts_of, record_of
from meadhall.testing import Playthrough, playthroughs

HOUR = 3_600_000


def start(play: Playthrough) -> Outcome:
    plain = {name: getattr(play.options, name) for name in play.options.__dataclass_fields__}
    setup = Setup(
        id="m",
        game=play.game.spec.slug,
        rules_version=play.game.spec.rules_version,
        seats=play.seats,
        seed=play.seed,
        options=tuple(plain.items()),
        clock=Fischer(HOUR, 0),
    )
    players = tuple(Player(f"P{seat}", f"p{seat}") for seat in range(play.seats))
    outcome = open_match(play.game, setup, players, 0)
    assert isinstance(outcome, Outcome)
    return outcome


def command(match: Match, choice: int) -> tuple[Command, int]:
    seat = match.asked[choice % len(match.asked)]
    if choice % 11 == 0:
        return Tick(), 2 * HOUR
    if choice % 13 == 0:
        return Propose(seat, "undo"), 1
    if choice % 97 == 0:
        return Leave(seat), 1
    actions = match.game.legal_actions(match.state, seat)
    return Act(seat, actions[choice // 7 % len(actions)], match.turn), 1


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_match_of_any_game_can_be_folded_recorded_and_continued(slug: str) -> None:
    game = registry.game(slug)

    @settings(
        max_examples=15,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(playthroughs(game), st.integers(0, 1000))
    def check(play: Playthrough, cut: int) -> None:
        outcome = start(play)
        match, facts, now = outcome.match, list(outcome.facts), 0
        for choice in play.choices:
            if match.phase == "over":
                break
            next_command, wait = command(match, choice)
            now += wait
            answer = handle(match, next_command, now)
            if isinstance(answer, Outcome):
                match = answer.match
                facts += answer.facts
        assert fold(game, [decode(Fact, encode(fact)) for fact in facts]) == match
        check_record_and_continuation(match, cut)

    check()


def check_record_and_continuation(match: Match, cut: int) -> None:
    game = match.game
    if match.phase == "playing":
        ended = handle(match, Abandon(), match.at)
        assert isinstance(ended, Outcome)
        match = ended.match
    record = read_record(write_record(record_of(match)))
    verify(game, record)
    assert record_of(fold(game, facts_of(game, record, "m", 0))) == record
    if not record.plies:
        return
    for shown in ("revealed", "resampled"):
        origin = origin_of(match, Cut(cut % len(record.plies), shown), Rng("again"))
        assert game.invariant(decode(game.types.state, origin.state)) == []
