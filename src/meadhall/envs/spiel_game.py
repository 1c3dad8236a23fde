"""OpenSpiel's game `meadhall`, which can load every game of the hall.

Sealed choices are made one after the other, hidden from each other, as in any extensive form. All
chance of a match comes from its seed, so a match begins with one chance node, the deal, which
nobody sees. Information states hold nothing that their seat may not know. An algorithm that
searches the true state, as plain MCTS does, also knows the dice to come.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
import pyspiel
from typing_extensions import override

from meadhall.core.codec import encode
from meadhall.core.options import Value
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.envs.numbered import NumberedGame
from meadhall.envs.spiel_past import Past

NAME = "meadhall"
DEALS = 1000
"""The default number of different matches that can be dealt."""
DUEL = 2
_SINGLE = pyspiel.PrivateInfoType.SINGLE_PLAYER


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """A game of the hall for OpenSpiel; each of `deals` seeds is equally likely.

    With one deal there is no chance node, and all matches begin alike. Two seats play a zero-sum
    game, in which each has half of what it has more than the other; `zero_sum=False` keeps the
    payoffs as they are.
    """

    def __init__(
        self,
        numbered: NumberedGame,
        deals: int,
        options: Mapping[str, Value],
        *,
        zero_sum: bool = True,
    ) -> None:
        if deals < 1:
            raise Refused.because(
                "BAD_DEALS", f"At least one match is dealt, not {deals}.", "deals"
            )
        spec, traits = numbered.game.spec, numbered.game.traits(numbered.options, numbered.seats)
        # With several deals nobody knows which one it is, so no game is of perfect information.
        open_to_all = deals == 1 and not (traits.hidden or traits.simultaneous)
        duel = zero_sum and numbered.seats == DUEL
        words = " ".join(f"{name}:{value}" for name, value in options.items())
        named = {"game": spec.slug, "seats": numbered.seats, "deals": deals, "options": words}
        super().__init__(
            _type(spec.title, spec.players, dealt=deals > 1, open_to_all=open_to_all, duel=duel),
            _info(numbered, deals, duel=duel),
            named if zero_sum else {**named, "zero_sum": False},
        )
        self.numbered, self.deals, self.duel = numbered, deals, duel
        # A `Past` is immutable, so all matches can share it.
        self.opening = self.deal(0) if deals == 1 else None

    def deal(self, number: int) -> Past:
        """The start of the match with that seed."""
        return Past(self.numbered, self.numbered.start(number))

    def new_initial_state(self) -> "SpielState":
        """A match before the deal, or at its start if there is only one deal."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None
    ) -> "Observer | None":
        """An observer for one seat: of its view now or, with perfect recall, of all it has seen."""
        if params or (iig_obs_type and iig_obs_type.private_info != _SINGLE):
            return None
        return Observer(self.numbered, recalls=bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """A position of a match; its `past` is `None` before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.past: Past | None = game.opening

    def current_player(self) -> int:
        """The seat to act, the first one where the game waits for several."""
        if self.past is None:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self.past.to_act()
        return asked[0] if asked else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.past is not None and not self.past.to_act()

    def returns(self) -> list[float]:
        """The payoffs; zeros before the match is over."""
        numbered = self.get_game().numbered
        paid = (0.0,) * numbered.seats if self.past is None else self.past.payoffs()
        return list(_zero_sum(paid) if self.get_game().duel else paid)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> "SpielState":
        """A position that the player cannot tell from this one."""
        other: SpielState = self.clone()
        if self.past is not None:
            other.past = self.past.resample(player, Rng(str(sampler())))
        return other

    @override
    def __str__(self) -> str:
        """The whole state: algorithms use this text to tell positions apart."""
        return "the deal" if self.past is None else encode(self.past.state).decode()

    def _legal_actions(self, player: Seat) -> list[int]:
        if self.past is None or player != self.current_player():
            return []
        return self.past.numbered.legal(self.past.state, player)

    def _apply_action(self, number: int) -> None:
        if self.past is None:
            self.past = self.get_game().deal(number)
        else:
            self.past = self.past.then(self.current_player(), number)

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {number}"
        numbered: NumberedGame = self.get_game().numbered
        if self.past is None:
            return f"number {number}"
        return numbered.game.notation.write(numbered.action(self.past.state, player, number))


class Observer:
    """Observes a state from a seat: its view as numbers and as text.

    With `recalls` there are no numbers, and the text begins with a digest of all that was seen.
    """

    def __init__(self, numbered: NumberedGame, *, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = None if recalls else np.zeros(prod(numbered.shape), np.float32)
        self.dict = {} if self.tensor is None else {"view": self.tensor.reshape(numbered.shape)}

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Fill `tensor` with what the player sees of the state."""
        past = state.past
        for numbers in self.dict.values():
            numbers[...] = 0 if past is None else past.numbered.observe(past.state, player)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """What the player sees of the state, as text."""
        if state.past is None:
            return ""
        view = state.past.encoded_view(player).decode()
        return f"{state.past.memory(player).hex()} {view}" if self.recalls else view


def _info(numbered: NumberedGame, deals: int, *, duel: bool) -> Any:
    """OpenSpiel's numbers of a game."""
    low, high = numbered.game.spec.payoff_bounds
    return pyspiel.GameInfo(
        num_distinct_actions=numbered.size,
        max_chance_outcomes=deals if deals > 1 else 0,
        num_players=numbered.seats,
        min_utility=low,
        max_utility=high,
        utility_sum=0.0 if duel else None,
        max_game_length=numbered.game.spec.max_plies,
    )


def _zero_sum(payoffs: tuple[float, ...]) -> tuple[float, float]:
    """Half of what each of two seats has more than the other, so that a double loss is a draw."""
    lead = (payoffs[0] - payoffs[1]) / 2
    return lead, -lead


def _type(title: str, players: Sequence[int], *, dealt: bool, open_to_all: bool, duel: bool) -> Any:
    """OpenSpiel's description of a game."""
    kinds = pyspiel.GameType
    chance, known = kinds.ChanceMode, kinds.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if dealt else chance.DETERMINISTIC,
        information=known.PERFECT_INFORMATION if open_to_all else known.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if duel else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "game": "",
            "seats": 0,
            "deals": DEALS,
            "options": "",
            "zero_sum": True,
        },
        # Without parameters there is no game to load.
        default_loadable=False,
    )


class LoadedGame(SpielGame):
    """The game that OpenSpiel's parameters name; options are words such as `radius:4 fog:true`."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        words = (word.partition(":") for word in params["options"].split())
        options = {name: value for name, _, value in words}
        numbered = NumberedGame.of(params["game"], params["seats"] or None, options)
        super().__init__(numbered, params["deals"], options, zero_sum=params["zero_sum"])


pyspiel.register_game(
    _type("Meadhall", range(1, 11), dealt=True, open_to_all=False, duel=False), LoadedGame
)
