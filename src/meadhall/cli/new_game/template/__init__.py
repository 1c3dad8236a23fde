"""Last Stone: take one to three stones in turn; the player who takes the last one wins.

This is the index card: it says which function is which part of the game.
"""

from meadhall.cli.new_game.template import view
from meadhall.cli.new_game.template.bots.evaluate import evaluate
from meadhall.cli.new_game.template.encode import LEARN
from meadhall.cli.new_game.template.guide import GUIDE
from meadhall.cli.new_game.template.look import PRESENT
from meadhall.cli.new_game.template.notation import NOTATION
from meadhall.cli.new_game.template.rules.apply import apply, default_action
from meadhall.cli.new_game.template.rules.ending import status
from meadhall.cli.new_game.template.rules.invariant import invariant
from meadhall.cli.new_game.template.rules.legal import legal_actions
from meadhall.cli.new_game.template.rules.refusals import refusal
from meadhall.cli.new_game.template.rules.setup import initial
from meadhall.cli.new_game.template.types import Options, State, Take, Taken, View
from meadhall.core.capabilities import Strategy
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
    initial=initial,
    status=status,
    legal_actions=legal_actions,
    refusal=refusal,
    apply=apply,
    default_action=default_action,
    view=view.view,
    view_event=view.view_event,
    resample=view.resample,
    invariant=invariant,
    notation=NOTATION,
    present=PRESENT,
    play=Strategy(evaluate=evaluate),
    learn=LEARN,
    guide=GUIDE,
)
