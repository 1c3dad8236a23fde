"""Facts become a match. The same functions serve live play and replay, so both agree."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias, TypeVar, assert_never

from meadhall.core.codec import encode
from meadhall.core.game import AnyGame, Step, options_under, start, state_under
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import with_generator
from meadhall.core.seats import Seat
from meadhall.core.seed_proof import make_seed
from meadhall.core.status import DRAW, Finished, Status
from meadhall.match import clock
from meadhall.match.clock import ClockState
from meadhall.match.facts import (
    Abandoned,
    Acted,
    Agreed,
    CameBack,
    Created,
    Declined,
    Drew,
    Fact,
    Hastened,
    Left,
    LobbyFact,
    Player,
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
    Uncovered,
    Undone,
    Unseated,
    VacationSet,
    WentAway,
)
from meadhall.match.log import Log
from meadhall.match.match import SPECTATORS, DeclinedProposal, Match, Outcome, Proposal
from meadhall.match.question import (
    FIRST_LOOK,
    Question,
    pause_for_absent,
    same_question,
    seats_to_act,
    set_clocks,
)
from meadhall.match.recent import RecentCommands

Events: TypeAlias = tuple[object, ...]
T = TypeVar("T")


def fold(game: AnyGame, facts: Iterable[Fact]) -> Match:
    """The match that all its facts, from the first one, add up to."""
    rest = iter(facts)
    first = next(rest, None)
    if not isinstance(first, Created):
        raise Refused.because("NOT_A_MATCH", "The first fact of a match must be its creation.")
    match = new_match(game, first)
    for fact in rest:
        match, _ = evolve(match, fact)
    return match


def new_match(game: AnyGame, fact: Created) -> Match:
    """The match right after it was created. Refused if the game has other rules by now."""
    setup = fact.setup
    return Match(
        game=game,
        setup=setup,
        traits=game.traits(_options_of(game, setup), setup.seats),
        is_timed=clock.is_timed(setup.clock, by_rules=game.time_limit is not None),
        created=fact.at,
        at=fact.at,
        version=1,
        turn=0,
        players=(None,) * setup.seats,
        shares=("",) * setup.seats,
        ready=(False,) * setup.seats,
        away=(None,) * setup.seats,
        gone=(),
        state=None,
        status=None,
        clock_state=ClockState(),
        plies=Log(),
        messages=Log(),
        proposal=None,
        declined=None,
        rematch="",
        recent=(RecentCommands(),) * (setup.seats + 1),
        vacations=(0,) * setup.seats,
    )


def evolve(match: Match, fact: Fact) -> tuple[Match, Events]:
    """The match after the fact, and the game's events that belong to it."""
    if isinstance(fact, Ply):
        return apply_ply(match, fact, step_of(match, match.state, fact))
    if isinstance(fact, Said):
        recent = _remember(match, fact, fact.text)
        after = replace(match, messages=match.messages.append(fact), recent=recent)
        return _count(after, fact), ()
    if isinstance(fact, LobbyFact):
        return _count(_apply_lobby(match, fact), fact), ()
    if isinstance(fact, TableFact):
        return _count(_apply_table(match, fact), fact), ()
    if isinstance(fact, PresenceFact):
        return _count(_apply_presence(match, fact), fact), ()
    raise Refused.because("NOT_A_MATCH", "A match can be created only once, by its first fact.")


def apply_facts(match: Match, *facts: Fact) -> Outcome:
    """The outcome of these facts, one after the other."""
    events: list[object] = []
    for fact in facts:
        match, new_events = evolve(match, fact)
        events.extend(new_events)
    return Outcome(match, facts, tuple(events), match.version)


def apply_ply(match: Match, ply: Ply, step: Step[object, object]) -> tuple[Match, Events]:
    """The match after a ply, given the step that the rules made of it."""
    status = match.game.status(step.state)
    if isinstance(ply, Left) and match.game.leave is None:
        # The state is unchanged, so by its own status the match would go on.
        status = _result_of_leaving(match, ply.seat)
    is_new = not (match.traits.simultaneous and same_question(match, ply, step.state, status))
    # Every move comes through here, and `replace` would take at least twice as long (`timeit`).
    after = Match(
        match.game,
        match.setup,
        match.traits,
        match.is_timed,
        match.created,
        ply.at,
        match.version + 1,
        match.turn + is_new,
        match.players,
        match.shares,
        match.ready,
        match.away,
        (*match.gone, ply.seat) if isinstance(ply, Left) else match.gone,
        step.state,
        status,
        _clock_after(match, ply, step, status, is_new=is_new)
        if match.is_timed
        else match.clock_state,
        match.plies.append(ply),
        match.messages,
        match.proposal and _proposal_after(match.proposal, ply, status),
        _declined_after(match, ply, status) if match.proposal or match.declined else None,
        match.rematch,
        _remember(match, ply, ply.action) if isinstance(ply, Acted) else match.recent,
        match.vacations,
    )
    return after, step.events


