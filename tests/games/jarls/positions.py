"""Positions of Jarls for tests of bots."""

from collections.abc import Iterator

from meadhall.core.game import start, to_act
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.jarls import GAME
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.types import State


def late_positions(count: int, seed: str = "solve", **options: object) -> Iterator[State]:
    """Positions of matches between careless players who like to move their Jarls.

    On classic boards, where a match is decided soon.
    """
    for number in range(count):
        rng = Rng(f"{seed} {number}")
        state: State = start(GAME, Options(standard="classic", **options), 2, rng)  # type: ignore[arg-type] # by name
        after = state
        for _ in range(8 + number % 8):
            seat = to_act(GAME, state)[0]
            legal = GAME.legal_actions(state, seat)
            bold = [action for action in legal if "-j" in GAME.notation.write(action)]
            action, rng = rng.choice([*legal, *bold * 5])
            after = GAME.apply(state, seat, action).state
            if isinstance(GAME.status(after), Finished):
                break
            state = after
        yield state
