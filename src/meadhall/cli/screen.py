"""Where the command line writes: the screen, and the channel for errors and progress.

rich looks at the terminal itself: no colour where `NO_COLOR` is set or nothing but a pipe listens.
Text is printed as it is: people type names and messages, and brackets in them mean nothing.
"""

from rich.console import Console, RenderableType
from rich.text import Text

from meadhall.core.refusal import Refusal

SCREEN = Console(highlight=False, markup=False, emoji=False)
ERRORS = Console(stderr=True, highlight=False, markup=False, emoji=False)


def explained(refusal: Refusal) -> Text:
    """A refusal for a person: the sentence, then the code and the rule for whoever wants more."""
    told = Text(refusal.sentence, style="bold red")
    clause = f", rules: {refusal.clause}" if refusal.clause else ""
    objects = f", about: {', '.join(refusal.objects)}" if refusal.objects else ""
    told.append(f"  ({refusal.code}{clause}{objects})", style="not bold dim")
    return told


def markdown(source: str) -> RenderableType:
    """Markdown, set for the terminal."""
    from rich.markdown import Markdown  # noqa: PLC0415 - it takes longer to load than all the rest

    return Markdown(source)