def step_of(match: Match, state: object, ply: Ply) -> "Step[object, object]":
    """What the ply does to a state of this match."""
    game = match.game
    if not isinstance(ply, Left):
        return game.apply(state, ply.seat, game.notation.parse(ply.action))
    return game.leave(state, ply.seat) if game.leave else Step(state, ())


def first_state(game: AnyGame, setup: Setup) -> object:
    """The state that the match starts from."""
    if setup.origin is not None:
        return state_under(game, setup.rules_version, setup.origin.state)
    return start(game, _options_of(game, setup), setup.seats, Rng(setup.seed))


def _options_of(game: AnyGame, setup: Setup) -> object:
    given = options_under(game, setup.rules_version, dict(setup.options))
    options: object = parse_options(game.types.options, given)
    return options


def state_at(match: Match, ply: int) -> object:
    """The state after the first `ply` plies. Slow: it plays them again."""
    state = first_state(match.game, match.setup)
    for played in match.plies.upto(ply):
        state = step_of(match, state, played).state
    return state


def _apply_lobby(match: Match, fact: LobbyFact) -> Match:
    match fact:
        case Seated(seat=seat, player=player, share=share):
            return _put_player(match, seat, player, share)
        case Unseated(seat=seat):
            ready = _replace_item(match.ready, seat, False)  # noqa: FBT003 - one of a tuple of flags
            return replace(_put_player(match, seat, None, ""), ready=ready)
        case Readied(seat=seat, ready=ready_now):
            return replace(match, ready=_replace_item(match.ready, seat, ready_now))
        case Started():
            return _start(match, fact)
        case _:
            assert_never(fact)


def _put_player(match: Match, seat: Seat, player: Player | None, share: str) -> Match:
    players = _replace_item(match.players, seat, player)
    return replace(match, players=players, shares=_replace_item(match.shares, seat, share))


def _start(match: Match, fact: Started) -> Match:
    match = replace(match, setup=_with_seed(match))
    state = first_state(match.game, match.setup)
    status = match.game.status(state)
    clock_state = clock.initial_clock_state(match.setup.clock, match.setup.seats)
    # Before the first question there is a table to look at, where there is a picture of it.
    looking = FIRST_LOOK if match.game.present else 0
    question = Question(state, seats_to_act(status), fact.at, looking=looking)
    return replace(
        match,
        turn=1,
        state=state,
        status=status,
        clock_state=set_clocks(match, clock_state, question),
    )


def _with_seed(match: Match) -> Setup:
    """The setup with the seed that the secret and the shares give, also in a starting position."""
    setup, origin, proof = match.setup, match.setup.origin, match.proof
    if proof is None:
        return setup
    seed = make_seed(proof)
    if origin is not None:
        state = with_generator(first_state(match.game, match.setup), Rng(seed))
        origin = replace(origin, state=encode(state).decode())
    return replace(setup, seed=seed, origin=origin)


def _apply_table(match: Match, fact: TableFact) -> Match:
    match fact:
        case Proposed():
            return replace(match, proposal=proposal_of(fact), declined=None)
        case Agreed():
            return replace(match, proposal=_add_consent(match.proposal, fact))
        case Declined(seat=seat):
            return replace(match, proposal=None, declined=_decline(match.proposal, seat))
        case Drew() | Abandoned():
            return _end(match, fact)
        case Rematched(match=following):
            return replace(match, rematch=following)
        case Undone():
            return _undo(match, fact)
        case _:
            assert_never(fact)


def _apply_presence(match: Match, fact: PresenceFact) -> Match:
    match fact:
        case WentAway(seat=seat) | CameBack(seat=seat):
            away = _replace_item(match.away, seat, fact.at if isinstance(fact, WentAway) else None)
            return _pause_clocks(replace(match, away=away), fact.at)
        case TakenOver(seat=seat, player=player):
            away = _replace_item(match.away, seat, None)
            players = _replace_item(match.players, seat, player)
            vacations = _replace_item(match.vacations, seat, 0)
            # The proposal ends, because other people may have to agree now.
            after = replace(match, players=players, away=away, vacations=vacations, proposal=None)
            return _pause_clocks(after, fact.at)
        case VacationSet(seat=seat, until=until):
            vacations = _replace_item(match.vacations, seat, until)
            return _pause_clocks(replace(match, vacations=vacations), fact.at)
        case Uncovered(seat=seat):
            clock_state = clock.uncover(match.clock_state, seat, fact.at)
            return replace(match, clock_state=clock_state)
        case Hastened(seat=seat):
            return replace(match, clock_state=clock.hasten(match.clock_state, seat))
        case Reopened(since=since):
            clock_state = clock.skip(match.clock_state, since, fact.at)
            return _pause_clocks(replace(match, clock_state=clock_state), fact.at)
        case _:
            assert_never(fact)


