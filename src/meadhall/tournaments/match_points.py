"""What the end of a match is worth. Each fact of a match is counted once, in the order it came.

At a table a player gets two points for each other player whom they finish ahead of, and one for
each whom they finish level with: two for a win against one opponent, one for a draw. In an arena a
win after two wins in a row counts double, and a berserk win one point more.
"""

from collections.abc import Sequence

from meadhall.tournaments.tournament_facts import Number, Pairing, PairingResult

AHEAD, LEVEL = 2, 1
WINS_TO_STREAK = 2
"""After so many wins in a row, each further one counts double."""
HASTE = 1
"""What a berserk win is worth beside the win."""


def match_points(payoffs: Sequence[int]) -> tuple[int, ...]:
    """The points by seat."""
    return tuple(
        sum(
            AHEAD if mine > other else LEVEL if mine == other else 0
            for index, other in enumerate(payoffs)
            if index != seat
        )
        for seat, mine in enumerate(payoffs)
    )


def is_win(payoffs: Sequence[int], seat: int) -> bool:
    """Whether nobody did better there, and somebody did worse."""
    return payoffs[seat] == max(payoffs) > min(payoffs)


def bye_points(size: int) -> int:
    """The points of a bye: those of a win."""
    return AHEAD * (size - 1)


def arena_points(
    pairing: Pairing, result: PairingResult, streaks: dict[Number, int]
) -> dict[Number, int]:
    """The points of a match in an arena. It updates `streaks`, the wins in a row by player."""
    earned: dict[Number, int] = {}
    plain = match_points(result.payoffs)
    for seat, number in enumerate(pairing.seats):
        won = is_win(result.payoffs, seat)
        doubled = won and streaks.get(number, 0) >= WINS_TO_STREAK
        earned[number] = plain[seat] * (1 + doubled) + HASTE * (won and number in result.hasty)
        streaks[number] = streaks.get(number, 0) + 1 if won else 0
    return earned
