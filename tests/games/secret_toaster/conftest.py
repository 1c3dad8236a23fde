"""Situations for the tests: a table with what a test puts on it and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest

from meadhall.core.game import Step
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.rules.board import CASTLE, HEXES, homeland
from meadhall.games.secret_toaster.rules.events import Event
from meadhall.games.secret_toaster.rules.planning.orders import add_order
from meadhall.games.secret_toaster.rules.round.chance import ScriptedChance
from meadhall.games.secret_toaster.rules.round.resolve import resolve_round
from meadhall.games.secret_toaster.types import (
    NAMES,
    Alliance,
    Knight,
    Objective,
    Options,
    Player,
    Secret,
    State,
    Submit,
    Table,
    Threat,
)

KEEPS = (23, 26, 58, 86, 83, 52)
CLASSIC = Options(standard="classic")


@dataclass(frozen=True)
class Situation:
    """What is on the table: stacks by hex and seat, land without troops, knights by name."""

    seats: int = 2
    options: Options = CLASSIC
    troops: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    land: Mapping[int, int] = field(default_factory=dict)
    knights: Mapping[str, int] = field(default_factory=dict)
    allies: Sequence[tuple[int, ...]] = ()
    objectives: Sequence[Objective | None] = ()
    reserves: int = 0
    round: int = 0

    def state(self) -> State:
        """The state. The first seat of a stack owns its hex, unless `land` names another owner."""
        owners = {hex_: next(iter(stacks)) for hex_, stacks in self.troops.items()}
        owners |= self.land
        groups = list(self.allies) or [(seat,) for seat in range(self.seats)]
        knights = tuple(
            Knight(name, NAMES.index(name.split()[1]), hex_) for name, hex_ in self.knights.items()
        )
        table = Table(
            options=self.options,
            round=self.round,
            players=tuple(self.player(seat) for seat in range(self.seats)),
            owners=tuple(owners.get(hex_) for hex_ in range(HEXES)),
            troops=tuple(
                tuple(self.troops.get(hex_, {}).get(seat, 0) for seat in range(self.seats))
                for hex_ in range(HEXES)
            ),
            knights=knights,
            alliances=tuple(Alliance(n, f"Group {n}", group) for n, group in enumerate(groups)),
            founded=len(groups),
        )
        objectives = self.objectives or (None,) * self.seats
        return State(table, tuple(Secret(objective=o) for o in objectives), Rng("test"))

    def player(self, seat: int) -> Player:
        """The player, with as many knights raised as their numbers imply."""
        numbers = [int(n.split()[2]) for n in self.knights if n.split()[1] == NAMES[seat]]
        raised = max(numbers, default=0) + 1
        return Player(NAMES[seat], KEEPS[seat], raised, self.reserves)


@pytest.fixture
def threat(situation: Callable[..., State]) -> State:
    """Bob, who owns the castle, and Cy, who owns his homeland, are known to threaten to win."""
    state = situation(
        seats=4,
        land={CASTLE: 1, **dict.fromkeys(homeland(KEEPS[2]), 2)},
        knights={f"Sir {name} 0": keep for name, keep in zip(NAMES[:4], KEEPS, strict=False)},
        allies=[(0,), (1, 2), (3,)],
        objectives=("kingmaker", "kingmaker", "defender", "expansionist-left"),
    )
    return replace(state, table=replace(state.table, threats=(Threat(1, (1, 2)),)))


def write_orders(state: State, *lines: str) -> State:
    """The state after these orders, `Ann 1 move Sir_Ann_0 52 53 60`, without any check."""
    for line in lines:
        name, _, text = line.partition(" ")
        seat, action = NAMES.index(name), parse(text)
        assert isinstance(action, Submit)
        secret = add_order(state.table, state.secrets[seat], action.order)
        secrets = (*state.secrets[:seat], secret, *state.secrets[seat + 1 :])
        state = State(state.table, secrets, state.rng)
    return state


def carry_out(
    state: State, *orders: str, draws: Sequence[int] = (), dice: str = ""
) -> Step[State, Event]:
    """The round with these orders; the lowest seat goes first unless `draws` says differently."""
    state = write_orders(state, *orders)
    count = sum(len(secret.orders) for secret in state.secrets)
    return resolve_round(state, ScriptedChance(draws or [0] * (count + 9), dice))


@pytest.fixture
def situation() -> Callable[..., State]:
    """Builds a state from the fields of a `Situation`."""
    return lambda **fields: Situation(**fields).state()


@pytest.fixture
def resolve() -> Callable[..., Step[State, Event]]:
    """Carries a round out."""
    return carry_out


@pytest.fixture
def order() -> Callable[..., State]:
    """Writes orders."""
    return write_orders
