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
from meadhall.core.scene import Scene, playing_time
from meadhall.core.status import ToAct
from meadhall.core.visibility import visible_events
from meadhall.server.broadcast.viewer import ViewerPosition, watch
from meadhall.server.protocol.scene_delta import scene_delta

FOLDER = Path(__file__).parent / "fixtures"
PLIES = 12


def record(game: AnyGame, seats: int) -> dict[str, Any]:
    """Some random plies as seat 0 sees them: scenes, changes, motions and legal moves."""
    rng = Rng("page")
    state = start(game, game.types.options(), seats, Rng("page", 1))
    scene = draw(game, state)
    first, steps = scene, []
    for _ in range(PLIES):
        status = game.status(state)
        if not isinstance(status, ToAct):
            break
        seat = status.seats[0]
        actions = game.legal_actions(state, seat)
        chosen, rng = rng.below(len(actions))
        step = game.apply(state, seat, actions[chosen])
        after, events = draw(game, step.state), visible_events(game, step.events, 0)
        moving, stages = watch(ViewerPosition(game, game.view(state, 0)), events)
        steps.append(
            {
                "moves": [(gesture(game, one), game.notation.write(one)) for one in actions],
                "chosen": game.notation.write(actions[chosen]),
                "change": scene_delta(scene, after),
                "motions": moving,
                "playing_time": playing_time(moving),
                "stages": stages,
                "after": after,
            }
        )
        state, scene = step.state, after
    return {"game": game.spec.slug, "seats": seats, "first": first, "steps": steps}


def draw(game: AnyGame, state: object) -> Scene:
    """The scene of seat 0; every shipped game can be drawn."""
    assert game.present is not None  # noqa: S101 - see above
    return game.present.scene(game.view(state, 0))


def gesture(game: AnyGame, action: object) -> tuple[str, ...]:
    """What a person clicks for the action."""
    assert game.present is not None  # noqa: S101 - every shipped game can be drawn
    return game.present.gesture(action)


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
