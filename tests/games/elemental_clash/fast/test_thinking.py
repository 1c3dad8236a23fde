"""Mixed strategies from learned values: compiled and plain code agree, and nobody sees too much."""

import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from types import FunctionType, ModuleType

import pytest

from meadhall.bots.search.regret_matching import OpponentType, solve
from meadhall.core.game import speed, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games import elemental_clash
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.bots.duel_knowledge import (
    knowledge,
    read_knowledge,
    write_knowledge,
)
from meadhall.games.elemental_clash.cards import SUBTYPES
from meadhall.games.elemental_clash.fast import (
    duels,
    equilibrium,
    guesses,
    lane,
    mixed_choice,
    network,
    tables,
    teaching,
    thinking,
)
from meadhall.games.elemental_clash.types import Options, State
from meadhall.kit.network import Network, write_network

FAST = "meadhall.games.elemental_clash.fast"
HIDDEN = 3


def small_network() -> Network:
    """A network with random weights, small enough for plain Python."""
    rng, rows = Rng("weights"), []
    for _ in range(network.INPUTS + 3):
        row = []
        for _ in range(HIDDEN):
            weight, rng = rng.below(121)
            row.append(weight - 60)
        rows.append(row)
    *inputs, _, mover, other = rows
    return Network(HIDDEN, inputs, [100] * HIDDEN, [9 * w for w in (*mover, *other)])


def plain_copy(name: str) -> ModuleType:
    """A second copy of a module, as it runs where Numba is not installed."""
    hidden = {each: sys.modules.pop(each) for each in [*sys.modules] if each.startswith(FAST)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elemental_clash, "fast", None)  # the import sets it, the patch restores it
        patch.setitem(sys.modules, "numba", None)  # makes the import of Numba fail
        copy = import_module(f"{FAST}.{name}")
    for each in [*sys.modules]:
        if each.startswith(FAST):
            del sys.modules[each]
    sys.modules.update(hidden)
    return copy


def battles(options: Options, seed: str) -> Iterator[State]:
    """The states of a random battle in which somebody chooses."""
    state, rng = start(GAME, options, 2, Rng(seed)), Rng(seed).fork("battle")
    while not isinstance(status := GAME.status(state), Finished):
        if state.stage == "battle":
            yield state
        action, rng = rng.choice(GAME.legal_actions(state, status.seats[0]))
        state = GAME.apply(state, status.seats[0], action).state


def test_compiled_and_plain_players_learn_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, text = plain_copy("teaching"), write_network(small_network())
    assert isinstance(plain.play_positions, FunctionType)
    assert not isinstance(duels.play_positions, FunctionType)
    for module in (plain, teaching):
        for name, value in {"_RARE": 4, "_DEALS": 2, "_STEPS": 1}.items():
            monkeypatch.setattr(module, name, value)
    files = [module.ClashPupils().write(text, last=False) for module in (plain, teaching)]
    assert files[0] == files[1]
    played = [
        module.ClashPupils().play(files[0], 4, (1, 5), Rng("four sets of options"))
        for module in (plain, teaching)
    ]
    assert played[0] == played[1]
    assert len(played[0]) > 8 * (2 * network.MOST_FACTS + 4)


@pytest.mark.parametrize(("seat", "rounds"), [(0, 8), (1, 8), (1, 0)])
def test_plain_code_finds_the_same_mixes_with_the_same_guesses(seat: int, rounds: int) -> None:
    plain, compiled = plain_copy("mixed_choice"), mixed_choice
    for number, state in enumerate(battles(Options(), "mixes")):
        if number % 4 == 0 and (legal := GAME.legal_actions(state, seat)):
            view = GAME.view(state, seat)
            found = [
                module.mix_choice(view, seat, legal, (2, rounds), Rng("mix"))
                for module in (plain, compiled)
            ]
            assert found[0] == found[1]


def test_the_compiled_network_is_the_one_of_the_kit() -> None:
    net = small_network()
    weights, facts = network.flat_weights(net), lane.zeros(network.MOST_FACTS)
    for options in (Options(), Options(strict=True, endless=True)):
        rules = lane.rule_bits(options)
        for state in battles(options, "network"):
            row, sides = lane.pack(state), []
            for side in (0, tables.SIDE):
                count = network.find_facts(row, side, rules, facts)
                sides.append(list(facts[:count]))
            assert max(map(max, sides)) < network.INPUTS
            value = network.network_value(row, rules, weights, facts, lane.zeros(HIDDEN))
            assert value == network.chance_value(net.score(*sides))


def test_scores_become_values() -> None:
    values = [network.chance_value(score) for score in range(-7_000, 7_001, 10)]
    assert values == sorted(values)
    assert values == [-value for value in reversed(values)]
    assert network.chance_value(network.LOGIT) == pytest.approx(4_621, abs=5)


@pytest.mark.parametrize(
    "options", [Options(), Options(strict=True), Options(endless=True)], ids=str
)
def test_guessed_cards_fit_what_was_shown(options: Options) -> None:
    rules = lane.rule_bits(options)
    prior = array("q", [25] * guesses.PRIOR)
    for state in battles(options, "guesses"):
        wild = array("q", [tables.CODE[face.subtype] for face in state.wildcards])
        public = (wild, prior, mixed_choice.shown_so_far(GAME.view(state, 0), 0))
        row, work = lane.pack(state), (lane.zeros(tables.ROW), lane.zeros(6))
        true = lane.pack(state)
        guesses.guess_side(row, tables.SIDE, public, work, rules, 7)
        held, holds = cards(true), cards(row)
        assert [len(part) for part in held] == [len(part) for part in holds]
        assert row[: tables.SIDE + tables.HAND] == true[: tables.SIDE + tables.HAND]
        if options == Options():
            spent = [
                SUBTYPES.index(shown.face.subtype)
                for _, shown in state.history
                if shown is not None and shown.verdict != "unaffordable"
            ]
            deck = Counter([*spent, *holds[0], *holds[1]])
            assert deck.total() == 6
            assert all(deck[card] for card in range(tables.FIXED))


