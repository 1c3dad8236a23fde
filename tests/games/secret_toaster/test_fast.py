"""The fast lane says what the pure rules say: odds, orders, rounds, verdicts, commanders."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.rollout import RolloutBot
from meadhall.bots.warm import warm_up
from meadhall.core.fast import Array
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.simulate import DECIDED
from meadhall.core.status import Finished
from meadhall.games.secret_toaster import GAME, council, odds, rules
from meadhall.games.secret_toaster.board import ROADS
from meadhall.games.secret_toaster.evaluate import evaluate
from meadhall.games.secret_toaster.listing import EVEN, SAFE, order_choices
from meadhall.games.secret_toaster.marshal import POLICIES, TEMPERS, diplomacy, weightiest
from meadhall.games.secret_toaster.table import in_play, waiting
from meadhall.games.secret_toaster.types import (
    MOST_KNIGHTS,
    MOST_ORDERS,
    ORDER_TYPES,
    Ask,
    Options,
    Order,
    Ready,
    State,
    Submit,
    Threat,
)

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

fast = pytest.importorskip("meadhall.games.secret_toaster.fast")
at = pytest.importorskip("meadhall.games.secret_toaster.fast_tables")
fast_marshal = pytest.importorskip("meadhall.games.secret_toaster.fast_marshal")
fast_odds = pytest.importorskip("meadhall.games.secret_toaster.fast_odds")
fast_plan = pytest.importorskip("meadhall.games.secret_toaster.fast_plan")
fast_play = pytest.importorskip("meadhall.games.secret_toaster.fast_play")
fast_victory = pytest.importorskip("meadhall.games.secret_toaster.fast_victory")

Mode: TypeAlias = Literal["crown", "objectives"]
MODES: tuple[Mode, Mode] = ("crown", "objectives")
TABLES = [(2, MODES[0]), *((seats, mode) for seats in range(3, 7) for mode in MODES)]
on_every_table = pytest.mark.parametrize(("seats", "mode"), TABLES)
LONGEST = 20
LEADS = st.integers(-2, 2)
WANTON = 12  # one commander's action in so many is drawn at random instead


class Stream:
    """The lane's luck, for the pure rules: one number after the other from the same generator."""

    def __init__(self, seed: int) -> None:
        self.array = np.zeros(at.LENGTH, np.int64)
        self.array[at.RANDOM] = seed

    def below(self, bound: int) -> int:
        return int(fast_odds.below(self.array, bound))

    def dice(self, count: int) -> bytes:
        return bytes(1 + self.below(6) for _ in range(count))


def planned(state: State, rng: Rng) -> State:
    """Everybody has treated and written orders, mostly as commanders do and some at random."""
    names = list(POLICIES)
    for seat in waiting(state.table):
        for number in range(WANTON):
            luck = rng.fork(f"{seat} {number}")
            legal = rules.legal_actions(state, seat)
            kind, _ = luck.fork("kind").below(2 * len(names))
            name = names[kind % len(names)]
            action = POLICIES[name](GAME.view(state, seat), seat, legal, luck)
            if kind >= len(names):
                action, _ = luck.choice(legal)
            if action.kind in ("ready", "withdraw"):
                break
            state = rules.apply(state, seat, action).state
    return state


def rounds(seats: int, mode: Mode) -> Iterator[tuple[State, int]]:
    """Round after round of one match: everybody's orders are written, and a seed for the luck."""
    rng = Rng(f"{seats} {mode}")
    state = start(GAME, Options(mode=mode, round_limit=LONGEST), seats, rng)
    while not isinstance(rules.status(state), Finished):
        luck = rng.fork(f"round {state.table.round}")
        state, (seed, _) = planned(state, luck), luck.below(1 << 40)
        yield state, seed
        state = rules.resolved(state, Stream(seed)).state


def resolved(state: State, seed: int) -> Array:
    array = fast.pack(state)
    array[at.RANDOM] = seed
    fast_victory.resolve(array)
    return array


