"""Seats as PettingZoo's agents, with names, spaces, observations and masks."""

from typing import Any, TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding

from meadhall.core.seats import Seat
from meadhall.envs.numbered import Mask, NumberedGame, Numbers
from meadhall.envs.render import ANSI
from meadhall.envs.spaces import box, draw_seed, no_match


class Observation(TypedDict):
    """What an agent sees, and which numbers it can choose."""

    observation: Numbers
    action_mask: Mask


class Agents:
    """What the two PettingZoo environments have in common: one agent per seat, from `seat_0` on.

    `numbers` is the size of the action space; it may be larger than the game's number of actions.
    """

    render_mode = ANSI

    def __init__(self, numbered: NumberedGame, numbers: int) -> None:
        super().__init__()
        spec = numbered.game.spec
        name = f"{spec.slug.replace('-', '_')}_v{spec.rules_version}"
        # Not parallelizable: PettingZoo's converter needs a state that changes once per cycle.
        self.metadata = {"name": name, "render_modes": [ANSI], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(numbered.seats)]
        self.agents: list[str] = []
        self._numbered = numbered
        self._state: Any = None
        self._generator, _ = seeding.np_random()
        self._choices = {agent: Discrete(numbers) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: Dict(
                {"observation": box(numbered), "action_mask": Box(0, 1, (numbers,), np.int8)}
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Dict:
        """A Dict of the `observation` and the `action_mask`."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The numbers that stand for actions."""
        return self._choices[agent]

    def render(self) -> str:
        """The position as a spectator sees it."""
        if self._state is None:
            raise no_match()
        return self._numbered.diagram(self._state, None)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _begin(self, seed: int | None) -> None:
        """Begin the next match; a given seed begins a new, repeatable sequence of matches."""
        if seed is not None:
            self._generator, _ = seeding.np_random(seed)
        self._state = self._numbered.start(draw_seed(self._generator))
        self.agents = list(self.possible_agents)

    def _seat(self, agent: str) -> Seat:
        return self.possible_agents.index(agent)
