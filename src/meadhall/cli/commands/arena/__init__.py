"""`meadhall arena`: matches between bots."""

from cyclopts import App

from meadhall.cli.commands.arena import contests
from meadhall.cli.commands.arena.balance import balance
from meadhall.cli.commands.arena.evaluations import evaluate, repeat
from meadhall.cli.commands.arena.train import train
from meadhall.cli.examples import example_of

arena = App(
    name="arena",
    help="Bots play each other: which is stronger, and how fair a game is.",
    help_epilogue=example_of("arena"),
)
for _command in (
    contests.duel, contests.round_robin, contests.ladder, evaluate, repeat, balance, train,
):  # fmt: skip
    _name = _command.__name__.replace("_", "-")
    arena.command(_command, help_epilogue=example_of(f"arena {_name}"))
