"""The commands that can be typed during a match."""

from collections.abc import Mapping
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from meadhall import registry
from meadhall.bots import roster
from meadhall.cli.terminal import board, news, opponents, tutorial
from meadhall.cli.terminal.action_from_text import read_action
from meadhall.cli.terminal.game_facts import show_rules
from meadhall.cli.terminal.save_files import save as save_record
from meadhall.cli.terminal.screen import SCREEN, refusal_text
from meadhall.cli.terminal.shell import Shell, ShellCommand
from meadhall.core.game import AnyGame, action_phrase
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat, seat_name
from meadhall.match.decide.talk import EVERYONE

_MANY = 40  # how many moves are listed at most


def help_(shell: Shell, seat: Seat, word: str) -> None:
    """Print the commands, and how moves are written."""
    grid = Grid.grid(padding=(0, 2))
    for command in dict.fromkeys(COMMANDS.values()):
        grid.add_row(Text(command.usage, style="bold"), command.text)
    SCREEN.print(grid)
    SCREEN.print(f"\nMoves: {shell.table.game.notation.help}")
    SCREEN.print("Or the number of a listed move, or the ids of what one would click.")


def moves(shell: Shell, seat: Seat, word: str) -> None:
    """Print the legal moves that contain the word, numbered, with what each would do."""
    legal = shell.table.legal(seat)
    lines = {action: _move_line(shell.table.game, action) for action in legal}
    shell.listed = tuple(a for a in legal if word.lower() in lines[a].lower())
    for number, action in enumerate(shell.listed[:_MANY], 1):
        line = Text(f"{number:>4}  {lines[action]}")
        SCREEN.print(line.append(f"  {shell.table.preview(seat, action)}".rstrip(), style="dim"))
    more = len(shell.listed) - _MANY
    if more > 0:
        SCREEN.print(f"… and {more} more; narrow them down with: moves WORD", style="dim")
    if not shell.listed:
        SCREEN.print(f"No legal move contains {word!r}." if word else "There is no legal move.")


def _move_line(game: AnyGame, action: object) -> str:
    """The move in notation, which can be typed, and in words where they say something else."""
    written, words = game.notation.write(action), action_phrase(game, action)
    return written if written == words else f"{written}  {words}"


def rules(shell: Shell, seat: Seat, word: str) -> None:
    """Print the game's rules."""
    show_rules(registry.rules_text(shell.table.game.spec.slug))


def why(shell: Shell, seat: Seat, text: str) -> None:
    """Print why a move is not allowed, or what it would do."""
    if not text:
        raise Refused.because("NO_MOVE", "Write the move in question: why MOVE.")
    table = shell.table
    action = read_action(table.game, text, table.legal(seat), shell.listed)
    if refusal := table.refusal(seat, action):
        SCREEN.print(refusal_text(refusal))
    else:
        SCREEN.print(f"That move is allowed. {table.preview(seat, action)}".strip())


def dangers(shell: Shell, seat: Seat, word: str) -> None:
    """Print what the player has to fear next."""
    for text in shell.table.dangers(seat) or ("Nothing of yours is in danger.",):
        SCREEN.print(text)


def undo(shell: Shell, seat: Seat, word: str) -> None:
    """Go back to the last decision of a person."""
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
    answer = shell.prompt.ask(f"{seat_name(seat)} gives up. Really? [y/N]: ")
    if answer.strip().lower().startswith("y"):
        shell.adopt(shell.table.leave(seat, shell.now()))


def hint(shell: Shell, seat: Seat, word: str) -> None:
    """Print what the strongest bot would do, and its thinking."""
    level = roster.levels(shell.table.game)[-1]
    # A new bot: the opponent's may hold a search tree that was made from its own seat's view.
    thought = opponents.think(shell.table, seat, level, roster.make(level))
    said = opponents.thought_text(thought, secret=False)
    written = shell.table.game.notation.write(thought.action)
    SCREEN.print(f"{level.name} would play: {written}" + (f" ({said})" if said else ""))