def parts(array: Array) -> dict[str, list[int]]:
    """What the array says of a match, without what is left over from earlier."""
    seats, threats = int(array[at.SEATS]), int(array[at.THREATS])
    spans = {
        "field": (at.OWNER, at.KEEP),
        "players": (at.KEEP, at.TEMPER),
        "knights": (at.KNIGHTS, at.POST),
        "written": (at.WRITTEN, at.PLAN),
        "allied": (at.ALLIED, at.ALLIED + seats),
        "names": (at.NAMED, at.NAMED + int(array[at.ALLIANCES])),
        "asking": (at.ASKING, at.ASKING + int(array[at.ALLIANCES])),
        "counts": (at.ALLIANCES, at.JOININGS),
        "crown": (at.CROWN, at.THREAT),
        "threats": (at.THREAT, at.THREAT + threats),
        "threatening": (at.THREATENING, at.THREATENING + threats),
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
def test_rounds_are_carried_out_and_judged_alike_with_the_same_luck(seats: int, mode: Mode) -> None:
    for state, seed in rounds(seats, mode):
        array, after = resolved(state, seed), rules.resolved(state, Stream(seed)).state
        assert parts(array) == parts(fast.pack(after))
        for seat in range(seats):
            assert fast_victory.evaluate(array, seat) == evaluate(after, seat)


@pytest.mark.untraced  # many whole matches
@on_every_table
def test_commanders_choose_alike(seats: int, mode: Mode) -> None:
    for state, seed in rounds(seats, mode):
        for seat in in_play(state.table):
            name, temper = list(TEMPERS.items())[seed % len(TEMPERS)]
            secret = replace(state.secrets[seat], orders=state.secrets[seat].orders[: seed % 3])
            known = replace(
                state, secrets=(*state.secrets[:seat], secret, *state.secrets[seat + 1 :])
            )
            orders = [Submit(order) for order in order_choices(state.table, secret, seat)]
            if not orders:
                continue
            ties = weightiest(state.table, secret, seat, orders, temper)
            array = fast.pack(known)
            array[at.TEMPER + seat] = at.TEMPER_NAMES.index(name)
            assert marches(array, seat) == {
                places(o.order) for o in orders if o.order.to != o.order.origin
            }
            written = commanded(array, seat)
            if ties:
                assert written in {places(tie.order) for tie in ties}
            else:
                assert written is None


def places(order: Order) -> tuple[int, int, int, int]:
    """An order without its type, which follows from the rest."""
    return fast.number_of(order.knight), order.origin, order.to, order.troops


def marches(array: Array, seat: int) -> set[tuple[int, int, int, int]]:
    """All marches that the lane can choose from."""
    fast_plan.prepare(array, seat)
    table, found = fast.odds_table(), set()
    for knight in range(array[at.KNIGHTS + seat]):
        here = int(array[at.PLACE + knight])
        number = int(array[at.NUMBER + seat * MOST_KNIGHTS + knight])
        for to in ROADS[here]:
            many = fast_plan.set_amounts(array, table, here, to)
            amounts = array[at.AMOUNTS : at.AMOUNTS + many].tolist()
            found |= {(number, here, to, amount) for amount in amounts}
    return found


def commanded(array: Array, seat: int) -> tuple[int, ...] | None:
    """The next order that the lane writes for the seat."""
    count = int(array[at.WRITTEN + seat])
    array[at.ROOM + seat] = count + 1
    fast_marshal.command(array, fast.odds_table(), seat)
    if array[at.WRITTEN + seat] == count:
        return None
    first = at.PLAN + (seat * MOST_ORDERS + count) * at.ORDER
    return tuple(array[first + at.KNIGHT : first + at.ORDER].tolist())


@pytest.mark.untraced  # many whole matches
@on_every_table
def test_treaties_are_made_alike(seats: int, mode: Mode) -> None:
    for state, seed in rounds(seats, mode):
        name, temper = list(TEMPERS.items())[seed % len(TEMPERS)]
        table, array = state.table, fast.pack(state)
        for seat in in_play(table) if seats > 2 else ():
            legal = rules.legal_actions(state, seat)
            action = diplomacy(table, seat, legal, temper)
            array = fast.pack(state)
            array[at.TEMPER + seat] = at.TEMPER_NAMES.index(name)
            assert fast_play.treat(array, seat) == (action is not None)
            after = rules.apply(state, seat, action).state if action else state
            assert parts(array) == parts(fast.pack(after))


@given(st.integers(0, 3000), st.integers(0, 3000), LEADS)
def test_odds_are_the_same(attackers: int, defenders: int, lead: int) -> None:
    assert fast_odds.win_chance(attackers, defenders, lead) == odds.win_chance(
        attackers, defenders, lead
    )


@given(st.integers(0, 1 << 16), st.integers(0, 1 << 16), LEADS)
def test_odds_of_round_numbers_are_the_same(attackers: int, defenders: int, lead: int) -> None:
    line, place = fast_odds.line_of(defenders, lead), fast_odds.place_of(attackers)
    if attackers + defenders < 4000:
        found = fast_odds.odds_at(fast.odds_table(), line + place)
        assert found == council.about(attackers, defenders, lead)
    assert fast_odds.number_at(place) <= attackers
    assert attackers - fast_odds.number_at(place) <= attackers >> council.ROUNDED_BITS - 1


@given(st.integers(0, 5000), LEADS, st.sampled_from([EVEN, SAFE]))
def test_the_fewest_who_win_are_the_same(defenders: int, lead: int, wanted: int) -> None:
    fewest = fast_odds.fewest_for(fast.odds_table(), defenders, lead, wanted)
    assert fewest == odds.fewest_for(defenders, lead, wanted, fewest)
    assert odds.fewest_for(defenders, lead, wanted, fewest - 1) is None


def test_orders_have_their_numbers() -> None:
    assert ORDER_TYPES[at.MOVE : at.PROMOTE + 1] == ("move", "attack", "fortify", "promote")


def test_a_threat_is_packed_with_its_members() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    threatened = replace(state, table=replace(state.table, threats=(Threat(1, (0, 2)),)))
    seen = parts(fast.pack(threatened))
    assert (seen["threats"], seen["threatening"]) == ([1], [0b101])


@given(st.integers(0, 1 << 40), st.integers(3, 6))
def test_imagined_objectives_are_dealt_by_the_rules(seed: int, seats: int) -> None:
    state = start(GAME, Options(), seats, Rng(str(seed)))
    array = fast.pack(state)
    array[at.RANDOM] = seed
    fast_play.imagine(array, 1)
    dealt = [at.OBJECTIVES[number] for number in array[at.OBJECTIVE : at.OBJECTIVE + seats]]
    assert dealt[1] == state.secrets[1].objective
    assert dealt.count("kingmaker") == 2
    others = [objective for objective in dealt if objective != "kingmaker"]
    assert len(set(others)) == min(3, seats - 2)


def test_imagined_objectives_explain_a_threat_if_they_can(threat: State) -> None:
    vain = replace(threat, table=replace(threat.table, owners=(None,) * len(threat.table.owners)))
    for state, explained in ((threat, True), (vain, False)):
        dealt = set()
        for seed in range(40):
            array = fast.pack(state)
            array[at.RANDOM] = seed
            fast_play.imagine(array, 0)
            dealt.add(tuple(array[at.OBJECTIVE : at.OBJECTIVE + 3].tolist()))
        assert (dealt == {(at.KINGMAKER, at.KINGMAKER, at.DEFENDER)}) == explained
        assert {own for own, *_ in dealt} == {at.KINGMAKER}


def test_others_are_imagined_as_marshals_or_courtiers_mostly_and_the_viewer_as_it_is() -> None:
    known, tempers = fast.pack(start(GAME, Options(), 4, Rng("tempers"))), Counter[str]()
    known[at.TEMPER] = at.TEMPER_NAMES.index("raider")
    for seed in range(200):
        array = known.copy()
        array[at.RANDOM] = seed
        fast_play.imagine(array, 0)
        assert array[at.TEMPER] == known[at.TEMPER]
        tempers.update(at.TEMPER_NAMES[n] for n in array[at.TEMPER + 1 : at.TEMPER + 4])
    assert set(tempers) == set(TEMPERS)
    assert {name for name, _ in tempers.most_common(2)} == {"marshal", "courtier"}


def test_who_is_courtly_is_imagined_to_let_in_an_ally_after_writing_orders() -> None:
    state = start(GAME, Options(mode="crown"), 3, Rng("late"))
    alliance = state.table.alliances[0].name
    state = rules.apply(state, 1, Ask(alliance)).state
    state = rules.apply(state, 0, Submit(order_choices(state.table, state.secrets[0], 0)[0])).state
    allied = {}
    for name in ("marshal", "courtier"):
        array = fast.pack(state)
        array[at.TEMPER] = at.TEMPER_NAMES.index(name)
        fast_play.play_round(array, fast.odds_table())
        allied[name] = bool(array[at.ALLIED] == array[at.ALLIED + 1])
    assert allied == {"marshal": False, "courtier": True}


def test_the_strategist_mostly_seeks_an_ally_before_the_marshals_do() -> None:
    bot, seekers = RolloutBot({"worlds": 12, "plies": 9}), 0
    for seed in range(8):
        state = start(GAME, Options(mode="crown"), 4, Rng(str(seed)))
        while not state.table.players[0].ready:
            thought = bot.choose(Turn.of(GAME, state, 0, 4), Budget(), Rng(str(seed)))
            state = rules.apply(state, 0, thought.action).state
        seekers += any(0 in alliance.asking for alliance in state.table.alliances)
    assert seekers > 4


def test_a_rehearsal_depends_on_the_view_the_proposal_and_the_luck_alone() -> None:
    state = start(GAME, Options(), 3, Rng("rehearsal"))
    view, legal = GAME.view(state, 1), GAME.legal_actions(state, 1)
    proposals = [(action, "marshal") for action in legal]
    play = fast.rehearsal(view, 1, proposals, 9).play
    first = [play(number, Rng("1")) for number in range(len(proposals))]
    assert first == [play(number, Rng("1")) for number in range(len(proposals))]
    assert first != [play(number, Rng("2")) for number in range(len(proposals))]


def test_played_to_the_end_a_match_is_decided() -> None:
    state = start(GAME, Options(), 2, Rng("end"))
    play = fast.rehearsal(GAME.view(state, 0), 0, [(Ready(), "raider")], 1000).play
    assert {abs(play(0, Rng(str(seed)))) for seed in range(20)} <= {0, DECIDED}


def test_the_lane_declines_what_it_does_not_know_and_the_pure_rules_go_on() -> None:
    legacy = start(GAME, Options(ruleset="legacy"), 2, Rng("legacy"))
    assert fast.rehearsal(GAME.view(legacy, 0), 0, [(Ready(), "marshal")], 4) is None
    asked = Turn.of(GAME, legacy, 0, 2)
    thought = RolloutBot({"worlds": 1, "plies": 1}).choose(asked, Budget(), Rng("1"))
    assert thought.action in GAME.legal_actions(legacy, 0)
    troops = list(legacy.table.troops)
    troops[0] = (1 << 16, 0)
    crowd = replace(legacy.table, options=Options(), troops=tuple(troops))
    assert not fast.fits(crowd)


def test_a_warm_game_has_its_rehearsals_compiled() -> None:
    warm_up(GAME)
    assert len(fast_play.play_on.signatures) == 1
