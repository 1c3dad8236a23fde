"""Facts become a match. The same functions serve live play and replay, so both agree."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias, TypeVar, assert_never

from meadhall.core.codec import decode
from meadhall.core.game import AnyGame, Step, start
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import DRAW, Finished, Status
from meadhall.match import clock
from meadhall.match.clock import Face
from meadhall.match.facts import (
    Abandoned,
    Acted,
    Agreed,
    CameBack,
    Created,
    Declined,
    Drew,
    Fact,
    Left,
    LobbyFact,
    Ply,
    PresenceFact,
    Proposed,
    Readied,
    Rematched,
    Reopened,
    Said,
    Seated,
    Setup,
    Started,
    TableFact,
    TakenOver,
    Undone,
    Unseated,
    WentAway,
)
from meadhall.match.log import Log
from meadhall.match.match import Match, Outcome, Proposal
from meadhall.match.memory import Memory
from meadhall.match.question import Question, asked_by, has_clock, held, same_question, timed

Events: TypeAlias = tuple[object, ...]
T = TypeVar("T")


def fold(game: AnyGame, facts: Iterable[Fact]) -> Match:
    """The match that these facts, all of them from the first on, add up to."""
    rest = iter(facts)
    first = next(rest, None)
    if not isinstance(first, Created):
        raise Refused.because("NOT_A_MATCH", "A match begins with the fact of its creation.")
    match = found(game, first)
    for fact in rest:
        match, _ = evolve(match, fact)
    return match


def found(game: AnyGame, fact: Created) -> Match:
    """The match that has just been created."""
    setup = fact.setup
    if setup.rules_version != game.spec.rules_version:
        raise Refused.because(
            "OTHER_RULES",
            f"The match was made under version {setup.rules_version} of the rules of"
            f" {game.spec.title}; this is version {game.spec.rules_version}.",
        )
    return Match(
        game=game,
        setup=setup,
        created=fact.at,
        at=fact.at,
        version=1,
        turn=0,
        players=(None,) * setup.seats,
        ready=(False,) * setup.seats,
        away=(None,) * setup.seats,
        gone=(),
        state=None,
        status=None,
        face=Face(),
        plies=Log(),
        messages=Log(),
        proposal=None,
        rematch="",
        recent=(Memory(),) * (setup.seats + 1),
    )


def evolve(match: Match, fact: Fact) -> tuple[Match, Events]:
    """The match after the fact, and the events of the game that came with it."""
    if isinstance(fact, Ply):
        return played(match, fact, step_of(match, match.state, fact))
    if isinstance(fact, Said):
        done = _remembered(match, fact, fact.text)
        heard = replace(match, messages=match.messages.append(fact), recent=done)
        return _counted(heard, fact), ()
    if isinstance(fact, LobbyFact):
        return _counted(_lobby(match, fact), fact), ()
    if isinstance(fact, TableFact):
        return _counted(_table(match, fact), fact), ()
    if isinstance(fact, PresenceFact):
        return _counted(_presence(match, fact), fact), ()
    raise Refused.because("NOT_A_MATCH", "A match is created once, by its first fact.")


def carried(match: Match, *facts: Fact) -> Outcome:
    """What comes of these facts."""
    events: list[object] = []
    for fact in facts:
        match, happened = evolve(match, fact)
        events.extend(happened)
    return Outcome(match, facts, tuple(events), match.version)


def played(match: Match, ply: Ply, step: Step[object, object]) -> tuple[Match, Events]:
    """The match after a ply whose step has been taken already."""
    status = match.game.status(step.state)
    if isinstance(ply, Left) and match.game.leave is None:
        status = _walked_out(match, ply.seat)
    anew = not same_question(match, ply, step.state, status)
    after = Match(  # in order, which takes a third of the time: every move comes by here
        match.game,
        match.setup,
        match.created,
        ply.at,
        match.version + 1,
        match.turn + anew,
        match.players,
        match.ready,
        match.away,
        (*match.gone, ply.seat) if isinstance(ply, Left) else match.gone,
        step.state,
        status,
        _face_after(match, ply, step.state, status, anew=anew) if has_clock(match) else match.face,
        match.plies.append(ply),
        match.messages,
        _still_open(match.proposal, ply, status),
        match.rematch,
        _remembered(match, ply, ply.action) if isinstance(ply, Acted) else match.recent,
    )
    return after, step.events


def step_of(match: Match, state: object, ply: Ply) -> "Step[object, object]":
    """What the ply does to a state of this match."""
    game = match.game
    if not isinstance(ply, Left):
        return game.apply(state, ply.seat, game.notation.parse(ply.action))
    return game.leave(state, ply.seat) if game.leave else Step(state, ())


def first_state(game: AnyGame, setup: Setup) -> object:
    """The position that the match starts from."""
    if setup.origin is not None:
        return decode(game.types.state, setup.origin.state)
    options = parse_options(game.types.options, dict(setup.options))
    return start(game, options, setup.seats, Rng(setup.seed))


def state_at(match: Match, ply: int) -> object:
    """The position after so many plies. Plays them again: for looking back, not for every move."""
    state = first_state(match.game, match.setup)
    for played_one in match.plies.upto(ply):
        state = step_of(match, state, played_one).state
    return state


def _lobby(match: Match, fact: LobbyFact) -> Match:
    match fact:
        case Seated(seat=seat, player=player):
            return replace(match, players=_put(match.players, seat, player))
        case Unseated(seat=seat):
            ready = _put(match.ready, seat, False)  # noqa: FBT003 - one of a tuple of flags
            return replace(match, players=_put(match.players, seat, None), ready=ready)
        case Readied(seat=seat, ready=ready_now):
            return replace(match, ready=_put(match.ready, seat, ready_now))
        case Started():
            return _begun(match, fact)
        case _:
            assert_never(fact)


def _begun(match: Match, fact: Started) -> Match:
    state = first_state(match.game, match.setup)
    status = match.game.status(state)
    face = clock.first_face(match.setup.clock, match.setup.seats)
    question = Question(state, asked_by(status), fact.at)
    return replace(match, turn=1, state=state, status=status, face=timed(match, face, question))


def _table(match: Match, fact: TableFact) -> Match:
    match fact:
        case Proposed(seat=seat, matter=matter, to_ply=to_ply):
            return replace(match, proposal=Proposal(seat, matter, (seat,), to_ply))
        case Agreed(seat=seat):
            return replace(match, proposal=_with_consent(match.proposal, seat))
        case Declined():
            return replace(match, proposal=None)
        case Drew() | Abandoned():
            return _ended(match, fact)
        case Rematched(match=following):
            return replace(match, rematch=following)
        case Undone():
            return _undone(match, fact)
        case _:
            assert_never(fact)


def _presence(match: Match, fact: PresenceFact) -> Match:
    match fact:
        case WentAway(seat=seat) | CameBack(seat=seat):
            away = _put(match.away, seat, fact.at if isinstance(fact, WentAway) else None)
            return _waiting(replace(match, away=away), fact.at)
        case TakenOver(seat=seat, player=player):
            away = _put(match.away, seat, None)
            players = _put(match.players, seat, player)
            after = replace(match, players=players, away=away, proposal=None)
            return _waiting(after, fact.at)
        case Reopened(since=since):
            face = clock.skip(match.face, since, fact.at)
            return _waiting(replace(match, face=face), fact.at)
        case _:
            assert_never(fact)


def _waiting(match: Match, at: int) -> Match:
    return replace(match, face=held(match, match.face, match.asked, at))


def _undone(match: Match, fact: Undone) -> Match:
    state = state_at(match, fact.to_ply)
    status = match.game.status(state)
    asked = asked_by(status)
    question = Question(state, asked, fact.at, before=asked)  # going back earns no increment
    return replace(
        match,
        turn=match.turn + 1,
        state=state,
        status=status,
        face=timed(match, match.face, question),
        plies=match.plies.upto(fact.to_ply),
        proposal=None,
    )


def _ended(match: Match, fact: Drew | Abandoned) -> Match:
    low, high = match.game.spec.payoff_bounds
    even = min(max(DRAW, low), high)
    left = "abandoned" if match.state is not None else "closed"
    reason = "agreed" if isinstance(fact, Drew) else left
    status = Finished((even,) * match.setup.seats, reason)
    stopped = timed(match, match.face, Question(match.state, (), fact.at))
    return replace(match, status=status, face=stopped, proposal=None)


def _walked_out(match: Match, leaver: Seat) -> Finished:
    """The end of a match that cannot go on without everybody."""
    low, high = match.game.spec.payoff_bounds
    seats = range(match.setup.seats)
    return Finished(tuple(low if seat == leaver else high for seat in seats), "left")


def _face_after(match: Match, ply: Ply, state: object, status: Status, *, anew: bool) -> Face:
    question = Question(state, asked_by(status), ply.at, anew, ply.seat, match.asked)
    return timed(match, match.face, question)


def _still_open(proposal: Proposal | None, ply: Ply, status: Status) -> Proposal | None:
    """Who plays on declines; only one's own offer of a draw survives one's own move.

    Nothing survives the end, or the loser could still agree to a draw.
    """
    if proposal is None or proposal.matter != "draw" or proposal.seat != ply.seat:
        return None
    return None if isinstance(ply, Left) or isinstance(status, Finished) else proposal


def _with_consent(proposal: Proposal | None, seat: Seat) -> Proposal | None:
    return replace(proposal, agreed=(*proposal.agreed, seat)) if proposal else None


def _counted(match: Match, fact: Fact) -> Match:
    return replace(match, version=match.version + 1, at=fact.at)


def _remembered(match: Match, fact: Acted | Said, what: str) -> tuple[Memory, ...]:
    if not fact.id:
        return match.recent
    place = match.place(fact.seat)
    return _put(match.recent, place, match.recent[place].adding(fact.id, what, match.version + 1))


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    if not 0 <= index < len(items):
        raise Refused.because("NO_SUCH_SEAT", f"There is no seat {index} at this table.")
    changed = list(items)
    changed[index] = item
    return tuple(changed)
