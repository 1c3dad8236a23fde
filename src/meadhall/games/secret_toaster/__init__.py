"""Secret Toaster: a war of sealed orders and loose alliances for the castle in the middle."""

from collections.abc import Sequence

from meadhall.core.game import Game, GameSpec, GameTypes
from meadhall.core.seats import Seat
from meadhall.core.simulate import Rehearsal
from meadhall.games.secret_toaster import (
    evaluate,
    features,
    marshal,
    notation,
    present,
    rules,
    setup,
    view,
)
from meadhall.games.secret_toaster.events import Event
from meadhall.games.secret_toaster.guide import GUIDE
from meadhall.games.secret_toaster.levels import LEVELS
from meadhall.games.secret_toaster.types import Action, Options, State, Submit, View


def rehearse(
    view: View, seat: Seat, proposals: Sequence[tuple[Action, str]], plies: int
) -> Rehearsal | None:
    """Compiled play, whose libraries are loaded only when it is asked for."""
    from meadhall.games.secret_toaster.fast import rehearsal  # noqa: PLC0415 - see above

    return rehearsal(view, seat, proposals, plies)


GAME = Game(
    spec=GameSpec(
        slug="secret-toaster",
        title="Secret Toaster",
        summary="Sealed orders, loose alliances and long battles for the castle, for two to six.",
        players=(2, 3, 4, 5, 6),
        simultaneous=True,
        chance=True,
        hidden=True,
        max_plies=20_000,
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
    status=rules.status,
    legal_actions=rules.legal_actions,
    refusal=rules.refusal,
    apply=rules.apply,
    default_action=rules.default_action,
    view=view.view,
    view_event=view.view_event,
    resample=view.resample,
    invariant=rules.invariant,
    check_setup=setup.check_setup,
    leave=rules.leave,
    audiences=rules.audiences,
    evaluate=evaluate.evaluate,
    temper=5_000,
    present=present.PRESENT,
    notation=notation.NOTATION,
    features=features.features,
    policies=marshal.POLICIES,
    rehearse=rehearse,
    levels=LEVELS,
    guide=GUIDE,
)
