"""Jarls: push combat on a hex board for two to six players, in two rulesets."""

from meadhall.core.fast import FastLane
from meadhall.core.game import Game, GameSpec, GameTypes
from meadhall.games.jarls import encode, evaluate, flow, invariant, notation, present, rules, view
from meadhall.games.jarls.guide import GUIDE
from meadhall.games.jarls.levels import LEVELS
from meadhall.games.jarls.types import Action, Event, Options, Skip, Starve, State, View


def fast_lane() -> FastLane[State]:
    """The compiled lane, whose libraries are loaded only when it is asked for."""
    from meadhall.games.jarls.fast import lane  # noqa: PLC0415 - see above

    return lane()


GAME = Game(
    spec=GameSpec(
        slug="jarls",
        title="Jarls",
        summary="Walk your Jarl onto the Throne, or push every other Jarl off the board.",
        players=(2, 3, 4, 5, 6),
        simultaneous=True,
        hidden=True,
        max_plies=25_000,
    ),
    types=GameTypes(
        options=Options,
        state=State,
        action=Action,
        event=Event,
        view=View,
        clock_only=(Skip,),
        sealed={Starve: lambda _: None},
    ),
    initial=rules.initial,
    status=rules.status,
    legal_actions=rules.legal_actions,
    refusal=rules.refusal,
    apply=rules.apply,
    default_action=rules.default_action,
    view=view.view,
    view_event=view.view_event,
    resample=view.resample,
    invariant=invariant.invariant,
    check_setup=rules.check_setup,
    leave=flow.leave,
    time_limit=rules.time_limit,
    evaluate=evaluate.evaluate,
    temper=120,
    present=present.PRESENT,
    notation=notation.NOTATION,
    encode=encode.ENCODING,
    fast=fast_lane,
    levels=LEVELS,
    guide=GUIDE,
)
