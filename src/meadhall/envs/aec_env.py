"""The PettingZoo environment in which agents act one after the other."""

from typing import Any, SupportsIndex

from pettingzoo import AECEnv

from meadhall.envs.agents import Agents, Observation
from meadhall.envs.numbered import Numbered
from meadhall.envs.spaces import no_match


class AecEnv(Agents, AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game as PettingZoo's agent-environment cycle.

    Where several seats are waited for at once, they choose one after the other without seeing each
    other's choices. Rewards are the payoffs, all at the end. An illegal action raises `Refused`
    with the game's own reason and changes nothing. Matches end by their rules, never truncated.
    """

    def __init__(self, numbered: Numbered) -> None:
        super().__init__(numbered, numbered.size)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - options shape the spaces and are set for good
        """Begin a match; equal seeds begin equal rows of matches."""
        self._begin(seed)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.truncations = dict.fromkeys(self.agents, False)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._settle()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees, and what it can do if it is waited for."""
        if self._state is None:
            raise no_match()
        seat = self._seat(agent)
        return {
            "observation": self._numbered.observe(self._state, seat),
            "action_mask": self._numbered.mask(self._state, seat),
        }

    def step(self, action: SupportsIndex | None) -> None:
        """The selected agent acts; once the match is over, each agent steps with `None`."""
        if not self.agents:
            raise no_match()
        agent = self.agent_selection
        if action is None or self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._state = self._numbered.play(self._state, self._seat(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._settle()

    def _settle(self) -> None:
        """What the new position brings, and whose step is next: at the end everybody's."""
        asked = self._numbered.asked(self._state)
        self.agent_selection = self.possible_agents[asked[0] if asked else 0]
        self.terminations = dict.fromkeys(self.agents, not asked)
        self.rewards = dict(zip(self.agents, self._numbered.payoffs(self._state), strict=True))
        self._accumulate_rewards()
