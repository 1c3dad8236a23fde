"""The Dutch system of FIDE, by py4swiss."""

from typing import TYPE_CHECKING

from meadhall.tournaments.match_points import AHEAD, LEVEL, match_points
from meadhall.tournaments.seeds import seeds
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number, RoundPaired

if TYPE_CHECKING:
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.results import RoundResult
    from py4swiss.trf.sections import PlayerSection

_POINTS = {"1": 10, "=": 5, "0": 0, "U": 10, "Z": 0}
"""What a result is worth in tenths, by its sign in a report of FIDE."""
_SIGNS = {AHEAD: "1", LEVEL: "=", 0: "0"}


def pair_by_dutch_system(tournament: Tournament) -> list[tuple[Number, Number]] | None:
    """Pairs of (first seat, second seat), 0 for a bye; `None` where no round is possible.

    Loads py4swiss, which takes half a second the first time.
    """
    from py4swiss.engines import DutchEngine  # noqa: PLC0415 - it loads pydantic
    from py4swiss.engines.common import PairingError  # noqa: PLC0415 - the same

    # A player's rank among the seeds is the number that the system pairs by.
    ordered = seeds(tournament, (one.number for one in tournament.participants))
    try:
        pairs = DutchEngine.generate_pairings(_report(tournament, ordered))
    except PairingError:
        return None
    numbers = (0, *ordered)
    return [(numbers[one.white], numbers[one.black]) for one in pairs]


def _report(tournament: Tournament, ordered: tuple[Number, ...]) -> "ParsedTrf":
    from py4swiss.trf import ParsedTrf  # noqa: PLC0415 - the same
    from py4swiss.trf.sections import XSection  # noqa: PLC0415 - the same

    ranks = {number: rank for rank, number in enumerate(ordered, 1)}
    absent = {ranks[one.number] for one in tournament.participants if not one.is_present}
    return ParsedTrf(
        player_sections=[_player_lines(tournament, number, ranks) for number in ordered],
        x_section=XSection(number_of_rounds=tournament.total, zeroed_ids=absent),
    )


def _player_lines(
    tournament: Tournament, number: Number, ranks: dict[Number, int]
) -> "PlayerSection":
    from py4swiss.trf.codes import PlayerCode  # noqa: PLC0415 - the same
    from py4swiss.trf.sections import PlayerSection  # noqa: PLC0415 - the same

    results = [_result(tournament, paired, number, ranks) for paired in tournament.rounds]
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=ranks[number],
        rank=ranks[number],
        points_times_ten=sum(_POINTS[one.result.value] for one in results),
        results=results,
    )


def _result(
    tournament: Tournament, paired: RoundPaired, number: Number, ranks: dict[Number, int]
) -> "RoundResult":
    """How the player did in a round that is over."""
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415 - the same

    pairing = next((one for one in paired.pairings if number in one.seats), None)
    if pairing is None:
        sign = "U" if number in paired.byes else "Z"
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken(sign))
    seat = pairing.seats.index(number)
    points = match_points(tournament.results[pairing.match].payoffs)[seat]
    colour = ColorToken.BLACK if seat else ColorToken.WHITE
    return RoundResult(
        id=ranks[pairing.seats[1 - seat]], color=colour, result=ResultToken(_SIGNS[points])
    )
