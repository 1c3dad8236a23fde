"""The tutorial: the game's guided first match, one step at a time."""

from meadhall.cli.arguments import DEVICE
from meadhall.cli.terminal import draw
from meadhall.cli.terminal.action_from_text import read_action
from meadhall.cli.terminal.prompt import Prompt
from meadhall.cli.terminal.screen import SCREEN, markdown, refusal_text
from meadhall.cli.terminal.table import LocalTable, new_table
from meadhall.core.capabilities import GuideStep
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.seats import seat_name
from meadhall.match.facts import Player

LEARNER = 0


def run(game: AnyGame, prompt: Prompt) -> None:
    """Play the game's guide; `quit` at any prompt leaves it."""
    guide = game.guide
    if guide is None:
        raise Refused.because("NO_TUTORIAL", f"{game.spec.title} brings no guided match yet.")
    players = [Player("you", DEVICE), *(Player("guide", DEVICE) for _ in range(1, guide.seats))]
    table: LocalTable | None = new_table(game, guide.options, players, guide.seed)
    for number, step in enumerate(guide.steps, 1):
        if table is None:
            return
        SCREEN.rule(f"{number} of {len(guide.steps)}: {step.title}")
        SCREEN.print(markdown(step.text))
        table = _play_step(table, step, prompt)
    SCREEN.print("That was the guided match.", style="bold")
    for tip in guide.tips:
        SCREEN.print(f"• {tip}")


def _play_step(table: LocalTable, step: GuideStep, prompt: Prompt) -> LocalTable | None:
    """The table after the step's plies; `None` if the learner quits."""
    if not step.plies:
        return None if prompt.ask("Enter goes on> ").strip() == "quit" else table
    for seat, text in step.plies:
        if seat == LEARNER and not _ask_for_move(table, text, prompt):
            return None
        table = table.play(seat, table.game.notation.parse(text), 0)
        SCREEN.print(f"{seat_name(seat)}: {text}", style="bold")
        for line in table.sentences(len(table.steps) - 1, LEARNER):
            SCREEN.print(f"  {line}")
    return table


def _ask_for_move(table: LocalTable, wanted: str, prompt: Prompt) -> bool:
    """Ask until the learner types the wanted move, or Enter; false if the learner quits."""
    SCREEN.print(draw.position(table, LEARNER, SCREEN.width))
    SCREEN.print(f"Your move. Type: {wanted}   (Enter plays it for you, quit leaves)")
    while (line := prompt.ask("you> ").strip()) not in ("", "quit"):
        try:
            legal = table.legal(LEARNER)
            action = read_action(table.game, line, legal, legal)
        except Refused as error:
            SCREEN.print(refusal_text(error.refusal))
            continue
        if action == table.game.notation.parse(wanted):
            return True
        refusal = table.refusal(LEARNER, action)
        SCREEN.print(
            refusal_text(refusal) if refusal else "A move, but not the one of this lesson."
        )
    return line == ""
