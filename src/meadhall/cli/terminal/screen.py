"""The consoles: `SCREEN` for results, `ERRORS` for errors and progress.

rich detects the terminal itself: it prints no colour into a pipe or where `NO_COLOR` is set. Markup
is off, because people type names and messages, and brackets in them must be printed as they are.
"""

from rich.console import Console, RenderableType
from rich.text import Text

from meadhall.core.refusal import Refusal

SCREEN = Console(highlight=False, markup=False, emoji=False)
ERRORS = Console(stderr=True, highlight=False, markup=False, emoji=False)


def refusal_text(refusal: Refusal) -> Text:
    """A refusal for a person: the sentence, then its code, its rule and the objects in the way."""
    text = Text(refusal.sentence, style="bold red")
    clause = f", rules: {refusal.clause}" if refusal.clause else ""
    objects = f", about: {', '.join(refusal.objects)}" if refusal.objects else ""
    text.append(f"  ({refusal.code}{clause}{objects})", style="not bold dim")
    return text


def markdown(source: str) -> RenderableType:
    """Markdown, rendered for the terminal."""
    from rich.markdown import Markdown  # noqa: PLC0415 - slow to load, and few commands need it

    return Markdown(source)
