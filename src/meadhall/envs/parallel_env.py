"""The PettingZoo environment in which all agents act at once."""

from collections.abc import Iterator, Mapping
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from pettingzoo import ParallelEnv

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat, seat_name
from meadhall.envs.agents import Agents, Observation
from meadhall.envs.numbered import NumberedGame
from meadhall.envs.spaces import no_match

Observations: TypeAlias = dict[str, Observation]
Infos: TypeAlias = dict[str, dict[str, Any]]
StepResult: TypeAlias = tuple[
    Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos
]


class SeatsEnv(Agents, ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game as PettingZoo's parallel environment: every agent acts in every step.

    Numbers mean the same as in every other environment; one more, the last, means to wait. A seat
    must wait if the game does not wait for it, and cannot wait if it does. An illegal choice raises
    `Refused` with the game's own reason, and nobody has acted. Matches end by their rules and are
    never truncated.
    """

    def __init__(self, numbered: NumberedGame) -> None:
        super().__init__(numbered, numbered.size + 1)
        self.wait = numbered.size

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - options shape the spaces, so they are fixed
    ) -> tuple[Observations, Infos]:
        """Begin a match; equal seeds give equal sequences of matches."""
        self._begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, SupportsIndex]) -> StepResult:
        """Let all agents act at once, in the order of the seats where that makes a difference.

        Sealed choices never conflict. Where open ones do, the later one is dropped, and its agent's
        info has the `refusal`.
        """
        if not self.agents:
            raise no_match()
        agents = self.agents
        infos: Infos = {agent: {} for agent in agents}
        # All choices are checked before the first is applied: an illegal one must change nothing.
        for seat, action in list(self._choices_of(actions)):
            try:
                self._state = self._numbered.game.apply(self._state, seat, action).state
            except Refused as refused:
                infos[agents[seat]]["refusal"] = refused.refusal.sentence
        # Before `agents` is emptied: each agent gets an observation of the end, too.
        observations = self._observations()
        rewards = dict(zip(agents, self._numbered.payoffs(self._state), strict=True))
        ended = not self._numbered.to_act(self._state)
        self.agents = [] if ended else agents
        terminations, truncations = (dict.fromkeys(agents, each) for each in (ended, False))
        return observations, rewards, terminations, truncations, infos

    def _choices_of(self, actions: Mapping[str, SupportsIndex]) -> Iterator[tuple[Seat, Any]]:
        """The action of each seat that the game waits for; illegal ones are refused."""
        asked = self._numbered.to_act(self._state)
        for seat, agent in enumerate(self.agents):
            number = actions.get(agent, self.wait)
            # Asked, but waits; or not asked, but acts.
            if (seat in asked) == (number == self.wait):
                code, waits = (
                    ("ASKED", "waits") if seat in asked else ("NOT_ASKED", "does not wait")
                )
                raise Refused.because(code, f"The game {waits} for {seat_name(seat)} now.", agent)
            if seat in asked:
                yield seat, self._numbered.legal_action(self._state, seat, number)

    def _observations(self) -> Observations:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.agents)}

    def _observe(self, seat: Seat) -> Observation:
        mask = self._numbered.mask(self._state, seat)
        return {
            "observation": self._numbered.observe(self._state, seat),
            # The last number, to wait, is legal exactly where no other number is.
            "action_mask": np.append(mask, np.int8(not mask.any())),
        }
