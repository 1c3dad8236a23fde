"""The fast lane does what the pure rules do: odds, orders, rounds, endings, policies."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.rollout_bot import RolloutBot
from meadhall.bots.warm_up import warm_up
from meadhall.core.bulk_play import DECIDED
from meadhall.core.fast_lane import Array
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.bots import outlook
from meadhall.games.secret_toaster.bots.diplomacy import choose_treaty
from meadhall.games.secret_toaster.bots.evaluate import evaluate
from meadhall.games.secret_toaster.bots.policies import POLICIES, STYLES, best_orders
from meadhall.games.secret_toaster.rules.apply import apply
from meadhall.games.secret_toaster.rules.board import ROADS
from meadhall.games.secret_toaster.rules.ending import status
from meadhall.games.secret_toaster.rules.legal import legal_actions
from meadhall.games.secret_toaster.rules.planning.choices import EVEN, SAFE, order_choices
from meadhall.games.secret_toaster.rules.round import odds
from meadhall.games.secret_toaster.rules.round.resolve import resolve_round
from meadhall.games.secret_toaster.rules.table import in_play, waiting
from meadhall.games.secret_toaster.types import (
    MOST_KNIGHTS,
    MOST_ORDERS,
    ORDER_TYPES,
    AskToJoin,
    Options,
    Order,
    Ready,
    State,
    Submit,
    Threat,
)

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

lane = pytest.importorskip("meadhall.games.secret_toaster.fast.lane")
at = pytest.importorskip("meadhall.games.secret_toaster.fast.tables")
diplomacy = pytest.importorskip("meadhall.games.secret_toaster.fast.diplomacy")
ending = pytest.importorskip("meadhall.games.secret_toaster.fast.ending")
fast_evaluate = pytest.importorskip("meadhall.games.secret_toaster.fast.evaluate")
fast_odds = pytest.importorskip("meadhall.games.secret_toaster.fast.odds")
plan = pytest.importorskip("meadhall.games.secret_toaster.fast.plan")
play = pytest.importorskip("meadhall.games.secret_toaster.fast.play")
policies = pytest.importorskip("meadhall.games.secret_toaster.fast.policies")
sampling = pytest.importorskip("meadhall.games.secret_toaster.fast.sampling")

Mode: TypeAlias = Literal["crown", "objectives", "classic"]
"""How a match is won; classic are objectives with the terms of the standard of that name."""
MODES: tuple[Mode, Mode] = ("crown", "objectives")
TABLES = [
    (2, MODES[0]),
    *((seats, mode) for seats in range(3, 7) for mode in MODES),
    (6, "classic"),
]
on_every_table = pytest.mark.parametrize(("seats", "mode"), TABLES)
LONGEST = 20
LEADS = st.integers(-2, 2)
MOST_ACTIONS = 12  # how many actions a seat takes at most


class Stream:
    """The lane's luck, for the pure rules: one number after the other from the same generator."""

    def __init__(self, seed: int) -> None:
        self.array = np.zeros(at.LENGTH, np.int64)
        self.array[at.RANDOM] = seed

    def below(self, bound: int) -> int:
        return int(fast_odds.below(self.array, bound))

    def dice(self, count: int) -> bytes:
        return bytes(1 + self.below(6) for _ in range(count))


def plan_all(state: State, rng: Rng) -> State:
    """Everybody makes treaties and writes orders, mostly by policies, some at random."""
    names = list(POLICIES)
    for seat in waiting(state.table):
        for number in range(MOST_ACTIONS):
            luck = rng.fork(f"{seat} {number}")
            legal = legal_actions(state, seat)
            kind, _ = luck.fork("kind").below(2 * len(names))
            name = names[kind % len(names)]
            action = POLICIES[name](GAME.view(state, seat), seat, legal, luck)
            if kind >= len(names):
                action, _ = luck.choice(legal)
            if action.kind in ("ready", "withdraw"):
                break
            state = apply(state, seat, action).state
    return state


