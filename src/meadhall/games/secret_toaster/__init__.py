"""Secret Toaster: a war of sealed orders and shifting alliances for the castle in the middle."""

from meadhall.core.capabilities import Report, Speed, Strategy
from meadhall.core.game import Game, GameSpec, GameTypes
from meadhall.games.secret_toaster import fast, look, notation, report, view
from meadhall.games.secret_toaster.bots import evaluate, levels, policies
from meadhall.games.secret_toaster.bots.calibration import CALIBRATION
from meadhall.games.secret_toaster.encode import LEARN
from meadhall.games.secret_toaster.guide import GUIDE
from meadhall.games.secret_toaster.presets import PRESETS
from meadhall.games.secret_toaster.rules import (
    alliances,
    apply,
    ending,
    invariant,
    legal,
    refusals,
    setup,
)
from meadhall.games.secret_toaster.rules.events import Event
from meadhall.games.secret_toaster.types import Action, Options, State, Submit, View

GAME = Game(
    spec=GameSpec(
        slug="secret-toaster",
        title="Secret Toaster",
        summary="Secret orders, shifting alliances and battles for the castle, for 2 to 6 players.",
        players=(2, 3, 4, 5, 6),
        rules_version=2,
        # What was played before there was a choice is what is called classic now.
        earlier={1: {"standard": "classic"}},
        max_plies=20_000,
        presets=PRESETS,
        time_up="your orders are handed in as they stand",
    ),
    types=GameTypes(
        options=Options,
        state=State,
        action=Action,
        event=Event,
        view=View,
        sealed={Submit: lambda action: action.order.number},
    ),
    initial=setup.initial,
    traits=setup.traits,
    check_setup=setup.check_setup,
    status=ending.status,
    legal_actions=legal.legal_actions,
    refusal=refusals.refusal,
    apply=apply.apply,
    default_action=apply.default_action,
    leave=apply.leave,
    audiences=alliances.audiences,
    invariant=invariant.invariant,
    view=view.view,
    view_event=view.view_event,
    resample=view.resample,
    notation=notation.NOTATION,
    present=look.PRESENT,
    play=Strategy(
        evaluate=evaluate.evaluate,
        evaluation_scale=5_000,
        calibration=CALIBRATION,
        policies=policies.POLICIES,
        beginners=policies.BEGINNERS,
        rank=policies.rank,
        levels=levels.LEVELS,
    ),
    report=Report(features=report.features),
    guide=GUIDE,
    learn=LEARN,
    speed=Speed(batch=fast.load_batch, rehearse=fast.rehearse),
)
