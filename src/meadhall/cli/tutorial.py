"""Guided play: the game's own first match, one step at a time."""

from meadhall.cli import draw
from meadhall.cli.reading import read_action
from meadhall.cli.screen import SCREEN, explained, markdown
from meadhall.cli.table import DEVICE, Table, laid
from meadhall.cli.typist import Typist
from meadhall.core.game import AnyGame, GuideStep
from meadhall.core.refusal import Refused
from meadhall.core.seats import seat_name
from meadhall.match.facts import Player

LEARNER = 0


def run(game: AnyGame, typist: Typist) -> None:
    """Lead through the guide; `quit` at any prompt leaves it."""
    guide = game.guide
    if guide is None:
        raise Refused.because("NO_TUTORIAL", f"{game.spec.title} brings no guided match yet.")
    players = [Player("you", DEVICE), *(Player("guide", DEVICE) for _ in range(1, guide.seats))]
    table: Table | None = laid(game, guide.options, players, guide.seed)
    for number, step in enumerate(guide.steps, 1):
        if table is None:
            return
        SCREEN.rule(f"{number} of {len(guide.steps)}: {step.title}")
        SCREEN.print(markdown(step.text))
        table = _played(table, step, typist)
    SCREEN.print("That was the guided match.", style="bold")
    for tip in guide.tips:
        SCREEN.print(f"• {tip}")


def _played(table: Table, step: GuideStep, typist: Typist) -> Table | None:
    """The table after the step's plies; nothing when the learner has had enough."""
    if not step.plies:
        return None if _asked(typist, "Enter goes on> ") == "quit" else table
    for seat, text in step.plies:
        if seat == LEARNER and not _learnt(table, text, typist):
            return None
        table = table.play(seat, table.game.notation.parse(text), 0)
        SCREEN.print(f"{seat_name(seat)}: {text}", style="bold")
        for line in table.told(len(table.steps) - 1, LEARNER):
            SCREEN.print(f"  {line}")
    return table


def _learnt(table: Table, wanted: str, typist: Typist) -> bool:
    """Ask until the learner types the wanted move, or Enter to see it played; false on quit."""
    SCREEN.print(draw.position(table, LEARNER, SCREEN.width))
    SCREEN.print(f"Your move. Type: {wanted}   (Enter plays it for you, quit leaves)")
    while (line := _asked(typist, "you> ")) not in ("", "quit"):
        try:
            legal = table.legal(LEARNER)
            action = read_action(table.game, line, legal, legal)
        except Refused as error:
            SCREEN.print(explained(error.refusal))
            continue
        if action == table.game.notation.parse(wanted):
            return True
        refusal = table.refusal(LEARNER, action)
        SCREEN.print(explained(refusal) if refusal else "A move, but not the one of this lesson.")
    return line == ""


def _asked(typist: Typist, prompt: str) -> str:
    return typist.ask(prompt).strip()