def rounds(seats: int, mode: Mode) -> Iterator[tuple[State, int]]:
    """Round after round of one match: everybody's orders are written, and a seed for the luck."""
    rng = Rng(f"{seats} {mode}")
    options = Options(mode="objectives" if mode == "classic" else mode, round_limit=LONGEST)
    if mode == "classic":
        options = replace(options, standard="classic")
    state = start(GAME, options, seats, rng)
    while not isinstance(status(state), Finished):
        luck = rng.fork(f"round {state.table.round}")
        state, (seed, _) = plan_all(state, luck), luck.below(1 << 40)
        yield state, seed
        state = resolve_round(state, Stream(seed)).state


def resolve_packed(state: State, seed: int) -> Array:
    array = lane.pack(state)
    array[at.RANDOM] = seed
    ending.resolve_round(array)
    return array


def parts(array: Array) -> dict[str, list[int]]:
    """What the array says of a match, without what is left over from earlier."""
    seats, threats = int(array[at.SEATS]), int(array[at.THREATS])
    spans = {
        "field": (at.OWNER, at.KEEP),
        "players": (at.KEEP, at.STYLE),
        "knights": (at.KNIGHTS, at.POST),
        "written": (at.WRITTEN, at.PLAN),
        "allied": (at.ALLIED, at.ALLIED + seats),
        "names": (at.ALLIANCE_ID, at.ALLIANCE_ID + int(array[at.ALLIANCES])),
        "asking": (at.ASKING, at.ASKING + int(array[at.ALLIANCES])),
        "counts": (at.ALLIANCES, at.JOININGS),
        "crown": (at.CROWN, at.THREAT),
        "threats": (at.THREAT, at.THREAT + threats),
        "threatening": (at.THREAT_MEMBERS, at.THREAT_MEMBERS + threats),
        "match": (at.SEATS, at.RANDOM),
    }
    for seat in range(seats):
        many = int(array[at.KNIGHTS + seat])
        for name, first in (("posts", at.POST), ("numbers", at.NUMBER)):
            low = first + seat * MOST_KNIGHTS
            spans[f"{name} of {seat}"] = (low, low + many)
    return {name: array[low:high].tolist() for name, (low, high) in spans.items()}


@pytest.mark.untraced  # many whole matches
@on_every_table
def test_rounds_are_carried_out_alike_with_the_same_luck(seats: int, mode: Mode) -> None:
    for state, seed in rounds(seats, mode):
        array, after = resolve_packed(state, seed), resolve_round(state, Stream(seed)).state
        assert parts(array) == parts(lane.pack(after))
        for seat in range(seats):
            assert fast_evaluate.evaluate(array, seat) == evaluate(after, seat)


@pytest.mark.untraced  # many whole matches
@on_every_table
def test_policies_choose_alike(seats: int, mode: Mode) -> None:
    for state, seed in rounds(seats, mode):
        for seat in in_play(state.table):
            name, style = list(STYLES.items())[seed % len(STYLES)]
            secret = replace(state.secrets[seat], orders=state.secrets[seat].orders[: seed % 3])
            known = replace(
                state, secrets=(*state.secrets[:seat], secret, *state.secrets[seat + 1 :])
            )
            orders = [Submit(order) for order in order_choices(state.table, secret, seat)]
            if not orders:
                continue
            ties = best_orders(state.table, secret, seat, orders, style)
            array = lane.pack(known)
            array[at.STYLE + seat] = at.STYLE_NAMES.index(name)
            assert all_marches(array, seat) == {
                places(o.order) for o in orders if o.order.to != o.order.origin
            }
            written = next_order(array, seat)
            if ties:
                assert written in {places(tie.order) for tie in ties}
            else:
                assert written is None


def places(order: Order) -> tuple[int, int, int, int]:
    """An order without its type, which follows from the rest."""
    return lane.number_of(order.knight), order.origin, order.to, order.troops


def all_marches(array: Array, seat: int) -> set[tuple[int, int, int, int]]:
    """All marches that the lane can choose from."""
    plan.prepare(array, seat)
    table, ways = lane.odds_table(), set()
    for knight in range(array[at.KNIGHTS + seat]):
        here = int(array[at.PLACE + knight])
        number = int(array[at.NUMBER + seat * MOST_KNIGHTS + knight])
        for to in ROADS[here]:
            many = plan.set_amounts(array, table, here, to)
            amounts = array[at.AMOUNTS : at.AMOUNTS + many].tolist()
            ways |= {(number, here, to, amount) for amount in amounts}
    return ways