def cards(row: tables.Numbers) -> tuple[list[int], list[int]]:
    """Hand and pile of the second side."""
    hand, pile = tables.SIDE + tables.HAND, tables.SIDE + tables.PILE
    return (
        list(row[hand : hand + row[tables.SIDE + tables.HAND_COUNT]]),
        list(row[pile : pile + row[tables.SIDE + tables.PILE_COUNT]]),
    )


def test_mixes_are_those_of_the_common_solver() -> None:
    desk = thinking.new_desk(HIDDEN, 3)
    _, sizes, cells, sides, choices, likely, room, _, _, _ = desk
    rng, kinds = Rng("tables"), []
    sizes[0], sizes[1] = 1, 3
    choices[0][0], likely[0][0] = 0b111, 1.0
    for kind in range(3):
        choices[1][kind], likely[1][kind], rows = 0b1111, 1 / 3, []
        for a in range(3):
            row = []
            for b in range(equilibrium.WIDE):
                drawn, rng = rng.below(2_001)
                cells[kind * equilibrium.TABLE + a * equilibrium.WIDE + b] = drawn - 1_000
                row.append((drawn - 1_000, 1_000 - drawn))
            rows.append(tuple(row))
        kinds.append(OpponentType(1, tuple(rows)))
    equilibrium.find_mixes(cells, sizes, sides, choices, likely, room, 2_000)
    known = solve(kinds, 2_000)
    mine = sides[0][0]
    assert mine[3] == 0
    assert sum(mine[:4]) == pytest.approx(1)
    worst = 0.0
    for kind in range(3):
        table = kind * equilibrium.TABLE
        worst += min(
            sum(mine[a] * cells[table + a * equilibrium.WIDE + b] for a in range(3))
            for b in range(equilibrium.WIDE)
        )
    assert worst / 3 == pytest.approx(known.value[0], abs=10)


def test_the_file_is_small_and_tells_its_history() -> None:
    text = teaching.ClashPupils().shipped_file()
    assert len(text) < 300_000
    assert knowledge().network.history
    assert write_knowledge(read_knowledge(text)) == text
    assert len(knowledge().worth) == len(knowledge().bots) == teaching.OPTIONS
    for table, bots in zip(knowledge().worth, knowledge().bots, strict=True):
        assert sum(bots) == 100
        assert table[3] == -table[3 * 32]


def test_without_choices_to_fear_the_better_card_is_certain() -> None:
    mix_choice = speed(GAME).mix_choice
    assert mix_choice is not None
    state = start(GAME, Options(), 2, Rng("draft"))
    for round_ in range(1, 7):
        view, legal = GAME.view(state, 0), GAME.legal_actions(state, 0)
        found = mix_choice(view, 0, legal, (4, 20), Rng("pick"))
        assert len(found.weights) == len(found.rows) == len(legal)
        assert sum(found.weights) > 0
        if round_ < 5:
            assert set(found.weights) == {1}
        for seat in (0, 1):
            state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[1]).state


def test_without_rounds_the_best_answer_to_anything_is_certain() -> None:
    mix_choice = speed(GAME).mix_choice
    assert mix_choice is not None
    for state in battles(Options(), "answers"):
        if legal := GAME.legal_actions(state, 0):
            found = mix_choice(GAME.view(state, 0), 0, legal, (3, 0), Rng("answer"))
            best = [int(row == found.value) for row in found.rows]
            assert found.value == max(found.rows)
            assert list(found.weights) == best


def test_plain_code_handles_what_random_battles_seldom_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = plain_copy("duels")
    nothing = [0.0] * equilibrium.WIDE
    assert plain.draw_choice(nothing, 0, 0b101, 1) == 2, "weights that are rounded away"
    bare = [0] * tables.ROW
    assert plain._choose((), bare, 0, tries=False, seed=7) == (tables.NONE, 7), "an empty hand"
    assert plain_copy("thinking")._bit(0, 3) == tables.NONE
    guessing = plain_copy("guesses")
    silent = [tables.NONE] * guesses.SHOWN
    assert guessing._fits(bare, silent, 0, 1, 0), "a side that showed no card fits every hand"
    for name in ("guess_deck", "deal"):
        monkeypatch.setattr(guessing, name, lambda *args: args[-1])
    monkeypatch.setattr(guessing, "_fits", lambda *_: False)
    row = lane.pack(next(battles(Options(), "keeps")))
    before = list(row)
    assert guessing.guess_side(row, tables.SIDE, ([], [], []), (bare, []), 0, 7) == 7
    assert list(row) == before, "a side that nothing fits keeps its cards"


def test_a_seat_that_showed_nothing_is_noted_as_such() -> None:
    *_, last = battles(Options(), "silent")
    view = replace(GAME.view(last, 0), history=((None, None),))
    for module in (mixed_choice, plain_copy("mixed_choice")):
        assert set(module.shown_so_far(view, 0)) == {tables.NONE}
