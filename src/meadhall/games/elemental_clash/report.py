"""What balance reports compare with winning: the bot and the wildcard that a seat drafted."""

from typing import Final

from meadhall.core.capabilities import Report
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.types import State

_PLACES: Final = {"bot": 4, "wildcard": 5}
"""Where they are among the picks. The other rounds offer four cards that do the same."""


def features(state: State, seat: Seat) -> dict[str, str]:
    """The seat's bot and wildcard, as far as it has drafted them."""
    picks = state.picks[seat]
    return {name: picks[i].face.kind.noun for name, i in _PLACES.items() if i < len(picks)}


REPORT: Report[State] = Report(features=features)
