"""Elemental Clash: draft six cards, then both players choose in secret and reveal at once."""

from collections.abc import Sequence

from meadhall.core.bulk_play import MixedChoice, Pupils, Simulator
from meadhall.core.capabilities import Speed, Strategy
from meadhall.core.fast_lane import BatchLane
from meadhall.core.game import Game, GameSpec, GameTypes
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.bots.calibration import CALIBRATION
from meadhall.games.elemental_clash.bots.evaluate import evaluate
from meadhall.games.elemental_clash.bots.levels import LEVELS
from meadhall.games.elemental_clash.encode import LEARN
from meadhall.games.elemental_clash.guide import GUIDE
from meadhall.games.elemental_clash.look import PRESENT
from meadhall.games.elemental_clash.notation import NOTATION
from meadhall.games.elemental_clash.presets import PRESETS
from meadhall.games.elemental_clash.report import REPORT
from meadhall.games.elemental_clash.resample import resample
from meadhall.games.elemental_clash.rules.apply import apply, default_action, leave
from meadhall.games.elemental_clash.rules.clock import time_limit
from meadhall.games.elemental_clash.rules.ending import status
from meadhall.games.elemental_clash.rules.events import Event
from meadhall.games.elemental_clash.rules.invariant import invariant
from meadhall.games.elemental_clash.rules.legal import legal_actions
from meadhall.games.elemental_clash.rules.refusals import refusal
from meadhall.games.elemental_clash.rules.setup import initial, traits
from meadhall.games.elemental_clash.types import Action, Auto, Options, Pick, Play, State, View
from meadhall.games.elemental_clash.view import view, view_event, view_sealed


def load_simulator() -> Simulator[Options, State, Action]:
    """Random play in bulk. Imported on first use, because compiling it takes seconds."""
    from meadhall.games.elemental_clash.fast.lane import ClashSimulator  # noqa: PLC0415 - see above

    return ClashSimulator()


def mix_choice(
    view: View, seat: Seat, legal: Sequence[Action], thinking: tuple[int, int], rng: Rng
) -> MixedChoice:
    """A mixed strategy for the seat's choice. Imported on first use, for the same reason."""
    from meadhall.games.elemental_clash.fast import mixed_choice  # noqa: PLC0415 - see above

    return mixed_choice.mix_choice(view, seat, legal, thinking, rng)


def load_pupils() -> Pupils:
    """The players that learn. Imported on first use too."""
    from meadhall.games.elemental_clash.fast.teaching import ClashPupils  # noqa: PLC0415 - see above

    return ClashPupils()


def load_batch(options: Options, seats: int, compact: bool) -> BatchLane[State] | None:  # noqa: FBT001 - as the contract has it
    """Compiled play of many matches. Numba and numpy are loaded only when it is asked for."""
    from meadhall.games.elemental_clash.fast.batch import batch  # noqa: PLC0415 - see above

    return batch(options, seats, compact)


GAME = Game(
    spec=GameSpec(
        slug="elemental-clash",
        title="Elemental Clash",
        summary="Draft six cards, choose in secret, reveal at once, destroy your opponent's base.",
        players=(2,),
        max_plies=92,
        presets=PRESETS,
        time_up="a card is chosen for you",
    ),
    types=GameTypes(
        options=Options,
        state=State,
        action=Action,
        event=Event,
        view=View,
        clock_only=(Auto,),
        sealed=dict.fromkeys((Pick, Play, Auto), view_sealed),
    ),
    initial=initial,
    status=status,
    legal_actions=legal_actions,
    refusal=refusal,
    apply=apply,
    default_action=default_action,
    view=view,
    view_event=view_event,
    resample=resample,
    invariant=invariant,
    traits=traits,
    leave=leave,
    time_limit=time_limit,
    notation=NOTATION,
    present=PRESENT,
    play=Strategy(evaluate=evaluate, calibration=CALIBRATION, levels=LEVELS),
    learn=LEARN,
    report=REPORT,
    guide=GUIDE,
    speed=Speed(
        batch=load_batch, bulk_play=load_simulator, mix_choice=mix_choice, pupils=load_pupils
    ),
)
