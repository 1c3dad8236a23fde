"""What a player has to fear next: pieces that could be killed, a Throne that could be taken.

The rules of previews answer, on what the player sees. In fog, pieces out of sight threaten nothing.
"""

from meadhall.core.scene import DangerMark
from meadhall.core.seats import Seat
from meadhall.games.jarls.look.preview import name_attackers
from meadhall.games.jarls.rules.pieces import NAMES, title
from meadhall.games.jarls.rules.previews import enemy_moves, find_deaths, find_throne_moves
from meadhall.games.jarls.types import View
from meadhall.kit.hexgrid import ORIGIN, key
from meadhall.kit.sentences import start_sentence


def dangers(view: View, seat: Seat) -> tuple[DangerMark, ...]:
    """What the next moves of enemies could do to the seat."""
    state = view.state
    moves = enemy_moves(state, seat)
    found = [
        DangerMark(
            NAMES[code],
            start_sentence(
                f"{name_attackers(attacks)} could push your {title(code)} to its death."
            ),
        )
        for code, attacks in find_deaths(state, seat, moves).items()
    ]
    runners = find_throne_moves(state, moves)
    if runners:
        text = start_sentence(f"{name_attackers(runners)} could take the Throne.")
        found.append(DangerMark(key(ORIGIN), text))
    return tuple(found)
