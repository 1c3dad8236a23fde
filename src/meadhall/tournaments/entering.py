"""What people can do in a tournament: announce it, enter it, leave it, close it. Or why not."""

from collections.abc import Sequence

from meadhall.core.refusal import Refusal
from meadhall.match.clock import ByRules, Fischer, Untimed
from meadhall.match.facts import Player
from meadhall.tournaments.pairing.swiss import PAIR
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import (
    Announced,
    Entered,
    TournamentClosed,
    TournamentFact,
    TournamentPlan,
    Withdrew,
)

Facts = tuple[TournamentFact, ...]
LONGEST_TITLE = 60
MOST_PLAYERS, MOST_IN_ROUND_ROBIN = 500, 24
MOST_ROUNDS, LONGEST_ARENA = 20, 6 * 60
MOST_COMPUTERS = 16
LARGEST_GROUP = 6


def announce(plan: TournamentPlan, computers: Sequence[str], now: int) -> Facts | Refusal:
    """A new tournament with these levels of computers as its first players."""
    refused = _plan_refusal(plan)
    if refused is not None:
        return refused
    if len(computers) > MOST_COMPUTERS:
        return _bad_plan(f"Up to {MOST_COMPUTERS} computers can play.")
    entered = (
        Entered(now, number, Player(f"Computer {number} ({level})", bot=level))
        for number, level in enumerate(computers, 1)
    )
    return Announced(now, plan), *entered


def enter(tournament: Tournament, player: Player, rating: int, now: int) -> Facts | Refusal:
    """The person comes, or comes back."""
    if tournament.phase == "over":
        return _OVER
    known = tournament.find(player.holder)
    if known is not None and known.is_present:
        return ()
    refused = _late_refusal(tournament, is_back=known is not None)
    if refused is not None:
        return refused
    if known is None and len(tournament.participants) >= tournament.plan.most:
        return Refusal("TOURNAMENT_FULL", "All places of this tournament are taken.")
    number = known.number if known else len(tournament.participants) + 1
    strength = known.rating if known else rating
    return (Entered(now, number, player, strength),)


def withdraw(tournament: Tournament, holder: str, now: int) -> Facts | Refusal:
    """The person leaves. A match that the person plays now is given up by the server."""
    if tournament.phase == "over":
        return _OVER
    known = tournament.find(holder)
    if known is None:
        return Refusal("NOT_ENTERED", "You are not in this tournament.")
    return (Withdrew(now, known.number, "left"),) if known.is_present else ()


def close(tournament: Tournament, holder: str, now: int) -> Facts | Refusal:
    """The host ends the tournament."""
    if holder != tournament.plan.host:
        return NOT_HOST
    if tournament.phase == "over":
        return _OVER
    return (TournamentClosed(now, "closed"),)


def start_refusal(tournament: Tournament, holder: str) -> Refusal | None:
    """Why the person cannot start the tournament now."""
    if holder != tournament.plan.host:
        return NOT_HOST
    if tournament.phase != "announced":
        return Refusal("ALREADY_STARTED", "The tournament has already started.")
    if len(tournament.present) < tournament.plan.sizes[0]:
        return Refusal(
            "TOO_FEW_PLAYERS",
            f"The tournament needs {tournament.plan.sizes[0]} players to start, and has"
            f" {len(tournament.present)}.",
        )
    return None


def _late_refusal(tournament: Tournament, *, is_back: bool) -> Refusal | None:
    """Why somebody cannot come after the start, as the format has it."""
    if tournament.phase == "announced" or tournament.plan.format == "arena":
        return None
    if tournament.plan.format == "knockOut":
        return Refusal("TOO_LATE", "A knock-out takes nobody in after its start.")
    if is_back:
        return None
    if tournament.plan.format == "roundRobin":
        return Refusal("TOO_LATE", "In a round robin everybody plays from the first round on.")
    if 2 * len(tournament.rounds) > tournament.total:
        return Refusal("TOO_LATE", "More than half of the rounds have begun: it is too late.")
    return None


def _plan_refusal(plan: TournamentPlan) -> Refusal | None:
    title = plan.title
    is_title = title.strip() == title and title.isprintable()
    if not (is_title and 1 <= len(title) <= LONGEST_TITLE):
        return _bad_plan(f"A title has 1 to {LONGEST_TITLE} printable characters.")
    if isinstance(plan.clock, ByRules | Untimed):
        return _bad_plan("A tournament needs a clock: per turn, for the whole match, or of days.")
    if not plan.sizes or plan.size > LARGEST_GROUP:
        return _bad_plan(f"A match of a tournament has 2 to {LARGEST_GROUP} players.")
    if plan.sizes[0] > PAIR and plan.format == "knockOut":
        return _bad_plan("A knock-out needs a game that two can play, for its last match.")
    return _format_refusal(plan)


def _format_refusal(plan: TournamentPlan) -> Refusal | None:
    most = MOST_IN_ROUND_ROBIN if plan.format == "roundRobin" else MOST_PLAYERS
    obstacles = {
        f"It can have {plan.sizes[0]} to {most} players.": not plan.sizes[0] <= plan.most <= most,
        f"A Swiss tournament has up to {MOST_ROUNDS} rounds.": not 0 <= plan.rounds <= MOST_ROUNDS,
        f"An arena lasts 1 to {LONGEST_ARENA} minutes.": (
            plan.format == "arena" and not 1 <= plan.minutes <= LONGEST_ARENA
        ),
        "An arena needs a clock of minutes, not of days.": (
            plan.format == "arena" and not plan.is_live
        ),
        "Players can go berserk only in an arena with a clock for the whole match.": (
            plan.haste and not (plan.format == "arena" and isinstance(plan.clock, Fischer))
        ),
        "In a knock-out players cannot agree to a draw.": plan.format == "knockOut" and plan.draws,
    }
    return next((_bad_plan(why) for why, stands in obstacles.items() if stands), None)


def _bad_plan(sentence: str) -> Refusal:
    return Refusal("BAD_TOURNAMENT", sentence)


_OVER = Refusal("TOURNAMENT_OVER", "This tournament is over.")
NOT_HOST = Refusal("NOT_THE_HOST", "Only the host of the tournament can do that.")
