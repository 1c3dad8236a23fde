"""The command line: `meadhall COMMAND`. Each command is imported only when it is called."""

import sys
from importlib.metadata import version

from cyclopts import App

from meadhall.cli.examples import example_of
from meadhall.core.refusal import Refused
from meadhall.kit.extras import missing_extra

# 130 is 128 + SIGINT, as shells report a program that Ctrl-C ended.
FAILED, CANNOT_BEGIN, INTERRUPTED = 1, 2, 130
UNTOUCHED = (
    "BAD_SETTING", "CANNOT_LISTEN", "NO_HALL", "NEWER_DATABASE", "OLDER_DATABASE", "MISSING_EXTRA",
    "NOT_A_BACKUP", "HALL_NOT_EMPTY", "FILE_EXISTS", "CANNOT_READ", "CANNOT_WRITE",
)  # fmt: skip
"""Refusals that come before anything is changed."""
CODES = dict.fromkeys(UNTOUCHED, CANNOT_BEGIN)

app = App(
    name="meadhall",
    help="A hall of turn-based strategy games.",
    help_epilogue=example_of(""),
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
    "puzzles:puzzles": "Solve puzzles: positions in which one move alone wins.",
    "records:verify": "Play records again and check results and hashes.",
    "archive:export_matches": "Write all matches of a hall into a file, one record per line.",
    "archive:import_matches": "Import the matches of such a file into a hall.",
    "backup:backup": "Save a whole hall in one file, while its server runs.",
    "backup:restore": "Make a hall from such a file.",
    "people:people": "Export or delete what a hall keeps about a person.",
    "people.admin:admin": "Name moderators; mute, ban, close tables; read reports and the log.",
    "new_game:new_game": "Write a small complete game that you can change into your own.",
    "arena:arena": "Let bots play among themselves: duels, tournaments, balance reports.",
    "hall_ratings:ratings": "Work out the ratings of a hall again, and see what looks like fraud.",
    "serve:serve": "Host the hall over HTTP and WebSocket.",
    "hall_status:status": "Show the processes of a hall on PostgreSQL, and how they do.",
    "mcp:mcp": "Give language models seats in a hall, as tools of the Model Context Protocol.",
    "listing:completion": "Let the shell complete what you type after meadhall.",
    "schema:schema": "Print a game's JSON Schemas, or write the protocol's types in TypeScript.",
    "bench:bench": "Run the benchmarks of this checkout and show their figures.",
    "bench:perft": "Count the action sequences from the start of a game.",
}
for _place, _help in _COMMANDS.items():
    _name = _place.partition(":")[2].replace("_", "-")
    # Groups of commands have their examples in their own files: cyclopts takes none from here.
    _more = (
        {}
        if _name in ("admin", "arena", "people", "puzzles", "ratings")
        else {"help_epilogue": example_of(_name)}
    )
    app.command(f"meadhall.cli.commands.{_place}", help=_help, **_more)


def main() -> None:
    """Run the command that the arguments name. A refusal is printed without a traceback."""
    try:
        app(sys.argv[1:])
    except Refused as error:
        _refuse(error)
    except ModuleNotFoundError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        _refuse(missing)
    except EOFError:
        sys.exit("The input ended before a match had begun.")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as in `meadhall replay FILE --all | head`. Without this, Python would
        # print a second error when it flushes at exit.
        sys.stderr.close()
        sys.exit(FAILED)


def _refuse(error: Refused) -> None:
    from meadhall.cli.terminal.screen import ERRORS, refusal_text  # noqa: PLC0415 - rich loads slowly

    ERRORS.print(refusal_text(error.refusal))
    sys.exit(CODES.get(error.refusal.code, FAILED))
