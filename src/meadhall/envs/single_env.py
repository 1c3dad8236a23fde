"""The Gymnasium environment: one learner at a table of bots or other opponents."""

from collections.abc import Sequence
from typing import Any, SupportsIndex

from gymnasium import Env
from gymnasium.spaces import Discrete
from typing_extensions import override

from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.envs.numbered import Mask, NumberedGame, Numbers
from meadhall.envs.other_seats import Opponent, make_players
from meadhall.envs.render import RENDER_MODES, check_render_mode, draw
from meadhall.envs.spaces import box, draw_seed, no_match

Info = dict[str, Any]


class SingleEnv(Env[Numbers, SupportsIndex]):
    """A game for one learner among bots.

    Without a fixed seat the learner moves on by one seat with every match. The reward is the
    payoff, at the end; `info` has the `seat` and the `action_mask`. In Gymnasium an agent may
    choose any number of the space, so an illegal one is no error: it forfeits the match with the
    lowest payoff, and `info` has the game's `refusal`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        numbered: NumberedGame,
        opponents: Opponent | Sequence[Opponent],
        seat: Seat | None,
        render_mode: str | None,
    ) -> None:
        self._numbered = numbered
        self._fixed = _check_seat(numbered, seat)
        self._players = make_players(numbered, opponents)
        self.observation_space = box(numbered)
        self.action_space = Discrete(numbered.size)
        self.render_mode = check_render_mode(render_mode)
        self._matches = self._plies = self._seat = 0
        self._playing = False
        self._state: Any = None

    @override
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Info]:
        """Begin a match; equal seeds give equal sequences of matches."""
        super().reset(seed=seed)
        if seed is not None:
            # The learner's seat depends on this count, so a seed must reset it.
            self._matches = 0
        self._seat = self._matches % self._numbered.seats if self._fixed is None else self._fixed
        self._matches, self._plies = self._matches + 1, 0
        match = draw_seed(self.np_random)
        self._state, self._luck = self._numbered.start(match), Rng(str(match)).fork("bots")
        self._let_bots_play()
        return self._observe(), self._info()

    @override
    def step(self, action: SupportsIndex) -> tuple[Numbers, float, bool, bool, Info]:
        """Let the learner act, then the bots until its next turn or the end of the match."""
        if not self._playing:
            raise no_match()
        try:
            self._state = self._numbered.play(self._state, self._seat, action)
        except Refused as refused:
            self._playing = False
            lowest = float(self._numbered.game.spec.payoff_bounds[0])
            info = {**self._info(), "refusal": refused.refusal.sentence}
            return self._observe(), lowest, True, False, info
        self._let_bots_play()
        reward = self._numbered.payoffs(self._state)[self._seat]
        return self._observe(), reward, not self._playing, False, self._info()

    @override
    def render(self) -> str:
        """The position as the learner sees it."""
        if self._state is None:
            raise no_match()
        return draw(self._numbered.game, self._state, self._seat, self.render_mode)

    def action_masks(self) -> Mask:
        """The action mask, by the method name that libraries with masked policies call."""
        return self._numbered.mask(self._state, self._seat)

    def _let_bots_play(self) -> None:
        """Let bots act until it is the learner's turn, or the match is over.

        Where the game waits for the learner and for bots, the learner acts first.
        """
        while (asked := self._numbered.to_act(self._state)) and self._seat not in asked:
            self._state = self._after_opponent(asked[0])
        self._playing = bool(asked)

    def _after_opponent(self, seat: Seat) -> Any:
        # The list has no player for the learner's seat, so the seats behind it move up by one.
        player = self._players[seat if seat < self._seat else seat - 1]
        self._plies += 1
        luck = self._luck.fork(f"{self._plies} seat {seat}")
        action = player(self._state, seat, luck)
        return self._numbered.game.apply(self._state, seat, action).state

    def _observe(self) -> Numbers:
        return self._numbered.observe(self._state, self._seat)

    def _info(self) -> Info:
        return {"seat": self._seat, "action_mask": self.action_masks()}


def _check_seat(numbered: NumberedGame, seat: Seat | None) -> Seat | None:
    if seat is None or seat in range(numbered.seats):
        return seat
    raise Refused.because(
        "BAD_SEAT", f"Seats are counted from 0 to {numbered.seats - 1}; {seat} is none.", "seat"
    )