def _pause_clocks(match: Match, at: int) -> Match:
    return replace(match, clock_state=pause_for_absent(match, match.clock_state, match.asked, at))


def _undo(match: Match, fact: Undone) -> Match:
    state = state_at(match, fact.to_ply)
    status = match.game.status(state)
    asked = seats_to_act(status)
    question = Question(state, asked, fact.at, asked_before=asked)  # going back earns no increment
    # The turn still grows, so that an action chosen before the undo is stale. The banks keep
    # what has been spent. `gone` is right as it is: no undo goes back over a `Left`.
    return replace(
        match,
        turn=match.turn + 1,
        state=state,
        status=status,
        clock_state=set_clocks(match, match.clock_state, question),
        plies=match.plies.upto(fact.to_ply),
        proposal=None,
    )


def _end(match: Match, fact: Drew | Abandoned) -> Match:
    low, high = match.game.spec.payoff_bounds
    even = min(max(DRAW, low), high)  # some games have no payoff of zero
    without_agreement = "abandoned" if match.state is not None else "closed"
    reason = "agreed" if isinstance(fact, Drew) else without_agreement
    status = Finished((even,) * match.setup.seats, reason)
    # Nobody is asked, so clocks stop, and the state, `None` in a lobby, is not looked at.
    stopped = set_clocks(match, match.clock_state, Question(match.state, (), fact.at))
    return replace(match, status=status, clock_state=stopped, proposal=None)


def _result_of_leaving(match: Match, leaver: Seat) -> Finished:
    """The result when a seat leaves a game that the others cannot continue."""
    low, high = match.game.spec.payoff_bounds
    seats = range(match.setup.seats)
    return Finished(tuple(low if seat == leaver else high for seat in seats), "left")


def _clock_after(
    match: Match, ply: Ply, step: Step[object, object], status: Status, *, is_new: bool
) -> ClockState:
    asked, events = seats_to_act(status), step.events if is_new else ()
    question = Question(step.state, asked, ply.at, is_new, ply.seat, match.asked, events)
    return set_clocks(match, match.clock_state, question)


def proposal_of(fact: Proposed) -> Proposal:
    """What is proposed, before anybody else has agreed."""
    return Proposal(fact.seat, fact.matter, (fact.seat,), fact.to_ply, (fact.share,), fact.rematch)


def _proposal_after(proposal: Proposal, ply: Ply, status: Status) -> Proposal | None:
    """The open proposal after a ply. A move declines it, except the proposer's own offer of a draw.

    No proposal outlasts the end, or the loser could still agree to a draw.
    """
    if proposal.matter != "draw" or proposal.seat != ply.seat:
        return None
    return None if isinstance(ply, Left) or isinstance(status, Finished) else proposal


def _declined_after(match: Match, ply: Ply, status: Status) -> DeclinedProposal | None:
    """The proposal that the ply declines, or the one that was declined before."""
    if isinstance(status, Finished):
        return None
    if match.proposal is not None:
        return _decline(match.proposal, ply.seat) if isinstance(ply, Acted) else None
    earlier = match.declined
    return None if earlier is None or earlier.seat == ply.seat else earlier


def _decline(proposal: Proposal | None, by: Seat) -> DeclinedProposal | None:
    """The proposal as declined by that seat; `None` if its author takes it back."""
    if proposal is None or proposal.seat == by:
        return None
    return DeclinedProposal(proposal.matter, proposal.seat, by)


def _add_consent(proposal: Proposal | None, fact: Agreed) -> Proposal | None:
    if proposal is None:
        return None
    agreed, shares = (*proposal.agreed, fact.seat), (*proposal.shares, fact.share)
    return replace(proposal, agreed=agreed, shares=shares)


def _count(match: Match, fact: Fact) -> Match:
    return replace(match, version=match.version + 1, at=fact.at)


def _remember(match: Match, fact: Acted | Said, what: str) -> tuple[RecentCommands, ...]:
    if not fact.id:
        return match.recent
    recent = list(match.recent)
    index = SPECTATORS if fact.seat is None else fact.seat
    # The match is still the one before the fact, hence the 1.
    recent[index] = recent[index].add(fact.id, what, match.version + 1)
    return tuple(recent)


def _replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    if not 0 <= index < len(items):
        raise Refused.because("NO_SUCH_SEAT", f"There is no seat {index} at this table.")
    copy = list(items)
    copy[index] = item
    return tuple(copy)