def show_board(shell: Shell, seat: Seat, word: str) -> None:
    """Print the position again: from now on as a drawing or, with `board text`, as a diagram."""
    shell.in_text = word == "text"
    shell.show(seat)


def cells(shell: Shell, seat: Seat, word: str) -> None:
    """Print the board with the names of its cells."""
    present = shell.table.game.present
    scene = present.scene(shell.table.view(seat)) if present else None
    named = board.cell_names(scene, SCREEN.width - 2) if scene else None
    SCREEN.print(named if named is not None else "There is no board to name, or no room for it.")


def log(shell: Shell, seat: Seat, word: str) -> None:
    """Print everything that happened, as far as the seat may know."""
    for number in range(1, len(shell.table.steps)):
        for line in news.step_lines(shell.table, number, seat):
            SCREEN.print(f"{number:>4}  {line}")
    for line in news.messages(shell.table, seat):
        SCREEN.print(line)


def say(shell: Shell, seat: Seat, words: str) -> None:
    """Send a message to everyone, to an audience of the game, or to a player by name."""
    to, _, text = words.partition(" ")
    known = _audiences(shell, seat)
    if not text.strip():
        raise Refused.because("NO_TEXT", f"Write: say TO TEXT. TO is one of: {', '.join(known)}.")
    names = {name.lower(): audience for name, audience in known.items()}
    shell.adopt(shell.table.say(seat, names.get(to.lower(), to), text, shell.now()))


def _audiences(shell: Shell, seat: Seat) -> dict[str, str]:
    """The audiences of the seat, by what a person types: their ids, and names of single players."""
    find = shell.table.game.audiences
    known = {EVERYONE: EVERYONE}
    for audience in find(shell.table.match.state, seat) if find else ():
        known[audience.id] = audience.id
        others = [shell.table.players[other].name for other in audience.seats if other != seat]
        if len(others) == 1 and audience.id != EVERYONE:
            # A player's name never replaces an audience of the game.
            known.setdefault(others[0], audience.id)
    return known


def play_tutorial(shell: Shell, seat: Seat, word: str) -> None:
    """Play the guided first match; the running one waits."""
    tutorial.run(shell.table.game, shell.prompt)
    shell.show(seat)


def tips(shell: Shell, seat: Seat, word: str) -> None:
    """Print the guide's tips."""
    guide = shell.table.game.guide
    for tip in guide.tips if guide else ():
        SCREEN.print(f"• {tip}")
    if not guide or not guide.tips:
        SCREEN.print("This game brings no tips. Try hint.")


def quit_(shell: Shell, seat: Seat, word: str) -> None:
    """Leave, with a chance to save."""
    shell.farewell(can_ask=True)


COMMANDS: Mapping[str, ShellCommand] = {
    "help": ShellCommand("help", "this list", help_, after_end=True),
    "moves": ShellCommand("moves [WORD]", "the legal moves, or those that contain WORD", moves),
    "why": ShellCommand("why MOVE", "why that move is not allowed, or what it would do", why),
    "dangers": ShellCommand("dangers", "what others could do to you next", dangers),
    "hint": ShellCommand("hint", "what the strongest bot would play, and its thinking", hint),
    "board": ShellCommand(
        "board [text]", "draw the position again, from now on as text", show_board, after_end=True
    ),
    "cells": ShellCommand(
        "cells", "the names of the cells, in their places", cells, after_end=True
    ),
    "log": ShellCommand("log", "what has happened so far", log, after_end=True),
    "rules": ShellCommand("rules", "the rules of the game", rules, after_end=True),
    "tutorial": ShellCommand("tutorial", "a guided first match; this one waits", play_tutorial),
    "tips": ShellCommand("tips", "short advice", tips),
    "say": ShellCommand("say TO TEXT", "a message to everyone or to those the game names", say),
    "undo": ShellCommand("undo", "back to the last decision of a person", undo, after_end=True),
    "save": ShellCommand("save [FILE]", "write the match to a file", save, after_end=True),
    "resign": ShellCommand("resign", "give up", resign),
    "quit": ShellCommand("quit", "leave, and save if you like", quit_),
}
