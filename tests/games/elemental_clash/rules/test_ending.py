"""How battles end: fallen bases, empty hands, sieges; and that the seats are exactly alike."""

from dataclasses import replace

import pytest
from tests.games.elemental_clash.positions import (
    BLAST,
    DODGE,
    SHOT,
    battle,
    card,
    lock_first_cards,
    miner,
    turn,
    wall,
    with_hand,
)

from meadhall.core.rng import Rng
from meadhall.games.elemental_clash.cards import (
    MINERS,
    SUBTYPES,
    MinerType,
)
from meadhall.games.elemental_clash.rules import phases
from meadhall.games.elemental_clash.rules.ending import ANTI_WAR_MESSAGES
from meadhall.games.elemental_clash.rules.events import Ended, Struck
from meadhall.games.elemental_clash.types import Options, Side, State

pytestmark = pytest.mark.clause("The end", "Options")


def check_victory(one: Side, two: Side, options: Options | None = None, siege: int = 0) -> State:
    state = replace(battle(one, two, options=options), phase="death_check", siege=siege)
    return phases.victory_check(replace(state, turn_state="resolving")).state


def test_v1_a_fallen_base_loses() -> None:
    for hps, payoffs in (((0, 1), (-1, 1)), ((1, -4), (1, -1))):
        outcome = check_victory(Side(hps[0], hand=SHOT), Side(hps[1], hand=SHOT)).outcome
        assert outcome is not None
        assert (outcome.payoffs, outcome.reason) == (payoffs, "base")


def test_v2_both_bases_fallen_is_a_loss_for_both_with_a_message() -> None:
    after = turn(with_hand(BLAST, Side(8, 10)), with_hand(BLAST, Side(8, 10)))
    assert after.outcome is not None
    assert (after.outcome.payoffs, after.outcome.reason) == ((-1, -1), "doubleLoss")
    assert after.outcome.message in ANTI_WAR_MESSAGES
    assert after.phase == "victory_check"


def test_every_message_against_war_is_said_some_time() -> None:
    doubly_lost = replace(battle(Side(0), Side(0)), phase="death_check", turn_state="resolving")
    ends = [phases.victory_check(replace(doubly_lost, rng=Rng(str(i)))) for i in range(80)]
    said = {
        event.outcome.message for end in ends for event in end.events if isinstance(event, Ended)
    }
    assert said == set(ANTI_WAR_MESSAGES)
    assert len(ANTI_WAR_MESSAGES) == 5


def test_e8_without_cards_more_hp_wins_and_equal_hp_draws() -> None:
    for hps, payoffs in (((5, 3), (1, -1)), ((3, 5), (-1, 1)), ((4, 4), (0, 0))):
        outcome = check_victory(Side(hps[0]), Side(hps[1])).outcome
        assert outcome is not None
        assert (outcome.payoffs, outcome.reason) == (payoffs, "exhaustion")


def test_e8_a_siege_goes_on_while_a_hostile_bot_lives_and_six_turns_at_most() -> None:
    hostile, calm = Side(miner=miner("projectile_miner")), Side(miner=miner("repair_miner"))
    assert check_victory(hostile, Side()).outcome is None
    assert check_victory(hostile, Side()).siege == 1
    assert check_victory(hostile, Side(), siege=5).siege == 6
    assert check_victory(hostile, Side(), siege=6).outcome is not None
    assert check_victory(calm, Side()).outcome is not None


def test_e8_strict_knows_no_siege() -> None:
    hostile = Side(miner=miner("continuous_miner"))
    assert check_victory(hostile, Side(), Options(strict=True)).outcome is not None


def test_e8_endless_ends_after_forty_turns() -> None:
    for number, reason in ((39, None), (40, "turnLimit")):
        state = battle(Side(9, hand=SHOT), Side(hand=SHOT), number, Options(endless=True))
        state = replace(state, phase="death_check", turn_state="resolving")
        outcome = phases.victory_check(state).state.outcome
        assert (outcome.reason if outcome else None) == reason


def test_e8_a_siege_is_played_to_its_end_in_one_go() -> None:
    hostile = Side(energy=10, miner=miner("projectile_miner"), hand=DODGE)
    after = phases.play_on(lock_first_cards(battle(hostile, Side())))
    assert after.state.outcome is not None
    shots = [event for event in after.events if isinstance(event, Struck)]
    assert [shot.hp for shot in shots] == [17, 14, 11]
    assert after.state.turn == 2 + 6


def test_the_seats_are_exactly_alike() -> None:
    """Thousands of random turns, each played with the sides swapped as well."""
    rng = Rng("swap")
    for _ in range(2000):
        sides = []
        for _seat in (0, 1):
            side, rng = random_side(rng)
            sides.append(side)
        one, two = turn(sides[0], sides[1]), turn(sides[1], sides[0])
        assert one.sides == two.sides[::-1]
        assert one.history == tuple(record[::-1] for record in two.history)
        paid = [state.outcome.payoffs if state.outcome else () for state in (one, two)]
        assert paid[0] == paid[1][::-1]


def random_side(rng: Rng) -> tuple[Side, Rng]:
    walls = (None, wall(4), wall(8), wall(12), wall(3))
    standing, rng = rng.choice(walls)
    kinds: tuple[MinerType | None, ...] = (None, *MINERS)
    kind, rng = rng.choice(kinds)
    energy, rng = rng.below(11)
    hp, rng = rng.below(20)
    subtype, rng = rng.choice(SUBTYPES)
    countdown, rng = rng.below(2)
    working = None
    if kind is not None:
        working = miner(kind, 0 if kind == "deflection_miner" else countdown + 1)
    return Side(hp + 1, energy, standing, working, hand=(card(subtype),)), rng
