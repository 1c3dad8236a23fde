"""Records short matches of every game for the page's tests, from the real functions.

Run by `python web/build.py test` before Vitest; git ignores what it writes.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from meadhall import registry
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import ToAct
from meadhall.server.frames import motions, scene
from meadhall.server.scenes import difference

FOLDER = Path(__file__).parent / "fixtures"
PLIES = 12


def record(game: AnyGame, seats: int) -> dict[str, Any]:
    """Some random plies through the eyes of seat 0: scenes, changes, motions and legal moves."""
    rng = Rng("page")
    state = start(game, game.types.options(), seats, Rng("page", 1))
    seen = scene(game, game.view(state, 0))
    first, steps = seen, []
    for _ in range(PLIES):
        status = game.status(state)
        if not isinstance(status, ToAct) or game.present is None or seen is None:
            break
        seat = status.seats[0]
        actions = game.legal_actions(state, seat)
        chosen, rng = rng.below(len(actions))
        moves = [(game.present.gesture(one), game.notation.write(one)) for one in actions]
        done = game.apply(state, seat, actions[chosen])
        told = [event for one in done.events if (event := game.view_event(one, 0)) is not None]
        after = scene(game, game.view(done.state, 0))
        assert after is not None  # noqa: S101 - it has been drawn before
        steps.append(
            {
                "moves": moves,
                "chosen": game.notation.write(actions[chosen]),
                "change": difference(seen, after),
                "motions": motions(game, told),
                "after": after,
            }
        )
        state, seen = done.state, after
    return {"game": game.spec.slug, "seats": seats, "first": first, "steps": steps}


def main() -> None:
    """One file per game, with as few and as many players as it takes."""
    FOLDER.mkdir(exist_ok=True)
    for slug in registry.slugs():
        game = registry.game(slug)
        played = [record(game, count) for count in (game.spec.players[0], game.spec.players[-1])]
        text = json.dumps(json.loads(msgspec.json.encode(played)), separators=(",", ":"))
        (FOLDER / f"{slug}.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
