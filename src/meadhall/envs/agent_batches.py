"""Batches for self-play: as PettingZoo's agents see them, and in the layout of PufferLib."""

from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import ArrayLike, NDArray

from meadhall.envs.agents import Observation
from meadhall.envs.numbered import Numbers
from meadhall.envs.vector_env import MatchesEnv

Flags: TypeAlias = NDArray[np.bool_]
Last: TypeAlias = tuple[Observation, NDArray[np.float32], Flags, Flags, dict[str, Any]]


class SelfPlayBatch:
    """Many matches as PettingZoo's agent-environment cycle; every value is an array of all matches.

    `agent_selection` has the seat to act in each match. As in PettingZoo, `last` gives the selected
    agents what they see and the rewards since they acted last. A match that is over begins anew
    with the next step; until then its selected agent is -1, and `rewards` has what it paid.
    """

    def __init__(self, env: MatchesEnv) -> None:
        self.env, seats = env, env.numbered.seats
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._since = np.zeros((env.num_envs, seats), np.float32)
        self._acted = np.full(env.num_envs, -1)

    def reset(self, seed: int | None = None) -> None:
        """Begin a match in every row."""
        self._seen, self._infos = self.env.reset(seed=seed)
        self._since[:] = 0
        none = np.zeros(self.env.num_envs, np.bool_)
        self.terminations, self.truncations = none, none.copy()

    @property
    def agent_selection(self) -> NDArray[np.int64]:
        """The seat to act in each match; -1 where the match is over."""
        selected: NDArray[np.int64] = self._infos["current_player"]
        return selected

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step paid: a row for each match, a column for each seat."""
        paid: NDArray[np.float32] = self._infos["seat_rewards"]
        return paid

    def observe(self, agent: str) -> Numbers:
        """What the agent sees of every match, whether or not it is to act."""
        return self.env.observe(self.possible_agents.index(agent))

    def last(self) -> Last:
        """For the selected agents: observation and mask, rewards, whether their match is over."""
        rows = np.arange(self.env.num_envs)
        # Where a match is over nobody is selected: the one who ended it gets the reward.
        whose = np.where(self.agent_selection >= 0, self.agent_selection, self._acted)
        seen: Observation = {
            "observation": self._seen,
            "action_mask": self._infos["action_mask"],
        }
        return seen, self._since[rows, whose], self.terminations, self.truncations, self._infos

    def step(self, actions: ArrayLike) -> None:
        """Let the selected agent of every match act."""
        self._acted = self.agent_selection.copy()
        over = self.terminations | self.truncations
        results = self.env.step(actions)
        self._seen, _, self.terminations, self.truncations, self._infos = results
        acted = np.flatnonzero(~over)
        self._since[over] = 0
        self._since[acted, self._acted[acted]] = 0
        self._since += self.rewards


class PufferBatch:
    """Many matches in the layout that PufferLib expects: a row for each seat of each match.

    `observations`, `rewards`, `terminals`, `truncations`, `masks` and `actions` are arrays that
    every step fills in place; they may be given as `buffers`, which several processes can share.
    A row of observations is what the seat sees and then its action mask, of zeros where it is not
    to act. `masks` says which rows act; the actions of the others are ignored.
    """

    def __init__(self, env: MatchesEnv, buffers: dict[str, NDArray[Any]] | None = None) -> None:
        self.env, numbered = env, env.numbered
        self.num_agents = env.num_envs * numbered.seats
        low, high = numbered.bounds()
        zeros, ones = np.zeros(numbered.size, low.dtype), np.ones(numbered.size, low.dtype)
        self.single_observation_space = Box(
            np.append(low, zeros), np.append(high, ones), dtype=numbered.dtype
        )
        self.single_action_space = Discrete(numbered.size)
        given, width = buffers or {}, len(low) + numbered.size
        self.observations = given.get("observations", np.zeros((self.num_agents, width), low.dtype))
        self.rewards = given.get("rewards", np.zeros(self.num_agents, np.float32))
        self.terminals = given.get("terminals", np.zeros(self.num_agents, np.bool_))
        self.truncations = given.get("truncations", np.zeros(self.num_agents, np.bool_))
        self.masks = given.get("masks", np.zeros(self.num_agents, np.bool_))
        self.actions = given.get("actions", np.zeros(self.num_agents, np.int32))

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, Any]]]:
        """Begin a match in every row."""
        _, infos = self.env.reset(seed=seed)
        self._fill(infos)
        return self.observations, []

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Play the actions of the rows that act, and fill the arrays."""
        self.actions[:] = actions
        chosen = self._by_seat(self.actions)
        player = self.env.current_player
        numbers = chosen[np.arange(len(chosen)), np.maximum(player, 0)]
        _, _, ended, truncated, infos = self.env.step(numbers.astype(np.int64))
        self._by_seat(self.terminals)[:] = ended[:, None]
        self._by_seat(self.truncations)[:] = truncated[:, None]
        self._fill(infos)
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        """Close the environment."""
        self.env.close()

    def _by_seat(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array with a row for each match and a column for each seat."""
        return array.reshape(self.env.num_envs, self.env.numbered.seats, *array.shape[1:])

    def _fill(self, infos: dict[str, Any]) -> None:
        seen, seats = self._by_seat(self.observations), self.env.numbered.seats
        size = self.env.numbered.size
        for seat in range(seats):
            seen[:, seat, :-size] = self.env.observe(seat).reshape(self.env.num_envs, -1)
            acts = infos["current_player"] == seat
            seen[:, seat, -size:] = infos["action_mask"] * acts[:, None]
            self._by_seat(self.masks)[:, seat] = acts
        self._by_seat(self.rewards)[:] = infos["seat_rewards"]
