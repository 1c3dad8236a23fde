"""Actions and views as numbers."""

import pytest

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.encode import LEARN
from meadhall.games.secret_toaster.rules.planning.numbers import NUMBERS
from meadhall.games.secret_toaster.types import (
    CreateAlliance,
    Options,
    Order,
    Ready,
    Submit,
    Withdraw,
)

COMPACT = LEARN.compact


@pytest.mark.parametrize("options", [Options(), Options(ruleset="legacy")], ids=str)
def test_every_listed_action_has_a_number_of_its_own(options: Options) -> None:
    assert COMPACT is not None
    state, rng = start(GAME, options, 4, Rng("numbers")), Rng("play")
    for _ in range(120):
        seat = next(s for s, p in enumerate(state.table.players) if not p.ready)
        view, legal = GAME.view(state, seat), GAME.legal_actions(state, seat)
        numbers = [COMPACT.index(view, seat, action) for action in legal]
        said = [(n, action) for n, action in zip(numbers, legal, strict=True) if n is not None]
        assert len({n for n, _ in said}) == len(said)
        assert [COMPACT.action(view, seat, n) for n, _ in said] == [action for _, action in said]
        assert len(said) == len(legal) or options.ruleset == "legacy"
        seen = LEARN.observe(view, seat)
        assert len(seen) == LEARN.shape(options, 4)[0]
        kind, rng = rng.below(6)
        action, rng = rng.choice(legal)
        state = GAME.apply(state, seat, Ready() if kind == 0 else action).state
        if state.table.outcome is not None:
            break


def test_numbers_that_mean_nothing_now_and_actions_without_a_number() -> None:
    assert COMPACT is not None
    state = start(GAME, Options(), 2, Rng("x"))
    view, knight = GAME.view(state, 0), state.table.knights[0]
    legal = GAME.legal_actions(state, 0)
    assert sum(COMPACT.action(view, 0, n) in legal for n in range(NUMBERS)) == len(legal)
    assert COMPACT.index(view, 0, CreateAlliance("A name")) is None
    assert COMPACT.index(view, 0, Withdraw(2)) is None
    march = next(a.order for a in legal if isinstance(a, Submit) and a.order.troops > 7)
    for other in (
        Order(2, march.type, march.knight, march.origin, march.to, march.troops),
        Order(1, march.type, "Sir Nobody 0", march.origin, march.to, march.troops),
        Order(1, march.type, march.knight, march.origin, march.to, 7),
    ):
        assert COMPACT.index(view, 0, Submit(other)) is None
    for _ in range(3):
        fort = Order(
            len(state.secrets[0].orders) + 1, "fortify", knight.name, knight.hex, knight.hex
        )
        state = GAME.apply(state, 0, Submit(fort)).state
    full = GAME.view(state, 0)
    assert COMPACT.index(full, 0, Submit(march)) is None
    assert COMPACT.action(full, 0, NUMBERS - 1) is None


def test_spectators_see_the_table_without_plans() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    assert len(LEARN.observe(GAME.view(state, None), None)) == LEARN.shape(Options(), 3)[0]
