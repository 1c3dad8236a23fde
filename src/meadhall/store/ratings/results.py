"""What counts of a match, and the levels whose ratings are given."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.match.evolve import fold
from meadhall.match.facts import Created, Player
from meadhall.match.match import Match
from meadhall.match.ports import Damage, MatchStore, Query
from meadhall.ratings.rate import BOT, Pool, RatedResult, size_of
from meadhall.store.ratings.counting import Anchors, Counting

Games = Callable[[str], AnyGame]


def rated_result(match: Match) -> RatedResult | None:
    """What counts of the match; `None` if it is not rated, not over, or was called off.

    It ended with its last move, also where a draw was agreed on later.
    """
    result, setup = match.result, match.setup
    if not setup.rated or result is None or result.reason == "abandoned" or not match.plies:
        return None
    last = match.plies.after(len(match.plies) - 1)[0]
    return RatedResult(
        match=setup.id,
        pool=Pool(setup.game, size_of(setup.seats)),
        ended=last.at,
        players=tuple(_key(player) for player in match.players if player),
        payoffs=result.payoffs,
        teams=match.traits.teams,
    )


def counting_of(done: Sequence[str], matches: Iterable[Match]) -> Counting:
    """The results of these matches. `done` are those of which nothing more is to come."""
    results: list[RatedResult] = []
    names: dict[str, str] = {}
    for match in sorted(matches, key=lambda match: match.at):
        result = rated_result(match)
        if result is not None:
            results.append(result)
            names |= {player.holder: player.name for player in match.players if player}
    return Counting(done, results, names)


async def all_results(store: MatchStore, games: Games) -> Counting:
    """The results of all rated matches in the store, from their facts."""
    matches: list[Match] = []
    async for found in store.scan(Query(phases=("over",), rated=True)):
        if isinstance(found, Damage):
            continue
        created = found[1][0]
        with suppress(Refused):  # the game is not installed any more
            if isinstance(created, Created):
                matches.append(fold(games(created.setup.game), found[1]))
    return counting_of([match.setup.id for match in matches], matches)


def level_anchors(games: Games) -> Anchors:
    """The measured levels of a game. They were measured at tables of two."""

    def anchors(pool: Pool) -> Mapping[str, int]:
        if pool.size != "two":
            return {}
        try:
            play = games(pool.game).play
        except Refused:
            return {}
        levels = play.levels if play else ()
        return {BOT + one.name: one.rating for one in levels if one.rating is not None}

    return anchors


def _key(player: Player) -> str:
    return BOT + player.bot if player.bot else player.holder