def next_order(array: Array, seat: int) -> tuple[int, ...] | None:
    """The next order that the lane writes for the seat."""
    count = int(array[at.WRITTEN + seat])
    array[at.ROOM + seat] = count + 1
    policies.write_orders(array, lane.odds_table(), seat)
    if array[at.WRITTEN + seat] == count:
        return None
    first = at.PLAN + (seat * MOST_ORDERS + count) * at.ORDER
    return tuple(array[first + at.KNIGHT : first + at.ORDER].tolist())


@pytest.mark.untraced  # many whole matches
@on_every_table
def test_treaties_are_made_alike(seats: int, mode: Mode) -> None:
    for state, seed in rounds(seats, mode):
        name, style = list(STYLES.items())[seed % len(STYLES)]
        table, array = state.table, lane.pack(state)
        for seat in in_play(table) if seats > 2 else ():
            legal = legal_actions(state, seat)
            action = choose_treaty(table, seat, legal, style)
            array = lane.pack(state)
            array[at.STYLE + seat] = at.STYLE_NAMES.index(name)
            assert diplomacy.make_treaty(array, seat) == (action is not None)
            after = apply(state, seat, action).state if action else state
            assert parts(array) == parts(lane.pack(after))


@given(st.integers(0, 3000), st.integers(0, 3000), LEADS)
def test_odds_are_the_same(attackers: int, defenders: int, lead: int) -> None:
    assert fast_odds.win_chance(attackers, defenders, lead) == odds.win_chance(
        attackers, defenders, lead
    )


@given(st.integers(0, 1 << 16), st.integers(0, 1 << 16), LEADS)
def test_odds_of_round_numbers_are_the_same(attackers: int, defenders: int, lead: int) -> None:
    line, place = fast_odds.line_of(defenders, lead), fast_odds.place_of(attackers)
    if attackers + defenders < 4000:
        found = fast_odds.odds_at(lane.odds_table(), line + place)
        assert found == outlook.rounded_chance(attackers, defenders, lead)
    assert fast_odds.number_at(place) <= attackers
    assert attackers - fast_odds.number_at(place) <= attackers >> outlook.ROUNDED_BITS - 1


@given(st.integers(0, 5000), LEADS, st.sampled_from([EVEN, SAFE]))
def test_the_fewest_who_win_are_the_same(defenders: int, lead: int, wanted: int) -> None:
    fewest = fast_odds.fewest_for(lane.odds_table(), defenders, lead, wanted)
    assert fewest == odds.fewest_for(defenders, lead, wanted, fewest)
    assert odds.fewest_for(defenders, lead, wanted, fewest - 1) is None


def test_orders_have_their_numbers() -> None:
    assert ORDER_TYPES[at.MOVE : at.PROMOTE + 1] == ("move", "attack", "fortify", "promote")


def test_a_threat_is_packed_with_its_members() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    threatened = replace(state, table=replace(state.table, threats=(Threat(1, (0, 2)),)))
    packed = parts(lane.pack(threatened))
    assert (packed["threats"], packed["threatening"]) == ([1], [0b101])


