"""The PettingZoo environment in which agents act one after the other."""

from typing import Any, SupportsIndex

from pettingzoo import AECEnv

from meadhall.envs.agents import Agents, Observation
from meadhall.envs.numbered import NumberedGame
from meadhall.envs.spaces import no_match


class AecEnv(Agents, AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game as PettingZoo's agent-environment cycle.

    Where the game waits for several seats, they choose one after the other without seeing each
    other's choices. Rewards are the payoffs, all at the end. An illegal action raises `Refused`
    with the game's own reason and changes nothing. Matches end by their rules and are never
    truncated.
    """

    def __init__(self, numbered: NumberedGame) -> None:
        super().__init__(numbered, numbered.size)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - options shape the spaces, so they are fixed
        """Begin a match; equal seeds give equal sequences of matches."""
        self._begin(seed)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.truncations = dict.fromkeys(self.agents, False)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._update()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees, and what it can do if the game waits for it."""
        if self._state is None:
            raise no_match()
        seat = self._seat(agent)
        return {
            "observation": self._numbered.observe(self._state, seat),
            "action_mask": self._numbered.mask(self._state, seat),
        }

    def step(self, action: SupportsIndex | None) -> None:
        """Let the selected agent act; once the match is over, each agent steps with `None`."""
        if not self.agents:
            raise no_match()
        agent = self.agent_selection
        if action is None or self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._state = self._numbered.play(self._state, self._seat(agent), action)
        # PettingZoo: an agent's rewards add up from one of its own actions to its next.
        self._cumulative_rewards[agent] = 0.0
        self._update()

    def _update(self) -> None:
        """Update rewards, terminations and the selected agent for the new position."""
        asked = self._numbered.to_act(self._state)
        # When the match is over, PettingZoo still steps through all agents, from the first on.
        self.agent_selection = self.possible_agents[asked[0] if asked else 0]
        self.terminations = dict.fromkeys(self.agents, not asked)
        # No agent has left yet: after the end, `step` returns before it comes here.
        self.rewards = dict(zip(self.agents, self._numbered.payoffs(self._state), strict=True))
        self._accumulate_rewards()
