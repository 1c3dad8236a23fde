"""OpenSpiel's game `meadhall`, behind which every game of the hall can be loaded.

Sealed choices are made one after the other, hidden from each other, as in any extensive form. All
chance of a match comes from its seed, so a match begins with one chance node, the deal, which
nobody sees. An algorithm that reads information states is told nothing that its seat may not know;
one that searches the true state, as plain MCTS does, also knows the dice to come.
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
from meadhall.envs.numbered import Numbered
from meadhall.envs.spiel_past import Past

NAME = "meadhall"
DEALS = 1000
"""So many different matches can be dealt where nothing else is said."""
_SINGLE = pyspiel.PrivateInfoType.SINGLE_PLAYER


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """A game of the hall as OpenSpiel wants it; `deals` seeds are equally likely to be dealt.

    With one deal there is no chance node, and every match begins alike.
    """

    def __init__(self, numbered: Numbered, deals: int, options: Mapping[str, Value]) -> None:
        if deals < 1:
            raise Refused.because(
                "BAD_DEALS", f"At least one match is dealt, not {deals}.", "deals"
            )
        spec, (low, high) = numbered.game.spec, numbered.game.spec.payoff_bounds
        open_to_all = deals == 1 and not (spec.hidden or spec.simultaneous)
        words = " ".join(f"{name}:{value}" for name, value in options.items())
        super().__init__(
            _type(spec.title, spec.players, dealt=deals > 1, open_to_all=open_to_all),
            pyspiel.GameInfo(
                num_distinct_actions=numbered.size,
                max_chance_outcomes=deals if deals > 1 else 0,
                num_players=numbered.seats,
                min_utility=low,
                max_utility=high,
                max_game_length=spec.max_plies,
            ),
            {"game": spec.slug, "seats": numbered.seats, "deals": deals, "options": words},
        )
        self.numbered, self.deals = numbered, deals
        self.opening = self.dealt(0) if deals == 1 else None

    def dealt(self, number: int) -> Past:
        """The beginning of the match with that seed."""
        return Past(self.numbered, self.numbered.start(number))

    def new_initial_state(self) -> "SpielState":
        """A match before the deal, or at its beginning where there is only one."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None
    ) -> "Observer | None":
        """Eyes for one seat: what it sees now or, with perfect recall, what it has ever seen."""
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
        asked = self.past.asked()
        return asked[0] if asked else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.past is not None and not self.past.asked()

    def returns(self) -> list[float]:
        """The payoffs; nothing before the match is over."""
        numbered = self.get_game().numbered
        return [0.0] * numbered.seats if self.past is None else list(self.past.payoffs())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each as likely as the others."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> "SpielState":
        """A position that the player cannot tell from this one."""
        other: SpielState = self.clone()
        if self.past is not None:
            other.past = self.past.imagined(player, Rng(str(sampler())))
        return other

    @override
    def __str__(self) -> str:
        """The whole truth, since algorithms tell positions apart by it."""
        return "the deal" if self.past is None else encode(self.past.state).decode()

    def _legal_actions(self, player: Seat) -> list[int]:
        if self.past is None or player != self.current_player():
            return []
        return self.past.numbered.legal(self.past.state, player)

    def _apply_action(self, number: int) -> None:
        if self.past is None:
            self.past = self.get_game().dealt(number)
        else:
            self.past = self.past.then(self.current_player(), number)

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {number}"
        numbered: Numbered = self.get_game().numbered
        return numbered.game.notation.write(numbered.action(number))


class Observer:
    """One seat's eyes: the numbers of its encoding, and its view as text.

    One that `recalls` has no numbers, and its text begins with a digest of all that was seen.
    """

    def __init__(self, numbered: Numbered, *, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = None if recalls else np.zeros(prod(numbered.shape), np.float32)
        self.dict = {} if self.tensor is None else {"view": self.tensor.reshape(numbered.shape)}

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Look at the state from the player's seat."""
        past = state.past
        for numbers in self.dict.values():
            numbers[...] = 0 if past is None else past.numbered.observe(past.state, player)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """The same as text."""
        if state.past is None:
            return ""
        seen = state.past.seen(player).decode()
        return f"{state.past.memory(player).hex()} {seen}" if self.recalls else seen


def _type(title: str, players: Sequence[int], *, dealt: bool, open_to_all: bool) -> Any:
    """What OpenSpiel wants to know of a game before it plays it."""
    kinds = pyspiel.GameType
    chance, known = kinds.ChanceMode, kinds.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if dealt else chance.DETERMINISTIC,
        information=known.PERFECT_INFORMATION if open_to_all else known.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"game": "", "seats": 0, "deals": DEALS, "options": ""},
        default_loadable=False,
    )


class Loaded(SpielGame):
    """The game that OpenSpiel's parameters name; options are words such as `radius:4 fog:true`."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        words = (word.partition(":") for word in params["options"].split())
        options = {name: value for name, _, value in words}
        numbered = Numbered.of(params["game"], params["seats"] or None, options)
        super().__init__(numbered, params["deals"], options)


pyspiel.register_game(_type("Meadhall", range(1, 11), dealt=True, open_to_all=False), Loaded)
