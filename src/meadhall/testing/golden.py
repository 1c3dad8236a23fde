"""A readable transcript of a match. Compared with a stored one, it shows any change of rules."""

from meadhall.core.codec import encode
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct


def transcript(game: AnyGame, options: object, seats: int, seed: str, plies: int) -> str:
    """A match of random actions: each position, the legal actions, the one played, its events."""
    state = start(game, options, seats, Rng(seed))
    chooser = Rng(seed).fork("golden")
    lines = [
        f"{game.spec.slug}, {seats} seats, seed {seed}, {plies} plies",
        f"options {encode(options).decode()}",
    ]
    for ply in range(plies):
        status = game.status(state)
        diagram = game.notation.diagram(game.view(state, None))
        lines += ["", f"ply {ply}: {_describe(status)}", diagram]
        if isinstance(status, Finished):
            break
        seat, chooser = chooser.choice(status.seats)
        actions = game.legal_actions(state, seat)
        action, chooser = chooser.choice(actions)
        step = game.apply(state, seat, action)
        write = game.notation.write
        lines.append(f"seat {seat + 1} may: {', '.join(map(write, actions))}")
        lines.append(f"seat {seat + 1} plays {write(action)}")
        lines += [f"  {encode(event).decode()}" for event in step.events]
        state = step.state
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _describe(status: ToAct | Finished) -> str:
    if isinstance(status, Finished):
        return f"finished, {status.reason}, payoffs {list(status.payoffs)}"
    return "to act " + ", ".join(f"seat {seat + 1}" for seat in status.seats)
