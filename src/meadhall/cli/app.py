"""The command line: `meadhall COMMAND`. Each command is imported only when it is called."""

import sys
from importlib.metadata import version

from cyclopts import App

from meadhall.core.refusal import Refused

# 130 is 128 + SIGINT, as shells report a program that Ctrl-C ended.
FAILED, WRONG_SETTINGS, INTERRUPTED = 1, 2, 130

app = App(
    name="meadhall",
    help="A hall of turn-based strategy games.",
    version=lambda: f"meadhall {version('meadhall')}",
    suppress_keyboard_interrupt=False,
)
_COMMANDS = {
    "play:play": "Play a game at the terminal; without a name, choose from the menu.",
    "listing:games": "List the games with their players, traits and opponents.",
    "listing:rules": "Show a game's rules and options.",
    "records:replay": "Print a position of a recorded match.",
    "analyse:analyse": "Review a recorded match: chances, turning points, better moves.",
    "solve:solve": "Find out who wins by force from a position, with a line.",
    "records:verify": "Play records again and check results and hashes.",
    "archive:export_matches": "Write all matches of a hall into a file, one record per line.",
    "archive:import_matches": "Import the matches of such a file into a hall.",
    "new_game:new_game": "Write a small complete game that you can change into your own.",
    "arena:arena": "Let bots play among themselves: duels, tournaments, balance reports.",
    "serve:serve": "Host the hall over HTTP and WebSocket.",
    "hall_status:status": "Show the processes of a hall on PostgreSQL, and how they do.",
    "schema:schema": "Write the protocol's types in TypeScript, or check that they are up to date.",
    "bench:bench": "Run the benchmarks of this checkout and show their figures.",
    "bench:perft": "Count the action sequences from the start of a game.",
}
for _place, _help in _COMMANDS.items():
    app.command(f"meadhall.cli.commands.{_place}", help=_help)


def main() -> None:
    """Run the command that the arguments name. A refusal is printed without a traceback."""
    try:
        app(sys.argv[1:])
    except Refused as error:
        from meadhall.cli.terminal.screen import ERRORS, refusal_text  # noqa: PLC0415 - rich loads slowly

        ERRORS.print(refusal_text(error.refusal))
        sys.exit(WRONG_SETTINGS if error.refusal.code == "BAD_SETTING" else FAILED)
    except EOFError:
        sys.exit("The input ended before a match had begun.")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as in `meadhall replay FILE --all | head`. Without this, Python would
        # print a second error when it flushes at exit.
        sys.stderr.close()
        sys.exit(FAILED)
