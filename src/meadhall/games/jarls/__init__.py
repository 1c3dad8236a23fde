"""Jarls: push combat on a hex board for two to six players, in two rulesets."""

from meadhall.core.capabilities import Speed, Strategy
from meadhall.core.fast_lane import BatchLane, FastLane
from meadhall.core.game import Game, GameSpec, GameTypes
from meadhall.games.jarls import view
from meadhall.games.jarls.bots.calibration import CALIBRATION
from meadhall.games.jarls.bots.evaluate import evaluate
from meadhall.games.jarls.bots.levels import LEVELS
from meadhall.games.jarls.encode import LEARN
from meadhall.games.jarls.guide import GUIDE
from meadhall.games.jarls.look import PRESENT
from meadhall.games.jarls.notation import NOTATION
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.presets import PRESETS
from meadhall.games.jarls.rules import apply, ending, invariant, legal, refusals, setup
from meadhall.games.jarls.types import Action, Event, Skip, Starve, State, View


def fast_lane() -> FastLane[State]:
    """The compiled lane. Its libraries are imported only when a bot asks for it."""
    from meadhall.games.jarls.fast.lane import lane  # noqa: PLC0415 - see above

    return lane()


def load_batch(options: Options, seats: int, compact: bool) -> BatchLane[State] | None:  # noqa: FBT001 - as the contract has it
    """Compiled play of many matches, loaded like the lane."""
    from meadhall.games.jarls.fast.batch import batch  # noqa: PLC0415 - see above

    return batch(options, seats, compact)


GAME = Game(
    spec=GameSpec(
        slug="jarls",
        title="Jarls",
        summary="Walk your Jarl onto the Throne, or push every other Jarl off the board.",
        players=(2, 3, 4, 5, 6),
        rules_version=3,
        # What was played before there was a choice is what is called classic now.
        earlier={
            1: {"standard": "classic", "terrain": "calm"},
            2: {"standard": "fair", "terrain": "calm"},
        },
        max_plies=25_000,
        presets=PRESETS,
        time_up="your turn is skipped, or a random choice is made for you",
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
    initial=setup.initial,
    status=ending.status,
    legal_actions=legal.legal_actions,
    refusal=refusals.refusal,
    apply=apply.apply,
    default_action=apply.default_action,
    view=view.view,
    view_event=view.view_event,
    resample=view.resample,
    invariant=invariant.invariant,
    notation=NOTATION,
    traits=setup.traits,
    check_setup=setup.check_setup,
    leave=apply.leave,
    time_limit=apply.time_limit,
    present=PRESENT,
    play=Strategy(evaluate=evaluate, evaluation_scale=120, calibration=CALIBRATION, levels=LEVELS),
    learn=LEARN,
    guide=GUIDE,
    speed=Speed(lane=fast_lane, batch=load_batch),
)
