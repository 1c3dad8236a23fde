"""The loop around a table: whose turn it is, what was typed, what there is to tell.

One shell serves every game. It asks people, lets bots think, keeps secrets between people who share
the screen, and writes the match down after every action.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from meadhall.bots import roster
from meadhall.cli import draw, opponents
from meadhall.cli.keeping import Autosave
from meadhall.cli.news import News, step_lines
from meadhall.cli.reading import read_action
from meadhall.cli.screen import SCREEN, explained
from meadhall.cli.secrecy import is_sealed, need_cover, see_different_things
from meadhall.cli.table import Table
from meadhall.cli.typist import TimeUp, Typist
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat, Viewer, seat_name

_MILLISECONDS = 1000


class Leave(Exception):
    """Somebody has stopped playing; what there was to save is saved."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something to type that is no move."""

    usage: str
    text: str
    run: "Callable[[Shell, Seat, str], None]"
    after_end: bool = False


@dataclass(slots=True, kw_only=True)
class Shell:
    """A running match at a terminal."""

    table: Table
    now: Callable[[], int]
    commands: Mapping[str, Command]
    typist: Typist
    autosave: Autosave
    listed: tuple[object, ...] = ()
    news: News = field(default_factory=News)
    in_text: bool = False
    _bots: opponents.Bots = field(default_factory=opponents.Bots)
    _at_screen: Seat | None = None

    @property
    def covered(self) -> bool:
        """Whether people share the screen who must not see each other's secrets now."""
        return need_cover(self.table, self.table.humans)

    @property
    def watcher(self) -> Viewer:
        """Whose eyes look at the screen while nobody is asked."""
        return self.table.humans[0] if self.table.humans else None

    def run(self) -> None:
        """Play until the match is over or somebody leaves."""
        SCREEN.print(
            f"Seed {self.table.match.setup.seed}. Type help for the commands.", style="dim"
        )
        self.table = self.table.handed_over(self.now())
        for viewer in (*range(len(self.table.players)), None):
            self.news.since(self.table, viewer)  # what came before a match is resumed is no news
        try:
            while self._goes_on():
                pass
        except Leave:
            return
        self.autosave.drop()

    def adopt(self, table: Table) -> None:
        """Go on from this table, and write it down first."""
        if self.table.humans:
            self.autosave.keep(table.record)
        self.table, self.listed = table, ()
        self.news.forget_beyond(table)
        if not self.covered:
            self.tell_news(self.watcher)

    def show(self, viewer: Viewer) -> None:
        """Draw the position as the viewer may see it, or as a diagram once one asked for that."""
        if self.in_text:
            view = self.table.view(viewer)
            SCREEN.print(self.table.game.notation.diagram(view))
            return
        SCREEN.print(draw.position(self.table, viewer, SCREEN.width))

    def tell_news(self, viewer: Viewer) -> None:
        """What happened since these eyes last looked, and what was said to them."""
        for line in self.news.since(self.table, viewer):
            SCREEN.print(line)

    def obey(self, seat: Seat, line: str) -> None:
        """Do what was typed: a command, else a move. What is wrong is explained."""
        word, _, rest = line.strip().partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command is not None:
                command.run(self, seat, rest.strip())
            elif word:
                self._play(seat, line)
        except Refused as error:
            SCREEN.print(explained(error.refusal))

    def farewell(self, *, can_ask: bool) -> None:
        """Before leaving: save, throw away or go on after all. Raises `Leave` or returns."""
        if not can_ask:
            self._keep_and_leave()
        try:
            answer = self.typist.ask("Save the match? [Y]es, [n]o, [c]ontinue playing: ")
        except (EOFError, KeyboardInterrupt):
            self._keep_and_leave()
        else:
            match answer.strip().lower()[:1]:
                case "c":
                    return
                case "n":
                    self.autosave.drop()
                    raise Leave
                case _:
                    self._save_and_leave()

    def _save_and_leave(self) -> None:
        try:
            self.commands["save"].run(self, 0, "")
        except Refused as error:
            SCREEN.print(explained(error.refusal))
            self._keep_and_leave()
        self.autosave.drop()
        raise Leave

    def _keep_and_leave(self) -> None:
        self.autosave.keep(self.table.record)
        command = f"meadhall play --resume {self.autosave.path}"
        SCREEN.print(f"\nThe match is kept. Go on with: {command}", soft_wrap=True)
        raise Leave

    def _goes_on(self) -> bool:
        try:
            if self.table.result is not None:
                return self._epilogue()
            self._turn(self._next())
        except (EOFError, KeyboardInterrupt) as stop:
            if self.table.result is not None:
                return False
            self.farewell(can_ask=self.typist.is_person or isinstance(stop, KeyboardInterrupt))
        return True

    def _next(self) -> Seat:
        """Who chooses next. Bots first: a person who is late must not cost them their choice."""
        waiting = self.table.waiting_for
        return next((seat for seat in waiting if self.table.players[seat].bot), waiting[0])

    def _turn(self, seat: Seat) -> None:
        name = self.table.players[seat].bot
        if not name:
            self._ask(seat)
            return
        level = roster.level(self.table.game, name)
        bot = self._bots.of(level)
        before = self.table
        table, thought = opponents.reply(before, seat, level, bot, self.now())
        hidden = see_different_things(before, (seat, self.watcher))
        said = opponents.spoken(thought, secret=hidden or is_sealed(before, thought.action))
        if said:
            SCREEN.print(f"{seat_name(seat)} thought: {said}", style="dim")
        self.adopt(table)
        if not self.table.humans:
            self.show(None)

    def _ask(self, seat: Seat) -> None:
        self._welcome(seat)
        before = self.table
        while self.table is before:
            try:
                left = self.table.left(seat, self.now())
                line = self.typist.ask(self._prompt(seat, left), left)
            except TimeUp:
                SCREEN.print("Time is up.", style="bold red")
                self.adopt(self.table.run_out(self.now()))
                return
            self.obey(seat, line)

    def _play(self, seat: Seat, line: str) -> None:
        legal = self.table.legal(seat)
        action = read_action(self.table.game, line.strip(), legal, self.listed)
        self.adopt(self.table.play(seat, action, self.now()))

    def _welcome(self, seat: Seat) -> None:
        covered = self.covered
        if covered and self._at_screen != seat:
            SCREEN.clear()
            SCREEN.rule(f"pass the screen to {seat_name(seat)} ({self.table.players[seat].name})")
            self.typist.ask("press Enter when nobody else is looking ")
            SCREEN.clear()
            self.table = self.table.handed_over(self.now())
        self._at_screen = seat
        if covered:
            self.tell_news(seat)
        self.show(seat)

    def _prompt(self, seat: Seat, left: int | None) -> str:
        clock = "" if left is None else f" [{left // _MILLISECONDS} s]"
        return f"{seat_name(seat)}{clock}> "

    def _epilogue(self) -> bool:
        """The match is over: tell, then obey what still makes sense until an empty line."""
        viewer = self.watcher if len(self.table.humans) == 1 else None
        if viewer is None:  # everybody looks now, so they see what everybody may
            for line in step_lines(self.table, len(self.table.steps) - 1, None):
                SCREEN.print(line)
        self.show(viewer)
        SCREEN.print(draw.outcome(self.table))
        while self.table.humans and self.table.result is not None:
            line = self.typist.ask("over (save, log, board, undo; Enter leaves)> ").strip()
            if not line:
                return False
            command = self.commands.get(line.split()[0].lower())
            if command is not None and command.after_end:
                self.obey(self.table.humans[0], line)
            else:
                SCREEN.print("The match is over. Type help for what can still be done.")
        return bool(self.table.humans)
