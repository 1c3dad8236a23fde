"""One move of a match, as an analysis tells it."""

from dataclasses import dataclass, replace

from meadhall.bots.chances import Chances
from meadhall.bots.review.forced import ForcedWin
from meadhall.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Phrases:
    """Moves in words: the one that was played, the better one, and how play might go on."""

    played: str = ""
    better: str = ""
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """One move of the match. `ply` counts from 1; `chances` are those before the move.

    The chances are by what the mover could know and if it plays well. `sees_all`: nothing was
    hidden from it. `loss` is what the move took from the mover's own chance; `None` if the seat did
    not choose it. `better` is in notation, empty if nothing better was found; `gesture` is what to
    click for it, and `line` how play might go on from it. `phrases` has the same for people to
    read. `forced` says who wins by force before the move, `forced_after` after it. `told` is a
    sentence about a move that lost something.
    """

    ply: int
    seat: Seat
    played: str
    chances: Chances
    loss: int | None = None
    better: str = ""
    gesture: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    phrases: Phrases = Phrases()
    forced: ForcedWin | None = None
    forced_after: ForcedWin | None = None
    sees_all: bool = False
    told: str = ""

    def without_better(self) -> "Moment":
        """The same moment of a move that was as good as any."""
        return replace(self, better="", gesture=(), line=(), phrases=Phrases(self.phrases.played))
