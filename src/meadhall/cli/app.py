"""The command line: `meadhall COMMAND`."""

from cyclopts import App

app = App(name="meadhall", help="A hall of turn-based strategy games.")


def main() -> None:
    """Run the command that the arguments name."""
    app()
