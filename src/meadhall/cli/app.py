"""The command line: `meadhall COMMAND`. Commands are imported when they are called."""

import sys
from importlib.metadata import version

from cyclopts import App

from meadhall.core.refusal import Refused

FAILED, INTERRUPTED = 1, 130

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
    "analyse:analyse": "Look through a recorded match: chances, turning points, better moves.",
    "records:verify": "Play records again and check results and hashes.",
    "archive:export_matches": "Write all matches of a hall into a file, one record a line.",
    "archive:import_matches": "Keep the matches of such a file in a hall.",
    "newgame:new_game": "Write a small complete game, to be changed into another.",
    "arena:arena": "Let bots play among themselves: duels, tournaments, balance reports.",
    "serve:serve": "Host the hall over HTTP and WebSocket.",
    "schema:schema": "Write the wire's types in TypeScript, or check that they are up to date.",
    "bench:bench": "Run the benchmarks of this checkout and show their figures.",
    "bench:perft": "Count the action sequences from the start of a game.",
}
for _place, _help in _COMMANDS.items():
    app.command(f"meadhall.cli.{_place}", help=_help)


def main() -> None:
    """Run the command that the arguments name; what is refused is said, not traced."""
    try:
        app(sys.argv[1:])
    except Refused as error:
        from meadhall.cli.screen import ERRORS, explained  # noqa: PLC0415 - rich loads slowly

        ERRORS.print(explained(error.refusal))
        sys.exit(FAILED)
    except EOFError:
        sys.exit("The input ended before a match had begun.")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on, as in `meadhall replay FILE --all | head`
        sys.exit(FAILED)
