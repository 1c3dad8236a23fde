"""How far each objective of Secret Toaster is from its fair share of wins, and what ends matches.

Whole matches are played on the compiled lane, a hundred times as fast as in the arena: by marshals
alone, and by a crowd of which one in four has any style and one in four is a courtier. On the lane
seat 1 treats first, so the seats are not compared. `MEADHALL_GAMES` sets how many matches each
setting plays (1000).
"""

import os
from collections.abc import Iterator

from meadhall.arena.balance.counts import Balance
from meadhall.arena.balance.sweep import Setting
from meadhall.cli.bench.figures import Figure
from meadhall.core.bulk_play import MatchSummary
from meadhall.core.game import start
from meadhall.core.options import parse_options
from meadhall.core.rng import Rng
from meadhall.core.status import LOSS, WIN
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.fast.lane import odds_table, pack
from meadhall.games.secret_toaster.fast.play import play_round
from meadhall.games.secret_toaster.fast.tables import (
    OPEN,
    RANDOM,
    RESULT,
    ROUND,
    STYLE,
    STYLE_NAMES,
    THREAT_MEMBERS,
    THREATS,
    Numbers,
)
from meadhall.games.secret_toaster.types import Options, State
from meadhall.kit.luck import WORD

TITLE = "Secret Toaster: how far objectives are from their fair share"
GAMES = int(os.environ.get("MEADHALL_GAMES", "1000"))
STANDARDS, CROWDS, SEATS = ("classic", "fair"), ("marshals", "mixed"), (3, 4, 5, 6)
ONE_IN = 4


def measure() -> list[Figure]:
    """For each number of players, standard and crowd: the objectives' shares, and the limit's."""
    settings = [(n, standard, crowd) for n in SEATS for standard in STANDARDS for crowd in CROWDS]
    return [figure for setting in settings for figure in _figures(balance(*setting, GAMES))]


def balance(seats: int, standard: str, crowd: str, matches: int) -> Balance:
    """The counts of that many matches, the same in every run."""
    counts = Balance(Setting(seats, (("standard", standard),), crowd))
    options = parse_options(Options, {"standard": standard})
    for number in range(matches):
        counts.enter(_play(options, seats, crowd, Rng(f"{standard} {crowd} {seats} {number}")))
    return counts


def _play(options: Options, seats: int, crowd: str, rng: Rng) -> MatchSummary:
    """One match, played to its end."""
    state: State = start(GAME, options, seats, rng.fork("deal"))
    array, table = pack(state), odds_table()
    array[RANDOM], rng = rng.below(WORD)
    for seat in range(seats):
        array[STYLE + seat], rng = _style(crowd, rng)
    threats: list[int] = []
    while array[RESULT] == OPEN:
        threats = [int(array[THREAT_MEMBERS + place]) for place in range(array[THREATS])]
        play_round(array, table)
    winners = int(array[RESULT])
    return MatchSummary(
        tuple(WIN if winners >> seat & 1 else LOSS for seat in range(seats)) if winners else
        (0,) * seats,
        _reason(array, options, threats),
        int(array[ROUND]),
        tuple((("objective", str(secret.objective)),) for secret in state.secrets),
    )  # fmt: skip


def _style(crowd: str, rng: Rng) -> tuple[int, Rng]:
    if crowd == "marshals":
        return STYLE_NAMES.index("marshal"), rng
    kind, rng = rng.below(ONE_IN)
    if kind == 0:
        return rng.below(len(STYLE_NAMES))
    return STYLE_NAMES.index("courtier" if kind == 1 else "marshal"), rng


def _reason(array: Numbers, options: Options, threats: list[int]) -> str:
    """Why the match ended. The lane does not say, but who threatened a round ago does."""
    if int(array[RESULT]) in threats:
        return "objectives"
    return "roundLimit" if array[ROUND] >= options.round_limit else "lastStanding"


def _figures(counts: Balance) -> Iterator[Figure]:
    setting = counts.setting
    where = f"{setting.seats} players, {dict(setting.options)['standard']}, {setting.bot}"
    fair = 100 * counts.fair_share
    for objective, score in sorted(counts.features["objective"].items()):
        low, high = score.interval
        name = f"{where}, {objective} ({100 * low:.1f} to {100 * high:.1f})"
        yield Figure(name, 100 * score.share, "%", target=f"fair is {fair:.0f}")
    ends = dict(counts.ends())
    limit = 100 * ends["roundLimit"].share if "roundLimit" in ends else 0.0
    yield Figure(f"{where}, ended by the round limit", limit, "%", target="under 50")
