"""Last Stone: take one to three stones in turn; who takes the last one wins."""

from meadhall.cli.template import encode, evaluate, guide, notation, present, rules, view
from meadhall.cli.template.types import Options, State, Take, Taken, View
from meadhall.core.game import Game, GameSpec, GameTypes

GAME = Game(
    spec=GameSpec(
        slug="template",
        title="Last Stone",
        summary="Take one to three stones in turn; who takes the last one wins.",
        players=(2,),
        max_plies=50,
    ),
    types=GameTypes(options=Options, state=State, action=Take, event=Taken, view=View),
    initial=rules.initial,
    status=rules.status,
    legal_actions=rules.legal_actions,
    refusal=rules.refusal,
    apply=rules.apply,
    default_action=rules.default_action,
    view=view.view,
    view_event=view.view_event,
    resample=view.resample,
    invariant=rules.invariant,
    evaluate=evaluate.evaluate,
    present=present.PRESENT,
    notation=notation.NOTATION,
    encode=encode.ENCODING,
    guide=guide.GUIDE,
)
