"""Learning environments for every game that numbers its actions (`Game.learn`).

`aec` and `parallel` make PettingZoo environments, `single` a Gymnasium environment, `openspiel` an
OpenSpiel game. Each takes a game or its slug, the number of seats, and the game's options by name.
Agents get what their seat's view holds and nothing else. The libraries come with the extra `envs`;
each is imported only when its function is called.
"""

# ruff: noqa: PLC0415 - the libraries are heavy, and nobody needs all of them

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.core.options import Value
from meadhall.core.seats import Seat
from meadhall.envs.numbered import Actions, NumberedGame

if TYPE_CHECKING:
    from meadhall.envs.aec_env import AecEnv
    from meadhall.envs.parallel_env import SeatsEnv
    from meadhall.envs.single_env import SingleEnv
    from meadhall.envs.spiel_game import SpielGame
    from meadhall.envs.vector_env import MatchesEnv


def aec(game: str | AnyGame, *, seats: int | None = None, **options: Value) -> "AecEnv":
    """A PettingZoo environment in which the seats act one after the other."""
    from meadhall.envs.aec_env import AecEnv

    return AecEnv(NumberedGame.of(game, seats, options))


def parallel(game: str | AnyGame, *, seats: int | None = None, **options: Value) -> "SeatsEnv":
    """A PettingZoo environment in which all seats that the game waits for act at once."""
    from meadhall.envs.parallel_env import SeatsEnv

    return SeatsEnv(NumberedGame.of(game, seats, options))


def single(
    game: str | AnyGame,
    *,
    seats: int | None = None,
    seat: Seat | None = None,
    opponents: str | Sequence[str] = "random",
    render_mode: str | None = None,
    **options: Value,
) -> "SingleEnv":
    """A Gymnasium environment in which one seat learns and bots play the others.

    `opponents` is a level of the game for all of them, or a list with one level per bot.
    """
    from meadhall.envs.single_env import SingleEnv

    return SingleEnv(NumberedGame.of(game, seats, options), opponents, seat, render_mode)


def vector(
    game: str | AnyGame,
    count: int,
    *,
    seats: int | None = None,
    actions: Actions | None = None,
    settings: Mapping[str, Any] = MappingProxyType({}),
    **options: Value,
) -> "MatchesEnv":
    """A Gymnasium vector environment of `count` matches, compiled where the game is.

    `settings` are those of `VectorSettings`: threads, autoreset, max_plies, starts, copy and
    render_mode. `actions` says which numbers of the game are used, `plain` or `compact`.
    """
    from meadhall.envs.vector_env import MatchesEnv
    from meadhall.envs.vector_input import VectorSettings

    numbered = NumberedGame.of(game, seats, options, actions)
    return MatchesEnv(numbered, count, VectorSettings(**settings))


def openspiel(
    game: str | AnyGame, *, seats: int | None = None, deals: int | None = None, **options: Value
) -> "SpielGame":
    """A game for OpenSpiel's algorithms, with `deals` equally likely matches."""
    from meadhall.envs.spiel_game import DEALS, SpielGame

    numbered = NumberedGame.of(game, seats, options)
    return SpielGame(numbered, DEALS if deals is None else deals, options)


def register() -> tuple[str, ...]:
    """Register the games with Gymnasium, as `meadhall/Jarls-v0`; returns all their names."""
    import gymnasium

    slugs = {_name(game.spec.slug): game.spec.slug for game in registry.games() if game.learn}
    for name in slugs.keys() - gymnasium.registry.keys():
        gymnasium.register(name, "meadhall.envs:single", kwargs={"game": slugs[name]})
    return tuple(slugs)


def _name(slug: str) -> str:
    return f"meadhall/{slug.title().replace('-', '')}-v0"
