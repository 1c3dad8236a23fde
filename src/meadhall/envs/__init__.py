"""Learning environments for every game that numbers its actions (`Game.learn`).

`vector` makes a Gymnasium environment of many matches in compiled code, and `single` one for one
learner among opponents; `aec` and `parallel` make PettingZoo environments, `openspiel` an OpenSpiel
game. Each takes a game or its slug, the number of seats, and the game's options by name. Agents get
what their seat's view holds and nothing else. The libraries come with the extra `envs`; each is
imported only when its function is called.
"""

# ruff: noqa: PLC0415 - the libraries are heavy, and nobody needs all of them

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.core.options import Value
from meadhall.core.seats import Seat
from meadhall.kit.extras import require

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode
    from numpy.typing import ArrayLike, NDArray

    from meadhall.envs.aec_env import AecEnv
    from meadhall.envs.agent_batches import PufferBatch, SelfPlayBatch
    from meadhall.envs.other_seats import Opponent
    from meadhall.envs.parallel_env import SeatsEnv
    from meadhall.envs.single_env import SingleEnv
    from meadhall.envs.spiel_game import SpielGame
    from meadhall.envs.vector_env import MatchesEnv

for library in ("numpy", "gymnasium"):
    require(library, "envs")

from meadhall.envs.numbered import Actions, NumberedGame  # noqa: E402 - it loads numpy


def aec(game: str | AnyGame, *, seats: int | None = None, **options: Value) -> "AecEnv":
    """A PettingZoo environment in which the seats act one after the other."""
    require("pettingzoo", "envs")
    from meadhall.envs.aec_env import AecEnv

    return AecEnv(NumberedGame.of(game, seats, options))


def parallel(game: str | AnyGame, *, seats: int | None = None, **options: Value) -> "SeatsEnv":
    """A PettingZoo environment in which all seats that the game waits for act at once."""
    require("pettingzoo", "envs")
    from meadhall.envs.parallel_env import SeatsEnv

    return SeatsEnv(NumberedGame.of(game, seats, options))


def single(  # noqa: PLR0913 - all but one have defaults
    game: str | AnyGame,
    *,
    seats: int | None = None,
    seat: Seat | None = None,
    opponents: "Opponent | Sequence[Opponent]" = "random",
    actions: Actions | None = None,
    render_mode: str | None = None,
    **options: Value,
) -> "SingleEnv":
    """A Gymnasium environment in which one seat learns and opponents play the others.

    `opponents` is one for all seats or a list with one for each: the name of a level, a bot, or a
    function from an observation and a mask to a number, such as the learner's older self.
    """
    from meadhall.envs.single_env import SingleEnv

    return SingleEnv(NumberedGame.of(game, seats, options, actions), opponents, seat, render_mode)


def vector(  # noqa: PLR0913 - all but two have defaults
    game: str | AnyGame,
    count: int,
    *,
    seats: int | None = None,
    actions: Actions | None = None,
    threads: int = 1,
    autoreset: "AutoresetMode | str" = "NextStep",
    max_plies: int | None = None,
    boards: int = 256,
    copy: bool = False,
    render_mode: str | None = None,
    **options: Value,
) -> "MatchesEnv":
    """A Gymnasium vector environment of `count` matches, compiled where the game is.

    `actions` says which numbers of the game are used, `plain` or `compact`. See `VectorSettings`
    for the others.
    """
    from meadhall.envs.vector_env import MatchesEnv
    from meadhall.envs.vector_input import VectorSettings

    settings = VectorSettings(
        threads=threads, autoreset=autoreset, max_plies=max_plies, boards=boards, copy=copy,
        render_mode=render_mode,
    )  # fmt: skip
    return MatchesEnv(NumberedGame.of(game, seats, options, actions), count, settings)


def self_play(env: "MatchesEnv") -> "SelfPlayBatch":
    """The matches of a vector environment as PettingZoo's agents see them."""
    from meadhall.envs.agent_batches import SelfPlayBatch

    return SelfPlayBatch(env)


def puffer(env: "MatchesEnv", buffers: "dict[str, NDArray[Any]] | None" = None) -> "PufferBatch":
    """The matches of a vector environment in the layout that PufferLib expects."""
    from meadhall.envs.agent_batches import PufferBatch

    return PufferBatch(env, buffers)


def openspiel(
    game: str | AnyGame,
    *,
    seats: int | None = None,
    deals: int | None = None,
    zero_sum: bool = True,
    **options: Value,
) -> "SpielGame":
    """A game for OpenSpiel's algorithms, with `deals` equally likely matches.

    Two seats play a zero-sum game: a match that both lose is a draw. `zero_sum=False` keeps the
    payoffs as they are, for games that two players win together.
    """
    require("pyspiel", "envs")
    from meadhall.envs.spiel_game import DEALS, SpielGame

    numbered = NumberedGame.of(game, seats, options)
    return SpielGame(numbered, DEALS if deals is None else deals, options, zero_sum=zero_sum)


def save_network(
    file: str,
    layers: "Sequence[tuple[ArrayLike, ArrayLike]]",
    *,
    scale: "ArrayLike" = 1.0,
    compact: bool = False,
) -> None:
    """Write a trained network as a bot of the hall, which is then named `net:FILE.npz`.

    `layers` has weights (inputs by outputs) and biases for each layer; between the layers is a
    `tanh`. Each number of an observation is multiplied by `scale`, and each output is the score of
    an action. `compact`: the actions are the compact numbers of the game.
    """
    from meadhall.bots.players.net_bot import write_layers

    write_layers(file, layers, scale, compact=compact)


def register() -> tuple[str, ...]:
    """Register the games with Gymnasium, as `meadhall/Jarls-v0`; returns all their names."""
    import gymnasium

    slugs = {_name(game.spec.slug): game.spec.slug for game in registry.games() if game.learn}
    for name in slugs.keys() - gymnasium.registry.keys():
        gymnasium.register(name, "meadhall.envs:single", kwargs={"game": slugs[name]})
    return tuple(slugs)


def _name(slug: str) -> str:
    return f"meadhall/{slug.title().replace('-', '')}-v0"
