"""Elemental Clash: draft six cards, then both choose in secret and both are revealed at once."""

from meadhall.core.game import Game, GameSpec, GameTypes, Level
from meadhall.core.simulate import Simulator
from meadhall.games.elemental_clash import rules, view
from meadhall.games.elemental_clash.encode import ENCODING
from meadhall.games.elemental_clash.evaluate import evaluate
from meadhall.games.elemental_clash.events import Event
from meadhall.games.elemental_clash.guide import GUIDE
from meadhall.games.elemental_clash.notation import NOTATION
from meadhall.games.elemental_clash.present import PRESENT
from meadhall.games.elemental_clash.resample import resample
from meadhall.games.elemental_clash.types import Action, Auto, Options, Pick, Play, State, View
from meadhall.games.elemental_clash.validate import validate_state

LEVELS = (
    Level("easy", "Plays any card it may.", "random"),
    Level(
        "medium",
        "Looks at what this turn may bring, and plays one of the two best cards.",
        "simultaneous",
        {"worlds": 1, "columns": 2, "choice": 2},
    ),
    Level(
        "hard",
        "Plays the battle out in its head a few times and takes what did best.",
        "simultaneous",
        {"worlds": 2, "playouts": 5},
    ),
    Level(
        "expert",
        "Weighs every pair of choices and mixes its play so that it cannot be read.",
        "simultaneous",
        {"worlds": 12, "playouts": 48, "rounds": 100, "narrow": 4},
    ),
)


def load_simulator() -> Simulator[Options, State, Action]:
    """Random play in bulk, loaded when it is first asked for: compiling takes a moment."""
    from meadhall.games.elemental_clash.fast import FastBattles  # noqa: PLC0415 - only then

    return FastBattles()


GAME = Game(
    spec=GameSpec(
        slug="elemental-clash",
        title="Elemental Clash",
        summary="Draft six cards, choose in secret, reveal at once, bring the other base down.",
        players=(2,),
        simultaneous=True,
        chance=True,
        hidden=True,
        max_plies=92,
    ),
    types=GameTypes(
        options=Options,
        state=State,
        action=Action,
        event=Event,
        view=View,
        clock_only=(Auto,),
        sealed=dict.fromkeys((Pick, Play, Auto), rules.known_of_sealed),
    ),
    initial=rules.initial,
    status=rules.status,
    legal_actions=rules.legal_actions,
    refusal=rules.refusal,
    apply=rules.apply,
    default_action=rules.default_action,
    view=view.view,
    view_event=view.view_event,
    resample=resample,
    invariant=validate_state,
    leave=rules.leave,
    time_limit=rules.time_limit,
    evaluate=evaluate,
    present=PRESENT,
    notation=NOTATION,
    encode=ENCODING,
    features=rules.features,
    simulate=load_simulator,
    levels=LEVELS,
    guide=GUIDE,
)
