"""The Gymnasium vector environment: many matches at once, every seat played by the learner."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from gymnasium.error import ClosedEnvironmentError
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray
from typing_extensions import override

from meadhall.core.seats import Seat, Viewer
from meadhall.envs.numbered import NumberedGame, Numbers
from meadhall.envs.render import RENDER_MODES, check_render_mode, draw
from meadhall.envs.spaces import box, no_match
from meadhall.envs.vector_batch import batch_of
from meadhall.envs.vector_input import (
    VectorSettings,
    as_numbers,
    illegal_number,
    make_buffers,
    make_spans,
    read_seeds,
    reset_mask,
)
from meadhall.envs.vector_loop import (
    HEADER,
    LUCK,
    NEXT_STEP,
    OVER,
    RESET,
    SAME_STEP,
    SEEDS,
    SHOW,
    SKIP,
    WAIT,
)

Flags: TypeAlias = NDArray[np.bool_]
Rewards: TypeAlias = NDArray[np.float32]
Infos: TypeAlias = dict[str, Any]
StepResult: TypeAlias = tuple[Numbers, Rewards, Flags, Flags, Infos]

_MODES = {
    AutoresetMode.DISABLED: WAIT,
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
}
_NO_SEED = -1
"""The luck of a row that has not been given a seed."""


class MatchesEnv(VectorEnv[Any, Any, Any]):
    """Many matches of one game, played by the numbers of its encoding.

    Each step takes one number for each match: the action of the seat that the match waits for, the
    first one where it waits for several. Observations are what the seat to act sees. The reward is
    the payoff of the seat that acted; `infos["seat_rewards"]` has those of all seats.
    `infos["action_mask"]` has a 1 for every number that can be chosen now, and
    `infos["current_player"]` the seat to act, -1 in a match that waits for its reset.

    Every step writes into the same arrays. The `state` of all matches is one array: rows of it can
    be copied and saved, and put back with `restore`.
    """

    def __init__(self, numbered: NumberedGame, count: int, settings: VectorSettings) -> None:
        self.numbered, self.num_envs = numbered, count
        self.autoreset_mode = AutoresetMode(settings.autoreset)
        self.metadata = {"render_modes": list(RENDER_MODES), "autoreset_mode": self.autoreset_mode}
        self.render_mode = check_render_mode(settings.render_mode)
        self.single_observation_space = box(numbered)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.single_action_space = Discrete(numbered.size)
        self.action_space = batch_space(self.single_action_space, count)
        self.max_plies = settings.max_plies or numbered.game.spec.max_plies
        self._copy, self._mode = settings.copy, _MODES[self.autoreset_mode]
        self._batch = batch_of(numbered, settings.boards)
        self.state: NDArray[Any] = np.zeros((count, HEADER + self._batch.width), self._batch.dtype)
        self.state[:, LUCK], self.state[:, OVER] = _NO_SEED, 1
        self._out = make_buffers(numbered, count, self._batch.most_legal, self._batch.memo)
        self._spans = make_spans(count, settings.threads if self.is_compiled else 1)
        self._pool = ThreadPoolExecutor(max(1, len(self._spans) - 1))  # starts threads when used
        self._results, self._infos = self._make_results()
        self._begun = False

    def _make_results(self) -> tuple[tuple[NDArray[Any], ...], Infos]:
        """The arrays that every step returns, made once."""
        out, shape = self._out, (self.num_envs, *self.numbered.shape)
        results = (out.seen.reshape(shape), out.rewards, out.ended, out.truncated)
        # Read-only, because numbers are checked against it before they are played.
        mask = out.mask.view()
        mask.flags.writeable = False
        infos = {
            "action_mask": mask,
            "current_player": out.player,
            "seat_rewards": out.seat_rewards,
        }
        known = np.ones(self.num_envs, np.bool_)
        infos |= {f"_{name}": known for name in infos}
        if self._mode == SAME_STEP:
            infos["final_obs"] = out.last_seen.reshape(shape)
            infos["_final_obs"] = np.zeros(self.num_envs, np.bool_)
        return results, infos

    @property
    def is_compiled(self) -> bool:
        """Whether compiled kernels play the game with these options, and not the pure rules."""
        return self._batch.is_compiled

    @override
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Numbers, Infos]:
        """Begin a match in every row, or only in those of `options["reset_mask"]`.

        A number as seed gives row i the seed plus i; a list has one for each row. Equal seeds give
        equal sequences of matches. Without a seed a row goes on with its own sequence.
        """
        self._check_open()
        chosen = reset_mask(self.num_envs, options)
        self._sow(chosen, read_seeds(self.num_envs, seed))
        self._begun = True
        self._run(np.where(chosen, RESET, SKIP))
        return self._own(self._results[0]), self._own_infos()

    @override
    def step(self, actions: ArrayLike) -> StepResult:
        """Play one number in every match; nothing is played if one of them is illegal."""
        self._check_open()
        if not self._begun:
            raise no_match()
        numbers = as_numbers(actions, self.num_envs)
        waits = self._mode == WAIT
        wrong = self._batch.loop["first_illegal"](self.state, numbers, self._out, waits)
        if wrong >= 0:
            over = bool(self.state[wrong, OVER])
            raise illegal_number(wrong, int(numbers[wrong]), self._out, over=over)
        self._run(numbers)
        seen, rewards, ended, truncated = map(self._own, self._results)
        return seen, rewards, ended, truncated, self._own_infos()

    def sample(self) -> NDArray[np.int64]:
        """A legal number for each match, all equally likely; 0 where any will do."""
        numbers: NDArray[np.int64] = np.zeros(self.num_envs, np.int64)
        luck = self.np_random.random(self.num_envs)
        self._batch.loop["draw_legal"](luck, self._out, numbers)
        return numbers

    def restore(self, state: NDArray[Any], rows: slice | Sequence[int] = slice(None)) -> None:
        """Put back rows of `state` that were copied before, and observe them."""
        self._check_open()
        self.state[rows] = state
        numbers = np.full(self.num_envs, SKIP)
        numbers[rows] = SHOW
        self._run(numbers)
        self._begun = True

    @property
    def current_player(self) -> NDArray[np.int64]:
        """The seat to act in each match; -1 where it waits for its reset."""
        return self._out.player

    def observe(self, seat: Seat) -> Numbers:
        """What the seat sees of every match, whether or not it is to act; a new array."""
        self._check_open()
        seen: Numbers = np.zeros_like(self._out.seen)
        self._batch.loop["observe_rows"](self.state, seat, seen)
        return seen.reshape(self._results[0].shape)

    @override
    def render(self) -> tuple[str, ...]:
        """Every match, drawn as spectators see it."""
        return tuple(self.render_match(env) for env in range(self.num_envs))

    def render_match(self, env: int, viewer: Viewer = None) -> str:
        """One match, drawn as the viewer sees it: as text, or as SVG in that render mode."""
        self._check_open()
        if not self._begun:
            raise no_match()
        state = self._batch.state(self.state[env, HEADER:])
        return draw(self.numbered.game, state, viewer, self.render_mode)

    @override
    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self._pool.shutdown()

    def _run(self, numbers: NDArray[np.int64]) -> None:
        """Play the numbers on all spans of rows, each in a thread of its own."""
        play: Callable[[tuple[int, ...]], None] = partial(
            self._batch.loop["run_rows"], self.state, self._batch.starts, numbers, self._out
        )
        first, *more = ((*span, self._mode, self.max_plies) for span in self._spans)
        others = [self._pool.submit(play, each) for each in more]
        play(first)  # in this thread, which has nothing else to do
        for other in others:
            other.result()

    def _sow(self, chosen: Flags, seeds: Sequence[int | None]) -> None:
        """Give the chosen rows their seeds, and one by chance to those that never had any."""
        for env in np.flatnonzero(chosen).tolist():
            seed = seeds[env]
            if seed is None and self.state[env, LUCK] == _NO_SEED:
                seed = int(self.np_random.integers(2**31))
            if seed is not None:
                drawn = np.random.SeedSequence(seed).generate_state(1, np.uint64)
                self.state[env, LUCK] = int(drawn[0]) & SEEDS

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _own_infos(self) -> Infos:
        if self._mode == SAME_STEP:
            np.logical_or(self._out.ended, self._out.truncated, out=self._infos["_final_obs"])
        return {name: self._own(array) for name, array in self._infos.items()}

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("The environment is closed.")
