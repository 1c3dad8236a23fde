"""`meadhall arena`: bots among themselves."""

from cyclopts import App

from meadhall.cli import contests
from meadhall.cli.balance import balance

arena = App(name="arena", help="Bots among themselves: who is stronger, and how fair a game is.")
for _command in (contests.duel, contests.round_robin, contests.ladder, balance):
    arena.command(_command)
