"""The PettingZoo environment in which all agents act at once."""

from collections.abc import Iterator, Mapping
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from pettingzoo import ParallelEnv

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat, seat_name
from meadhall.envs.agents import Agents, Observation
from meadhall.envs.numbered import Numbered
from meadhall.envs.spaces import no_match

Observations: TypeAlias = dict[str, Observation]
Infos: TypeAlias = dict[str, dict[str, Any]]
Stepped: TypeAlias = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]


class SeatsEnv(Agents, ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game as PettingZoo's parallel environment: every agent acts in every step.

    Numbers mean what they mean in every other environment; one more, the last, means to wait. Who
    is not asked can only wait, and who is asked cannot. An illegal choice raises `Refused` with the
    game's own reason, and then nobody has acted. Matches end by their rules, never truncated.
    """

    def __init__(self, numbered: Numbered) -> None:
        super().__init__(numbered, numbered.size + 1)
        self.wait = numbered.size

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - options shape the spaces and are set for good
    ) -> tuple[Observations, Infos]:
        """Begin a match; equal seeds begin equal rows of matches."""
        self._begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, SupportsIndex]) -> Stepped:
        """All act at once, in the order of the seats where that makes a difference.

        Sealed choices never get in each other's way. Where open ones do, the later one is not
        carried out, and its agent's info has the `refusal`.
        """
        if not self.agents:
            raise no_match()
        agents = self.agents
        infos: Infos = {agent: {} for agent in agents}
        for seat, action in list(self._chosen(actions)):
            try:
                self._state = self._numbered.game.apply(self._state, seat, action).state
            except Refused as refused:
                infos[agents[seat]]["refusal"] = refused.refusal.sentence
        observations = self._observations()
        rewards = dict(zip(agents, self._numbered.payoffs(self._state), strict=True))
        ended = not self._numbered.asked(self._state)
        self.agents = [] if ended else agents
        terminations, truncations = (dict.fromkeys(agents, each) for each in (ended, False))
        return observations, rewards, terminations, truncations, infos

    def _chosen(self, actions: Mapping[str, SupportsIndex]) -> Iterator[tuple[Seat, Any]]:
        """What each seat that is asked does; what cannot be done is refused."""
        asked = self._numbered.asked(self._state)
        for seat, agent in enumerate(self.agents):
            number = actions.get(agent, self.wait)
            if (seat in asked) == (number == self.wait):
                code, waits = (
                    ("ASKED", "waits") if seat in asked else ("NOT_ASKED", "does not wait")
                )
                raise Refused.because(code, f"The game {waits} for {seat_name(seat)} now.", agent)
            if seat in asked:
                yield seat, self._numbered.judged(self._state, seat, number)

    def _observations(self) -> Observations:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.agents)}

    def _observe(self, seat: Seat) -> Observation:
        mask = self._numbered.mask(self._state, seat)
        return {
            "observation": self._numbered.observe(self._state, seat),
            "action_mask": np.append(mask, np.int8(not mask.any())),
        }
