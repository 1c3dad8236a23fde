"""The loop around a table, the same for every game.

It asks people for moves, lets bots think, covers the screen between people who have secrets from
each other, and saves the match after every action.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from meadhall.bots import roster
from meadhall.cli.terminal import draw, opponents
from meadhall.cli.terminal.action_from_text import read_action
from meadhall.cli.terminal.cover import is_sealed, needs_cover, see_different_things
from meadhall.cli.terminal.news import NewsFeed, step_lines
from meadhall.cli.terminal.prompt import Prompt, TimeUp
from meadhall.cli.terminal.save_files import Autosave
from meadhall.cli.terminal.screen import SCREEN, refusal_text
from meadhall.cli.terminal.table import LocalTable
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat, Viewer, seat_name

_MILLISECONDS = 1000


class LeaveShell(Exception):
    """Ends the loop: a person leaves, and the match is saved or dropped."""


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """Something to type that is not a move."""

    usage: str
    text: str
    run: "Callable[[Shell, Seat, str], None]"
    after_end: bool = False


@dataclass(slots=True, kw_only=True)
class Shell:
    """A running match at a terminal."""

    table: LocalTable
    now: Callable[[], int]
    commands: Mapping[str, ShellCommand]
    prompt: Prompt
    autosave: Autosave
    listed: tuple[object, ...] = ()
    news: NewsFeed = field(default_factory=NewsFeed)
    in_text: bool = False
    _bots: opponents.BotCache = field(default_factory=opponents.BotCache)
    _at_screen: Seat | None = None

    @property
    def is_covered(self) -> bool:
        """Whether the people at the screen have secrets from each other now."""
        return needs_cover(self.table, self.table.humans)

    @property
    def watcher(self) -> Viewer:
        """The viewer of the screen while no person is asked."""
        return self.table.humans[0] if self.table.humans else None

    def run(self) -> None:
        """Play until the match is over or somebody leaves."""
        SCREEN.print(
            f"Seed {self.table.match.setup.seed}. Type help for the commands.", style="dim"
        )
        self.table = self.table.start_clock(self.now())
        for viewer in (*range(len(self.table.players)), None):
            self.news.since(self.table, viewer)  # steps before a resume are no news
        try:
            while self._goes_on():
                pass
        except LeaveShell:
            return
        self.autosave.drop()

    def adopt(self, table: LocalTable) -> None:
        """Go on from this table; save it first."""
        if self.table.humans:
            self.autosave.keep(table.record)
        self.table, self.listed = table, ()
        self.news.forget_beyond(table)
        if not self.is_covered:
            self.show_news(self.watcher)

    def show(self, viewer: Viewer) -> None:
        """Print the position as the viewer sees it: drawn, or as a diagram after `board text`."""
        if self.in_text:
            view = self.table.view(viewer)
            SCREEN.print(self.table.game.notation.diagram(view))
            return
        SCREEN.print(draw.position(self.table, viewer, SCREEN.width))

    def show_news(self, viewer: Viewer) -> None:
        """Print what happened and what was said since the viewer last looked."""
        for line in self.news.since(self.table, viewer):
            SCREEN.print(line)

    def obey(self, seat: Seat, line: str) -> None:
        """Do what was typed: a command, else a move. A refusal is printed."""
        word, _, rest = line.strip().partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command is not None:
                command.run(self, seat, rest.strip())
            elif word:
                self._play(seat, line)
        except Refused as error:
            SCREEN.print(refusal_text(error.refusal))

    def farewell(self, *, can_ask: bool) -> None:
        """Ask whether to save before leaving; raises `LeaveShell`, or returns to play on."""
        if not can_ask:
            self._keep_and_leave()
        try:
            answer = self.prompt.ask("Save the match? [Y]es, [n]o, [c]ontinue playing: ")
        except (EOFError, KeyboardInterrupt):
            self._keep_and_leave()
        else:
            match answer.strip().lower()[:1]:
                case "c":
                    return
                case "n":
                    self.autosave.drop()
                    raise LeaveShell
                case _:
                    self._save_and_leave()

    def _save_and_leave(self) -> None:
        try:
            self.commands["save"].run(self, 0, "")
        except Refused as error:
            SCREEN.print(refusal_text(error.refusal))
            # It raises `LeaveShell`, so the autosave is not dropped: it is the only copy.
            self._keep_and_leave()
        self.autosave.drop()
        raise LeaveShell

    def _keep_and_leave(self) -> None:
        self.autosave.keep(self.table.record)
        command = f"meadhall play --resume {self.autosave.path}"
        SCREEN.print(f"\nThe match is kept. Go on with: {command}", soft_wrap=True)
        raise LeaveShell

    def _goes_on(self) -> bool:
        try:
            if self.table.result is not None:
                return self._epilogue()
            self._turn(self._next())
        except (EOFError, KeyboardInterrupt) as stop:
            if self.table.result is not None:
                return False
            self.farewell(can_ask=self.prompt.is_person or isinstance(stop, KeyboardInterrupt))
        return True

    def _next(self) -> Seat:
        """The seat that acts next. Bots go first, so that a late person cannot time them out."""
        waiting = self.table.waiting_for
        return next((seat for seat in waiting if self.table.players[seat].bot), waiting[0])

    def _turn(self, seat: Seat) -> None:
        name = self.table.players[seat].bot
        if not name:
            self._ask(seat)
            return
        level = roster.entrant(self.table.game, name)
        bot = self._bots.of(level)
        before = self.table
        table, thought = opponents.reply(before, seat, level, bot, self.now())
        # A bot's score or line would give away what only its seat can see.
        hidden = see_different_things(before, (seat, self.watcher))
        said = opponents.thought_text(thought, secret=hidden or is_sealed(before, thought.action))
        if said:
            SCREEN.print(f"{seat_name(seat)} thought: {said}", style="dim")
        self.adopt(table)
        if not self.table.humans:
            self.show(None)

    def _ask(self, seat: Seat) -> None:
        self._welcome(seat)
        # Taken after `_welcome`, which may replace the table. Every change makes a new one.
        before = self.table
        while self.table is before:
            try:
                left = self.table.time_left(seat, self.now())
                line = self.prompt.ask(_question(seat, left), left)
            except TimeUp:
                SCREEN.print("Time is up.", style="bold red")
                self.adopt(self.table.time_out(self.now()))
                return
            self.obey(seat, line)

    def _play(self, seat: Seat, line: str) -> None:
        legal = self.table.legal(seat)
        action = read_action(self.table.game, line.strip(), legal, self.listed)
        self.adopt(self.table.play(seat, action, self.now()))

    def _welcome(self, seat: Seat) -> None:
        covered = self.is_covered
        if covered and self._at_screen != seat:
            SCREEN.clear()
            SCREEN.rule(f"pass the screen to {seat_name(seat)} ({self.table.players[seat].name})")
            self.prompt.ask("press Enter when nobody else is looking ")
            SCREEN.clear()
            self.table = self.table.hand_over(seat, self.now())
        self._at_screen = seat
        if covered:
            self.show_news(seat)
        self.show(seat)

    def _epilogue(self) -> bool:
        """Show the result, then obey commands until an empty line; whether play goes on."""
        viewer = self.watcher if len(self.table.humans) == 1 else None
        if viewer is None:  # several people look, so they see what a spectator may see
            for line in step_lines(self.table, len(self.table.steps) - 1, None):
                SCREEN.print(line)
        self.show(viewer)
        SCREEN.print(draw.outcome(self.table))
        while self.table.humans and self.table.result is not None:
            line = self.prompt.ask("over (save, log, board, undo; Enter leaves)> ").strip()
            if line.lower() in ("", "quit"):
                return False
            command = self.commands.get(line.split()[0].lower())
            if command is not None and command.after_end:
                self.obey(self.table.humans[0], line)
            else:
                SCREEN.print("The match is over. Type help for what can still be done.")
        return bool(self.table.humans)


def _question(seat: Seat, left: int | None) -> str:
    """The prompt's text: the seat, and the seconds left if there is a clock."""
    clock = "" if left is None else f" [{left // _MILLISECONDS} s]"
    return f"{seat_name(seat)}{clock}> "
