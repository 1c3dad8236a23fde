"""The rules as the contract asks for them: who may do what, and what comes of it."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import LOSS, WIN, Finished, Status, ToAct
from meadhall.games.elemental_clash import draft
from meadhall.games.elemental_clash.cards import CATEGORIES
from meadhall.games.elemental_clash.events import Changed, Chosen, Ended, Event, Picked
from meadhall.games.elemental_clash.machines import next_stage
from meadhall.games.elemental_clash.phases import asked, lock, play_on
from meadhall.games.elemental_clash.selection import choices, explain, faults, substitute
from meadhall.games.elemental_clash.types import (
    DRAFT_MILLISECONDS,
    LATE_DRAFT_MILLISECONDS,
    LATE_ROUND,
    NOTHING_SEALED,
    SEATS,
    TURN_MILLISECONDS,
    Action,
    Auto,
    Options,
    Outcome,
    Pick,
    Play,
    State,
)


def initial(options: Options, seats: int, rng: Rng) -> State:
    """The first round of the draft; the wildcards of the last are already drawn."""
    wild, rng = draft.wildcards(rng)
    return State(options, rng, wild)


def status(state: State) -> Status:
    """Over with the outcome, or waiting for the seats that have neither picked nor chosen."""
    if state.outcome is not None:
        return Finished(state.outcome.payoffs, state.outcome.reason)
    return ToAct(state.sealed.waiting(_asked(state)))


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """The offers of the draft round, or the cards that may be chosen this turn."""
    if state.stage == "draft":
        picked = state.sealed.choice(seat) is not None
        return () if picked else tuple(map(Pick, draft.offers(state.round, state.wildcards)))
    if state.stage == "battle":
        return tuple(map(Play, choices(state.sides[seat])))
    return ()


def refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    """Why the seat cannot do that now."""
    if state.stage == "game_over":
        return Refusal("GAME_OVER", "The match is over.", clause="The end")
    if isinstance(action, Auto) and state.sealed.choice(seat) is not None:
        return Refusal("ALREADY_CHOSEN", "The choice that was made counts.", clause="Choosing")
    if state.stage == "draft":
        return _draft_refusal(state, seat, action)
    return _battle_refusal(state, seat, action)


def _draft_refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    if isinstance(action, Play):
        return Refusal("STILL_DRAFTING", "The battle has not begun yet.", clause="The draft")
    if state.sealed.choice(seat) is not None:
        return Refusal("ALREADY_PICKED", "A pick cannot be taken back.", clause="The draft")
    if action.card not in draft.offers(state.round, state.wildcards):
        category = CATEGORIES[state.round - 1]
        return Refusal(
            "NOT_OFFERED",
            f"{action.card.face.name} is not on offer in round {state.round} ({category}).",
            (action.card.id,),
            "The draft",
        )
    return None


def _battle_refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    if isinstance(action, Pick):
        return Refusal("DRAFT_OVER", "The draft is over.", clause="The draft")
    side = state.sides[seat]
    if not side.hand:
        return Refusal("NO_CARDS", "You have no cards left.", clause="Choosing")
    legal = choices(side)
    if action.card in legal:
        return None
    found = faults(side, action.card)
    reasons = [explain(fault, action.card, side.energy) for fault in found]
    if legal[0].cost > side.energy:
        reasons.append(f"You can pay for nothing, so {legal[0].face.name} must be shown.")
    return Refusal(found[0], " ".join(reasons), (action.card.id,), "Choosing")


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """The state after the action; the last envelope to be filled opens them all."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    auto, before = isinstance(action, Auto), state.sealed.choice(seat)
    told: Event = Chosen(seat, action.card, auto)
    if state.stage == "draft":
        told = Picked(seat, action.card, auto)
    elif before is not None:
        told = Changed(seat, action.card)
    state = replace(state, sealed=state.sealed.put(seat, action.card))
    if state.sealed.waiting(_asked(state)):
        return Step(state, (told,))
    rest = _open_envelopes(state, by_clock=auto)
    return Step(rest.state, (told, *rest.events))


def _open_envelopes(state: State, *, by_clock: bool) -> Step[State, Event]:
    if state.stage == "draft":
        return draft.close_round(state)
    return play_on(lock(state, "TIMER_EXPIRED" if by_clock else "BOTH_PLAYERS_LOCKED"))


def known_of_sealed(action: Action) -> None:
    """What others may know of a choice before it is revealed: nothing at all."""


def default_action(state: State, seat: Seat, rng: Rng) -> Auto:
    """What a run-out clock takes: a random offer, or a random card of those that may be chosen."""
    if state.stage == "draft":
        card, _ = rng.choice(draft.offers(state.round, state.wildcards))
        return Auto(card)
    return Auto(substitute(state.sides[seat], None, rng))


def leave(state: State, seat: Seat) -> Step[State, Event]:
    """Who leaves, loses."""
    payoffs = tuple(LOSS if other == seat else WIN for other in SEATS)
    message = f"{seat_name(seat).capitalize()} left; {seat_name(1 - seat)} wins."
    outcome = Outcome(payoffs, "left", message)
    fought = next_stage(state.stage, "battle") if state.stage == "draft" else state.stage
    over = next_stage(fought, "game_over")  # the only way to the end is through the battle
    after = replace(state, stage=over, sealed=NOTHING_SEALED, outcome=outcome)
    return Step(after, (Ended(outcome),))


def time_limit(state: State) -> int | None:
    """What the rules give for a pick or a choice; late in the draft there is more to read."""
    if state.stage == "battle":
        return TURN_MILLISECONDS
    if state.stage == "draft":
        return DRAFT_MILLISECONDS if state.round < LATE_ROUND else LATE_DRAFT_MILLISECONDS
    return None


def features(state: State, seat: Seat) -> dict[str, str]:
    """What the seat drafted where the draft leaves a choice that matters: its bot and wildcard."""
    named = {"bot": 4, "wildcard": 5}
    picks = state.picks[seat]
    return {name: picks[i].face.kind.noun for name, i in named.items() if i < len(picks)}


def _asked(state: State) -> tuple[Seat, ...]:
    return SEATS if state.stage == "draft" else asked(state)
