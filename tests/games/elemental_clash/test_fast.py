"""The integer kernels play the same battles as the rules, compiled or not."""

import sys
from array import array
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.elemental_clash import GAME, fast, kernels
from meadhall.games.elemental_clash.selection import choices
from meadhall.games.elemental_clash.types import Options, State


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """The kernels as they run where Numba is not installed."""
    spec = spec_from_file_location("plain_kernels", str(kernels.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    hidden = sys.modules.get("numba")
    sys.modules["numba"] = None  # type: ignore[assignment]  # makes the import fail
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["numba"]
        if hidden is not None:
            sys.modules["numba"] = hidden
    return module


def turns(options: Options, seed: str) -> Iterator[tuple[State, State]]:
    """Random turns: the state with all choices sealed, and the state that the rules lead to."""
    state, rng = start(GAME, options, 2, Rng(seed)), Rng(seed).fork("turns")
    while not isinstance(status := GAME.status(state), Finished):
        seat = status.seats[0]
        action, rng = rng.choice(GAME.legal_actions(state, seat))
        before, state = state, GAME.apply(state, seat, action).state
        if before.stage == "battle" and len(status.seats) == 1:
            yield replace(before, sealed=before.sealed.put(seat, action.card)), state


def check(module: ModuleType, options: Options, seed: str) -> None:
    for before, after in turns(options, seed):
        row = fast.row_of(before)
        for seat in (0, 1):
            bits = module.legal(row, seat * module.SIDE)
            legal = choices(before.sides[seat])
            hand = before.sides[seat].hand
            assert [hand[i] for i in range(len(hand)) if bits >> i & 1] == list(legal)
        rules = fast.rules_of(options)
        stands = module.turn(row, row[module.CHOICE], row[module.SIDE + module.CHOICE], rules)
        while (
            stands == module.OPEN
            and not row[module.HAND_COUNT] + row[module.SIDE + module.HAND_COUNT]
        ):
            stands = module.turn(row, module.NONE, module.NONE, rules)
        same(module, row, stands, after)


def same(module: ModuleType, row: "array[int]", stands: int, after: State) -> None:
    if after.outcome is not None:
        assert fast.PAYOFFS[stands] == after.outcome.payoffs
        assert [row[module.HP], row[module.SIDE + module.HP]] == [s.hp for s in after.sides]
        return
    assert stands == module.OPEN
    expected = fast.row_of(after)
    for seat in (0, 1):
        at = seat * module.SIDE
        held, piled = row[at + module.HAND_COUNT], row[at + module.PILE_COUNT]
        assert row[at : at + module.HAND + held] == expected[at : at + module.HAND + held]
        pile = at + module.PILE
        assert row[pile : pile + piled] == expected[pile : pile + piled]
    assert row[module.TURN :] == expected[module.TURN :]


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.booleans(), st.integers(0, 10**6))
def test_compiled_kernels_play_by_the_rules(strict: bool, endless: bool, seed: int) -> None:  # noqa: FBT001 - drawn
    check(kernels, Options(strict, endless), str(seed))


@pytest.mark.parametrize(
    "options", [Options(), Options(strict=True), Options(endless=True)], ids=str
)
def test_plain_kernels_play_by_the_rules(plain: ModuleType, options: Options) -> None:
    for seed in range(25):
        check(plain, options, f"plain {seed}")


def numbers(count: int) -> "array[int]":
    return array("q", bytes(8 * count))


@pytest.mark.parametrize("rules", range(4))
def test_compiled_and_plain_kernels_play_the_same_matches(plain: ModuleType, rules: int) -> None:
    records = []
    for module in (kernels, plain):
        out, decks = numbers(200 * kernels.RECORD), (numbers(8), numbers(6), numbers(6))
        module.battles(out, numbers(kernels.ROW), decks, (200, rules, 4711))
        records.append(out)
    assert records[0] == records[1]


def test_playouts_agree_compiled_and_plain(
    plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = list(_playouts())
    monkeypatch.setattr(fast, "kernels", plain)
    assert list(_playouts()) == compiled


def _playouts() -> Iterator[tuple[int, ...]]:
    battles = fast.FastBattles()
    state, rng = start(GAME, Options(), 2, Rng("outs")), Rng("outs")
    while not isinstance(status := GAME.status(state), Finished):
        seat = status.seats[0]
        action, rng = rng.choice(GAME.legal_actions(state, seat))
        yield battles.playouts(state, [(seat, action)], 20, rng)
        state = GAME.apply(state, seat, action).state
    yield battles.playouts(state, (), 7, rng)


def test_playouts_of_a_finished_match_are_its_payoffs() -> None:
    assert GAME.leave is not None
    state = GAME.leave(start(GAME, Options(), 2, Rng("left")), 0).state
    assert fast.FastBattles().playouts(state, (), 9, Rng("left")) == (-9, 9)


def test_playouts_come_near_to_random_play_by_the_rules() -> None:
    state = start(GAME, Options(), 2, Rng("near"))
    while state.stage == "draft":
        for seat in (0, 1):
            state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[seat]).state
    slow = sum(_played_out(state, Rng(str(seed))) for seed in range(200)) / 200
    quick = fast.FastBattles().playouts(state, (), 20_000, Rng("near"))[0] / 20_000
    assert abs(slow - quick) < 0.2


def _played_out(state: State, rng: Rng) -> int:
    while not isinstance(status := GAME.status(state), Finished):
        seat = status.seats[0]
        action, rng = rng.choice(GAME.legal_actions(state, seat))
        state = GAME.apply(state, seat, action).state
    return status.payoffs[0]


@pytest.mark.parametrize(
    ("options", "undecided"), [(Options(), "exhaustion"), (Options(endless=True), "turnLimit")]
)
def test_random_matches_are_summed_up(options: Options, undecided: str) -> None:
    assert GAME.simulate is not None
    counted = GAME.simulate().matches(options, 3000, Rng("many"))
    assert sum(counted.values()) == 3000
    assert {summary.reason for summary in counted} - {"doubleLoss"} == {"base", undecided}
    assert {name for summary in counted for name, _ in summary.features[0]} == {"bot", "wildcard"}
