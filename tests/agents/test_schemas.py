"""The JSON Schemas of the games fit what is really sent, and nothing else."""

import json
import subprocess
import sys
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from serving import Served, served

from meadhall import registry
from meadhall.core.codec import encode
from meadhall.core.game import start, to_act
from meadhall.core.rng import Rng
from meadhall.core.visibility import visible_events
from meadhall.server.protocol.game_schemas import game_schemas

PLIES = 60


def validator(slug: str, name: str) -> Draft202012Validator:
    document = game_schemas(registry.game(slug))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator({**document, "$ref": f"#/$defs/{name}"})


def plain(value: object) -> Any:
    return json.loads(encode(value))


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_real_match_fits_the_schemas(slug: str) -> None:
    game = registry.game(slug)
    options = game.types.options()
    state, rng = start(game, options, max(game.spec.players), Rng("schema")), Rng("choices")
    view, action_schema, event = (validator(slug, name) for name in ("view", "action", "event"))
    validator(slug, "options").validate(plain(options))
    for ply in range(PLIES):
        waiting = to_act(game, state)
        if not waiting:
            break
        seat, rng = rng.choice(waiting)
        action, rng = rng.choice(game.legal_actions(state, seat))
        action_schema.validate(plain(action))
        step = game.apply(state, seat, action)
        state = step.state
        for viewer in (seat, None):
            for happened in visible_events(game, step.events, viewer):
                event.validate(plain(happened))
        if ply % 10 == 0:
            for viewer in (*waiting, None):
                view.validate(plain(game.view(state, viewer)))
    broken = {**plain(game.view(state, None)), "extra": 1}
    assert not view.is_valid(broken)
    assert not action_schema.is_valid({"kind": "no such action"})


@served()
async def test_the_schemas_are_served_and_printed(hall: Served) -> None:
    ann = await hall.guest("Ann")
    served_here = await ann.get("/games/jarls/schemas")
    assert served_here == json.loads(json.dumps(game_schemas(registry.game("jarls"))))
    assert await ann.refused("GET", "/games/chess/schemas") == (404, "UNKNOWN_GAME")
    command = [sys.executable, "-m", "meadhall", "schema", "jarls"]
    printed = subprocess.run(command, capture_output=True, check=True).stdout  # noqa: ASYNC221 - quick
    assert json.loads(printed) == served_here
