"""What the server needs of the cluster that it is part of, and what it does for the cluster."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol

from meadhall.core.seats import Seat


class Cluster(Protocol):
    """The other processes. Methods that are no coroutines never wait."""

    is_alone: bool
    """Whether no other process can serve the database."""

    def tends(self, match: str) -> bool:
        """Whether this process does what nobody asks for: clocks, bots, starts and rematches.

        Where that is not known yet, it is asked for, and `Hearer.note_leases` is called later.
        """
        ...

    def has_lease(self, match: str) -> bool:
        """Whether this process tends the match, without asking for it."""
        ...

    def release(self, match: str) -> None:
        """There is nothing left to do for the match."""
        ...

    def enter(self, match: str, seats: Iterable[Seat]) -> None:
        """People of these seats are connected here from now on."""
        ...

    def exit(self, match: str, seats: Iterable[Seat]) -> bool:
        """They no longer are; whether `Hearer.went_away` will say who is not elsewhere either."""
        ...

    async def seats_elsewhere(self, matches: Collection[str]) -> Mapping[str, frozenset[Seat]]:
        """The seats whose people are connected to other processes."""
        ...

    async def lost_since(self, match: str) -> int | None:
        """Since when people of the match are away only because their process died."""
        ...

    async def take_due(self, instant: int) -> tuple[str, ...] | None:
        """Matches in which a clock may run out before then, to be tended here; `None`: all."""
        ...

    async def was_open(self, since: int) -> bool:
        """Whether another process has served all the time since then."""
        ...

    def turn(self, name: str) -> AbstractAsyncContextManager[None]:
        """Let one process at a time do what the name stands for."""
        ...

    def tell_rights(self, person: str) -> None:
        """Rights of the person have ended: other processes close connections."""
        ...

    def tell_invitation(self, match: str, following: str) -> None:
        """People at a table are invited to the next one."""
        ...

    def place(self, match: str) -> str:
        """The address of the process at which the match is best served; empty: any."""
        ...

    def addresses(self) -> tuple[str, ...]:
        """Where the other processes are, as far as they say so."""
        ...

    def is_first(self) -> bool:
        """Whether this process does what one of them has to do."""
        ...

    def start(self, hearer: "Hearer") -> None:
        """Begin to live among the others."""
        ...

    async def stop(self) -> None:
        """Leave the cluster."""
        ...


class Hearer(Protocol):
    """What a process does when it hears of others."""

    def follows(self, matches: Collection[str]) -> bool:
        """Whether somebody here has to know at once what happens in any of these matches."""
        ...

    async def note_facts(self, matches: Mapping[str, int] | None) -> None:
        """Others have stored facts up to these versions; `None`: whatever there may be."""
        ...

    def note_lists(self, holders: Collection[str]) -> None:
        """Matches of these people have changed in lists."""
        ...

    async def note_rights(self, people: Collection[str] | None) -> None:
        """Rights of these people may have ended; `None`: of anybody."""
        ...

    async def note_seats(self, matches: Collection[str]) -> None:
        """People have come to these matches or gone, at other processes."""
        ...

    async def note_invitation(self, match: str, following: str) -> None:
        """People at a table are invited to the next one."""
        ...

    async def note_leases(self, matches: Collection[str]) -> None:
        """This process tends these matches from now on."""
        ...

    async def take_on(self, matches: Collection[str]) -> None:
        """Go on with what a process did that has died."""
        ...

    async def went_away(self, match: str, seat: Seat, lost: int | None) -> None:
        """A person is connected to no process; since `lost` because one died."""
        ...

    def came_back(self, match: str, lost: int) -> None:
        """A person whose process died is here now."""
        ...

    def note_outage(self, error: Exception) -> None:
        """The database cannot be used."""
        ...

    def note_standstill(self, ms: int) -> None:
        """This process stood still for so long, and nobody took it for dead."""
        ...

    def note_lapse(self) -> None:
        """Others take this process for dead: its people have to connect again."""
        ...


class Alone:
    """A process that has its database to itself."""

    is_alone = True

    def tends(self, match: str) -> bool:
        """Nobody else does."""
        del match
        return True

    def has_lease(self, match: str) -> bool:
        """Nobody else has it."""
        del match
        return True

    def release(self, match: str) -> None:
        """Nobody else takes it."""

    def enter(self, match: str, seats: Iterable[Seat]) -> None:
        """Nobody else needs to know."""

    def exit(self, match: str, seats: Iterable[Seat]) -> bool:
        """They are nowhere else."""
        del match, seats
        return False

    async def seats_elsewhere(self, matches: Collection[str]) -> Mapping[str, frozenset[Seat]]:
        """There is nowhere else."""
        del matches
        return {}

    async def lost_since(self, match: str) -> int | None:
        """No other process has died."""
        del match
        return None

    async def take_due(self, instant: int) -> tuple[str, ...] | None:
        """All of them."""
        del instant
        return None

    async def was_open(self, since: int) -> bool:
        """Nobody else serves."""
        del since
        return False

    def turn(self, name: str) -> AbstractAsyncContextManager[None]:
        """It is always this process's turn."""
        del name
        return nullcontext()

    def tell_rights(self, person: str) -> None:
        """Nobody else needs to know."""

    def tell_invitation(self, match: str, following: str) -> None:
        """Nobody else needs to know."""

    def place(self, match: str) -> str:
        """There is one place."""
        del match
        return ""

    def addresses(self) -> tuple[str, ...]:
        """There are no others."""
        return ()

    def is_first(self) -> bool:
        """The first and the last."""
        return True

    def start(self, hearer: "Hearer") -> None:
        """There is nobody to hear."""

    async def stop(self) -> None:
        """There is nothing to leave."""