@given(st.integers(0, 1 << 40), st.integers(3, 6))
def test_sampled_objectives_are_dealt_by_the_rules(seed: int, seats: int) -> None:
    kings = 1 + seed % 2
    state = start(GAME, Options(kingmakers=kings), seats, Rng(str(seed)))
    array = lane.pack(state)
    array[at.RANDOM] = seed
    sampling.sample_hidden(array, 1)
    dealt = [at.OBJECTIVES[number] for number in array[at.OBJECTIVE : at.OBJECTIVE + seats]]
    assert dealt[1] == state.secrets[1].objective
    assert dealt.count("kingmaker") == kings
    others = [objective for objective in dealt if objective != "kingmaker"]
    assert len(set(others)) == min(3, seats - kings)
    assert max(Counter(others).values()) <= -(-(seats - kings) // 3)
    assert (array[at.STYLE : at.STYLE + seats] < len(STYLES)).all()


def test_sampled_objectives_explain_a_threat_if_they_can(threat: State) -> None:
    vain = replace(threat, table=replace(threat.table, owners=(None,) * len(threat.table.owners)))
    for state, explained in ((threat, True), (vain, False)):
        dealt = set()
        for seed in range(40):
            array = lane.pack(state)
            array[at.RANDOM] = seed
            sampling.sample_hidden(array, 0)
            dealt.add(tuple(array[at.OBJECTIVE : at.OBJECTIVE + 3].tolist()))
        assert (dealt == {(at.KINGMAKER, at.KINGMAKER, at.DEFENDER)}) == explained
        assert {own for own, *_ in dealt} == {at.KINGMAKER}


def test_others_are_mostly_sampled_as_marshals_or_courtiers_and_the_viewer_stays() -> None:
    known, styles = lane.pack(start(GAME, Options(), 4, Rng("tempers"))), Counter[str]()
    known[at.STYLE] = at.STYLE_NAMES.index("raider")
    for seed in range(200):
        array = known.copy()
        array[at.RANDOM] = seed
        sampling.sample_hidden(array, 0)
        assert array[at.STYLE] == known[at.STYLE]
        styles.update(at.STYLE_NAMES[n] for n in array[at.STYLE + 1 : at.STYLE + 4])
    assert set(styles) == set(STYLES)
    assert {name for name, _ in styles.most_common(2)} == {"marshal", "courtier"}


def test_a_sampled_courtier_accepts_an_ally_after_writing_orders() -> None:
    state = start(GAME, Options(mode="crown"), 3, Rng("late"))
    alliance = state.table.alliances[0].name
    state = apply(state, 1, AskToJoin(alliance)).state
    state = apply(state, 0, Submit(order_choices(state.table, state.secrets[0], 0)[0])).state
    allied = {}
    for name in ("marshal", "courtier"):
        array = lane.pack(state)
        array[at.STYLE] = at.STYLE_NAMES.index(name)
        play.play_round(array, lane.odds_table())
        allied[name] = bool(array[at.ALLIED] == array[at.ALLIED + 1])
    assert allied == {"marshal": False, "courtier": True}


def test_the_strategist_mostly_seeks_an_ally_before_the_marshals_do() -> None:
    bot, seekers = RolloutBot({"worlds": 12, "plies": 9}), 0
    for seed in range(8):
        state = start(GAME, Options(mode="crown"), 4, Rng(str(seed)))
        while not state.table.players[0].ready:
            thought = bot.choose(Turn.of(GAME, state, 0, 4), Budget(), Rng(str(seed)))
            state = apply(state, 0, thought.action).state
        seekers += any(0 in alliance.asking for alliance in state.table.alliances)
    assert seekers > 4


def test_a_rehearsal_depends_on_the_view_the_proposal_and_the_luck_alone() -> None:
    state = start(GAME, Options(), 3, Rng("rehearsal"))
    view, legal = GAME.view(state, 1), GAME.legal_actions(state, 1)
    proposals = [(action, "marshal") for action in legal]
    rehearsed = lane.rehearse(view, 1, proposals, 9).play
    first = [rehearsed(number, Rng("1")) for number in range(len(proposals))]
    assert first == [rehearsed(number, Rng("1")) for number in range(len(proposals))]
    assert first != [rehearsed(number, Rng("2")) for number in range(len(proposals))]


def test_played_to_the_end_a_match_is_decided() -> None:
    state = start(GAME, Options(), 2, Rng("end"))
    rehearsed = lane.rehearse(GAME.view(state, 0), 0, [(Ready(), "raider")], 1000).play
    assert {abs(rehearsed(0, Rng(str(seed)))) for seed in range(20)} <= {0, DECIDED}


def test_the_lane_declines_what_it_does_not_know_and_the_pure_rules_go_on() -> None:
    legacy = start(GAME, Options(ruleset="legacy"), 2, Rng("legacy"))
    assert lane.rehearse(GAME.view(legacy, 0), 0, [(Ready(), "marshal")], 4) is None
    asked = Turn.of(GAME, legacy, 0, 2)
    thought = RolloutBot({"worlds": 1, "plies": 1}).choose(asked, Budget(), Rng("1"))
    assert thought.action in GAME.legal_actions(legacy, 0)
    troops = list(legacy.table.troops)
    troops[0] = (1 << 16, 0)
    crowd = replace(legacy.table, options=Options(), troops=tuple(troops))
    assert not lane.fits(crowd)


def test_a_warm_game_has_its_rehearsals_compiled() -> None:
    warm_up(GAME)
    assert len(play.play_on.signatures) == 1
