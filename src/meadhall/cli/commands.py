"""What can be typed at the table besides moves."""

from collections.abc import Mapping
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from meadhall import registry
from meadhall.bots import roster
from meadhall.cli import board, news, opponents, tutorial
from meadhall.cli.keeping import save as save_record
from meadhall.cli.listing import page_rules
from meadhall.cli.reading import read_action
from meadhall.cli.screen import SCREEN, explained
from meadhall.cli.shell import Command, Shell
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat, seat_name
from meadhall.match.talk import EVERYONE

_MANY = 40  # moves listed at once unless a word narrows them down


def help_(shell: Shell, seat: Seat, word: str) -> None:
    """The commands, and how moves are written."""
    grid = Grid.grid(padding=(0, 2))
    for command in dict.fromkeys(COMMANDS.values()):
        grid.add_row(Text(command.usage, style="bold"), command.text)
    SCREEN.print(grid)
    SCREEN.print(f"\nMoves: {shell.table.game.notation.help}")
    SCREEN.print("Or the number of a listed move, or the ids of what one would click.")


def moves(shell: Shell, seat: Seat, word: str) -> None:
    """The legal moves that contain the word, numbered."""
    write = shell.table.game.notation.write
    legal = shell.table.legal(seat)
    shell.listed = tuple(a for a in legal if word.lower() in write(a).lower())
    for number, action in enumerate(shell.listed[:_MANY], 1):
        SCREEN.print(f"{number:>4}  {write(action)}")
    more = len(shell.listed) - _MANY
    if more > 0:
        SCREEN.print(f"… and {more} more; narrow them down with: moves WORD", style="dim")
    if not shell.listed:
        SCREEN.print(f"No legal move contains {word!r}." if word else "There is no legal move.")


def rules(shell: Shell, seat: Seat, word: str) -> None:
    """The game's rules."""
    page_rules(registry.rules_text(shell.table.game.spec.slug))


def why(shell: Shell, seat: Seat, text: str) -> None:
    """Why a move cannot be made."""
    if not text:
        raise Refused.because("NO_MOVE", "Write the move in question: why MOVE.")
    table = shell.table
    action = read_action(table.game, text, table.legal(seat), shell.listed)
    refusal = table.refusal(seat, action)
    SCREEN.print(explained(refusal) if refusal else "That move is allowed.")


def undo(shell: Shell, seat: Seat, word: str) -> None:
    """Back to the last decision of a person."""
    shell.adopt(shell.table.undo(seat, shell.now()))
    SCREEN.print("Taken back.", style="dim")


def save(shell: Shell, seat: Seat, name: str) -> None:
    """Write the record to a file."""
    record = shell.table.record
    path = Path(name).expanduser() if name else Path(f"{record.game}-{record.seed}.json")
    save_record(path, record)
    SCREEN.print(
        f"Saved to {path}. Go on later with: meadhall play --resume {path}", soft_wrap=True
    )


def resign(shell: Shell, seat: Seat, word: str) -> None:
    """Give up, once that is confirmed."""
    answer = shell.typist.ask(f"{seat_name(seat)} gives up. Really? [y/N]: ")
    if answer.strip().lower().startswith("y"):
        shell.adopt(shell.table.leave(seat, shell.now()))


def hint(shell: Shell, seat: Seat, word: str) -> None:
    """What the strongest bot would do, and why."""
    level = roster.levels(shell.table.game)[-1]
    thought = opponents.think(shell.table, seat, level, roster.make(level))
    said = opponents.spoken(thought, secret=False)
    written = shell.table.game.notation.write(thought.action)
    SCREEN.print(f"{level.name} would play: {written}" + (f" ({said})" if said else ""))


def show_board(shell: Shell, seat: Seat, word: str) -> None:
    """The position again, from now on as a drawing or, with `board text`, as a diagram."""
    shell.in_text = word == "text"
    shell.show(seat)


def cells(shell: Shell, seat: Seat, word: str) -> None:
    """The board with the names of its cells."""
    present = shell.table.game.present
    scene = present.scene(shell.table.view(seat)) if present else None
    named = board.names(scene, SCREEN.width - 2) if scene else None
    SCREEN.print(named if named is not None else "There is no board to name, or no room for it.")


def log(shell: Shell, seat: Seat, word: str) -> None:
    """Everything that happened, as far as the seat may know."""
    for number in range(1, len(shell.table.steps)):
        for line in news.step_lines(shell.table, number, seat):
            SCREEN.print(f"{number:>4}  {line}")
    for line in news.messages(shell.table, seat):
        SCREEN.print(line)


def say(shell: Shell, seat: Seat, words: str) -> None:
    """A message to everyone, to an audience of the game, or to a player by name."""
    to, _, text = words.partition(" ")
    known = _audiences(shell, seat)
    if not text.strip():
        raise Refused.because("NO_TEXT", f"Write: say TO TEXT. TO is one of: {', '.join(known)}.")
    names = {name.lower(): audience for name, audience in known.items()}
    shell.adopt(shell.table.say(seat, names.get(to.lower(), to), text, shell.now()))


def _audiences(shell: Shell, seat: Seat) -> dict[str, str]:
    """Whom the seat can talk to, by what one types; a single player by the own name too."""
    find = shell.table.game.audiences
    known = {EVERYONE: EVERYONE}
    for audience in find(shell.table.match.state, seat) if find else ():
        known[audience.id] = audience.id
        others = [shell.table.players[other].name for other in audience.seats if other != seat]
        if len(others) == 1 and audience.id != EVERYONE:
            known.setdefault(others[0], audience.id)
    return known


def guided(shell: Shell, seat: Seat, word: str) -> None:
    """The guided first match; the running one waits."""
    tutorial.run(shell.table.game, shell.typist)
    shell.show(seat)


def tips(shell: Shell, seat: Seat, word: str) -> None:
    """Short advice that fits anywhere."""
    guide = shell.table.game.guide
    for tip in guide.tips if guide else ():
        SCREEN.print(f"• {tip}")
    if not guide or not guide.tips:
        SCREEN.print("This game brings no tips. Try hint.")


def quit_(shell: Shell, seat: Seat, word: str) -> None:
    """Leave, with a chance to save."""
    shell.farewell(can_ask=True)


COMMANDS: Mapping[str, Command] = {
    "help": Command("help", "this list", help_, after_end=True),
    "moves": Command("moves [WORD]", "the legal moves, or those that contain WORD", moves),
    "why": Command("why MOVE", "why that move is not allowed", why),
    "hint": Command("hint", "what the strongest bot would play, and its thinking", hint),
    "board": Command(
        "board [text]", "draw the position again, from now on as text", show_board, after_end=True
    ),
    "cells": Command("cells", "the names of the cells, in their places", cells, after_end=True),
    "log": Command("log", "what has happened so far", log, after_end=True),
    "rules": Command("rules", "the rules of the game", rules, after_end=True),
    "tutorial": Command("tutorial", "a guided first match; this one waits", guided),
    "tips": Command("tips", "short advice", tips),
    "say": Command("say TO TEXT", "a message to everyone or to those the game names", say),
    "undo": Command("undo", "back to the last decision of a person", undo, after_end=True),
    "save": Command("save [FILE]", "write the match to a file", save, after_end=True),
    "resign": Command("resign", "give up", resign),
    "quit": Command("quit", "leave, and save if you like", quit_),
}
