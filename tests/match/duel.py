"""A game for tests: sealed bids, a public wave, then one seat alone calls a die.

It has everything that a match must handle: questions to one and to several seats, secrets, chance,
an action that only a clock plays, seats that give up, its own time limits and audiences.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from meadhall.core.game import Audience, Game, GameSpec, GameTypes, Notation, Step, Traits
from meadhall.core.options import option
from meadhall.core.refusal import NOT_AN_ACTION, Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished, Status, ToAct
from meadhall.kit.sealed import Sealed

FACES = (1, 2)
BIDS = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int = option(2, "How many rounds.", low=1, high=9)
    calls: int = option(1, "How often the caller calls.", low=1, high=3)
    timer: int | None = option(None, "Seconds for every question.", low=1, high=100)


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    rng: Rng
    bids: Sealed[int]
    alive: tuple[bool, ...]
    scores: tuple[int, ...]
    round: int = 0
    caller: int | None = None
    calls: int = 0
    last_bids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    options: Options
    me: int | None
    mine: int | None
    locked: tuple[bool, ...]
    alive: tuple[bool, ...]
    scores: tuple[int, ...]
    round: int
    caller: int | None
    calls: int
    last_bids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int
    kind: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class Wave:
    kind: Literal["wave"] = "wave"


@dataclass(frozen=True, slots=True)
class Call:
    face: int
    kind: Literal["call"] = "call"


@dataclass(frozen=True, slots=True)
class Sleep:
    kind: Literal["sleep"] = "sleep"


Action: TypeAlias = Bid | Wave | Call | Sleep


@dataclass(frozen=True, slots=True)
class Happened:
    seat: int
    what: str
    numbers: tuple[int, ...] = ()


def initial(options: Options, seats: int, rng: Rng) -> State:
    return State(options, rng, Sealed.empty(seats), (True,) * seats, (0,) * seats)


def living(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, alive in enumerate(state.alive) if alive)


def status(state: State) -> Status:
    if state.round == state.options.rounds or len(living(state)) == 1:
        best = max(state.scores[seat] for seat in living(state))
        won = [
            alive and score == best for alive, score in zip(state.alive, state.scores, strict=True)
        ]
        return Finished(tuple(1 if winner else -1 for winner in won), "points")
    return ToAct(state.bids.waiting(living(state)) if state.caller is None else (state.caller,))


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    if isinstance(status(state), Finished) or not state.alive[seat]:
        return ()
    if state.caller is None:
        return (*map(Bid, BIDS), Wave())
    return tuple(map(Call, FACES)) if seat == state.caller else ()


def refusal(state: State, seat: Seat, action: object) -> Refusal | None:
    if not isinstance(action, Bid | Wave | Call | Sleep) or seat not in range(len(state.alive)):
        return NOT_AN_ACTION
    sleeps = isinstance(action, Sleep) and seat == state.caller
    if action in legal_actions(state, seat) or (sleeps and isinstance(status(state), ToAct)):
        return None
    return Refusal("NOT_NOW", "That cannot be done now.", ("table",), "2")


def apply(state: State, seat: Seat, action: Action) -> Step[State, Happened]:
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    match action:
        case Bid(amount):
            bids = state.bids.put(seat, amount)
            return open_bids(replace(state, bids=bids), Happened(seat, "locked"))
        case Wave():
            return Step(state, (Happened(seat, "waved"),))
        case Call(face):
            die, rng = state.rng.below(2)
            gain = 1 if FACES[die] == face else 0
            scores = tuple(s + gain * (i == seat) for i, s in enumerate(state.scores))
            after = replace(state, rng=rng, scores=scores)
            return Step(next_call(after), (Happened(seat, "called", (face, FACES[die])),))
        case Sleep():
            return Step(next_round(state), (Happened(seat, "slept"),))


def open_bids(state: State, event: Happened) -> Step[State, Happened]:
    """Open the bids once all are in: the first of the highest bidders calls."""
    seats = living(state)
    bids = [state.bids.choice(seat) for seat in seats]
    amounts = [bid for bid in bids if bid is not None]
    if len(amounts) < len(bids):
        return Step(state, (event,))
    caller = seats[amounts.index(max(amounts))]
    # The state keeps the bids: later views must show what an event has shown to everybody.
    last = tuple(amounts)
    after = replace(state, caller=caller, bids=Sealed.empty(len(state.alive)), last_bids=last)
    return Step(after, (event, Happened(caller, "opened", last)))


def next_call(state: State) -> State:
    calls = state.calls + 1
    return next_round(state) if calls == state.options.calls else replace(state, calls=calls)


def next_round(state: State) -> State:
    return replace(state, round=state.round + 1, caller=None, calls=0)


def leave(state: State, seat: Seat) -> Step[State, Happened]:
    alive = tuple(a and i != seat for i, a in enumerate(state.alive))
    gone = replace(state, alive=alive, bids=state.bids.put(seat, None))
    event = Happened(seat, "left")
    if gone.caller == seat:
        return Step(next_round(gone), (event,))
    return (
        open_bids(gone, event)
        if gone.caller is None and len(living(gone)) > 1
        else Step(gone, (event,))
    )


def default_action(state: State, seat: Seat, rng: Rng) -> Action:
    return Sleep() if state.caller == seat else Bid(rng.choice(BIDS)[0])


def view(state: State, viewer: Viewer) -> View:
    mine = None if viewer is None else state.bids.choice(viewer)
    return View(
        state.options,
        viewer,
        mine,
        state.bids.have_chosen(),
        state.alive,
        state.scores,
        state.round,
        state.caller,
        state.calls,
        state.last_bids,
    )


def resample(seen: View, rng: Rng) -> State:
    bids: Sealed[int] = Sealed.empty(len(seen.alive))
    for seat, locked in enumerate(seen.locked):
        drawn, rng = rng.choice(BIDS)
        bids = bids.put(seat, (seen.mine if seat == seen.me else drawn) if locked else None)
    return State(
        seen.options,
        rng,
        bids,
        seen.alive,
        seen.scores,
        seen.round,
        seen.caller,
        seen.calls,
        seen.last_bids,
    )


def write(action: Action) -> str:
    match action:
        case Bid(number) | Call(number):
            return f"{action.kind} {number}"
        case Wave() | Sleep():
            return action.kind


EVERY_ACTION: tuple[Action, ...] = (*map(Bid, BIDS), *map(Call, FACES), Wave(), Sleep())


def parse(text: str) -> Action:
    for action in EVERY_ACTION:
        if write(action) == text:
            return action
    raise Refused.because("BAD_NOTATION", f"{text!r} is not an action.")


def audiences(state: State, seat: Seat) -> tuple[Audience, ...]:
    side = tuple(s for s in living(state) if s % 2 == seat % 2)
    return (Audience("side", "My side", side),)


GAME: Game[Options, State, Action, Happened, View] = Game(
    spec=GameSpec(
        slug="duel",
        title="Duel",
        summary="Bid in secret, then call a die.",
        players=(2, 3, 4),
        max_plies=500,
    ),
    types=GameTypes(
        options=Options,
        state=State,
        action=Action,
        event=Happened,
        view=View,
        clock_only=(Sleep,),
        sealed={Bid: lambda _: None},
    ),
    initial=initial,
    status=status,
    legal_actions=legal_actions,
    refusal=refusal,
    apply=apply,
    default_action=default_action,
    view=view,
    view_event=lambda event, _: event,
    resample=resample,
    invariant=lambda _: [],
    traits=lambda *_: Traits(simultaneous=True, chance=True, hidden=True),
    leave=leave,
    time_limit=lambda state: None if state.options.timer is None else state.options.timer * 1000,
    audiences=audiences,
    notation=Notation(write=write, parse=parse, diagram=repr, help="bid N, wave, call N"),
)

OPEN_GAME = replace(
    GAME,
    spec=replace(GAME.spec, slug="open-duel"),
    traits=lambda *_: Traits(simultaneous=True, chance=True),
)
"""The same game with traits that say it hides nothing."""
