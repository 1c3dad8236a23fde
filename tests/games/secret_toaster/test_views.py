from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.core.codec import encode
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME, rules
from meadhall.games.secret_toaster.events import (
    Asked,
    Crowned,
    Dropped,
    Ended,
    Event,
    Fortified,
    Fought,
    Marched,
    Planned,
    Promoted,
    Readied,
    Realigned,
    Returned,
    RoundEnded,
    Threatened,
    Voided,
)
from meadhall.games.secret_toaster.gestures import gesture
from meadhall.games.secret_toaster.notation import parse, write
from meadhall.games.secret_toaster.odds import win_chance
from meadhall.games.secret_toaster.preview import percent, previews
from meadhall.games.secret_toaster.scene import scene
from meadhall.games.secret_toaster.tell import motions, tell
from meadhall.games.secret_toaster.types import (
    Alliance,
    Crown,
    Options,
    Order,
    Outcome,
    State,
    Submit,
    Threat,
    View,
)
from meadhall.games.secret_toaster.view import resample, view, view_event

Situate: TypeAlias = Callable[..., State]

CANARY = 77_613_254
"""A number of troops that occurs nowhere else."""


def all_that_is_seen(state: State, events: tuple[Event, ...], seat: int | None) -> bytes:
    seen = view(state, seat)
    actions = [] if seat is None else rules.legal_actions(state, seat)
    told = [view_event(event, seat) for event in events]
    sentences = [tell(event) for event in told if event is not None]
    return b"".join(map(encode, (seen, actions, scene(seen), told, sentences)))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_an_order_is_in_nobodys_bytes_but_its_players(seats: int) -> None:
    state = start(GAME, Options(), seats, Rng("canary"))
    keep = state.table.players[0].keep
    troops = list(state.table.troops)
    troops[keep] = (CANARY + 5, *troops[keep][1:])
    state = replace(state, table=replace(state.table, troops=tuple(troops)))
    goal = next(
        near for near, owner in enumerate(state.table.owners) if owner == 0 and near != keep
    )
    order = Order(1, "move", "Sir Ann 0", keep, goal, CANARY)
    step = rules.apply(state, 0, Submit(order))
    for viewer in (None, *range(1, seats)):
        assert str(CANARY).encode() not in all_that_is_seen(step.state, step.events, viewer)
    assert str(CANARY).encode() in all_that_is_seen(step.state, step.events, 0)


@pytest.mark.parametrize("seats", [3, 6])
def test_objectives_and_the_generator_are_in_nobodys_bytes(seats: int) -> None:
    state = start(GAME, Options(), seats, Rng("canary-seed"))
    for viewer in (None, *range(seats)):
        seen = all_that_is_seen(state, (), viewer)
        assert b"canary-seed" not in seen
        known = sum(seen.count(f'"objective":"{o}"'.encode()) for o in _objectives(state))
        assert bool(known) == (viewer is not None)
        for other in range(seats):
            swapped = list(state.secrets)
            if other != viewer:
                swapped[other] = replace(swapped[other], objective="defender")
            twin = replace(state, secrets=tuple(swapped))
            assert all_that_is_seen(twin, (), viewer) == seen


def _objectives(state: State) -> set[str]:
    return {secret.objective for secret in state.secrets if secret.objective}


def test_a_void_order_and_what_made_it_so_stay_its_players_secret() -> None:
    order = Order(1, "move", "Sir Ann 0", 23, 24, CANARY)
    event = Voided(0, 1, "KNIGHT_DEAD", order)
    assert view_event(event, 0) == event
    assert view_event(event, 1) == view_event(event, None) == Voided(0, 1)
    assert tell(Voided(0, 1)) == "Order 1 of Ann is void."


def test_resampling_imagines_others_orders_and_keeps_the_own(situation: Situate) -> None:
    state = situation(
        seats=3,
        troops={23: {0: 150}, 26: {1: 90}, 58: {2: 80}},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Cy 0": 58},
        objectives=("kingmaker", "kingmaker", "defender"),
    )
    for seat, name in enumerate(("Ann", "Bob", "Cy")):
        keep = state.table.players[seat].keep
        for number in (1, 2, 3):
            text = f"{number} fortify Sir_{name}_0 {keep}"
            state = rules.apply(state, seat, parse(text)).state
    imagined = [resample(view(state, 0), Rng(str(seed))) for seed in range(12)]
    assert all(other.secrets[0] == state.secrets[0] for other in imagined)
    assert all(rules.invariant(other) == [] for other in imagined)
    assert len({other.secrets[1].orders for other in imagined}) > 1
    assert len({other.secrets[1].objective for other in imagined}) > 1
    assert all(other.rng != state.rng for other in imagined)


def test_orders_that_could_not_be_written_now_are_imagined_too(situation: Situate) -> None:
    """Bob stands alone on the castle; the ally whose land he meant to walk into has left him."""
    state = situation(
        seats=3,
        land={45: 0, 46: 0, 56: 0, 65: 0, 64: 0, 54: 0, 44: 0},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 55, "Sir Cy 0": 58},
        allies=[(0, 1), (2,)],
        options=Options(mode="crown"),
    )
    written = rules.apply(state, 1, parse("1 move Sir_Bob_0 55 45 0")).state
    alone = rules.apply(written, 1, parse("ally leave")).state
    imagined = resample(view(alone, 0), Rng("0"))
    assert len(imagined.secrets[1].orders) == 1
    assert rules.invariant(imagined) == []


def test_after_the_end_the_objectives_are_open(situation: Situate) -> None:
    state = situation(seats=3)
    outcome = Outcome((0,), "crown", ("kingmaker", "defender", None))
    over = replace(state, table=replace(state.table, outcome=outcome))
    cards = scene(view(over, None)).cards
    assert [card.kind for card in cards] == ["kingmaker", "defender"]
    assert resample(view(over, None), Rng("0")).secrets[1].objective == "defender"


def test_the_preview_tells_the_odds_of_each_own_order(situation: Situate) -> None:
    state = situation(troops={24: {0: 60}, 25: {1: 40}}, knights={"Sir Ann 0": 24}, land={34: 0})
    state = rules.apply(state, 0, parse("1 attack Sir_Ann_0 24 25 60")).state
    state = rules.apply(state, 0, parse("2 fortify Sir_Ann_0 25")).state
    first, second = previews(view(state, 0))
    assert first.chance == win_chance(60, 40, 0)
    assert second.chance is None
    shown = scene(view(state, 0))
    assert percent(first.chance or 0) in shown.cards[0].detail
    assert [arrow.path for arrow in shown.arrows] == [("hex-24", "hex-25")]
    assert previews(view(state, None)) == ()
    assert percent(5) == "0.05 %"


def test_the_scene_tells_what_one_could_attack(situation: Situate) -> None:
    state = situation(troops={24: {0: 60}, 25: {1: 40}}, knights={"Sir Ann 0": 24})
    notes = scene(view(state, 0)).notes
    sure = percent(win_chance(60, 40, 0))
    assert f"1 attack Sir_Ann_0 24 25 60 wins with {sure}" in notes


def test_a_button_with_an_amount_ends_a_move_whose_notation_ends_with_it(
    situation: Situate,
) -> None:
    state = situation(troops={24: {0: 60}, 25: {1: 40}}, knights={"Sir Ann 0": 24})
    amounts = {
        button.id: button.amount
        for button in scene(view(state, 0)).buttons
        if button.amount is not None
    }
    ends = {
        (gesture(action)[-1], int(write(action).split()[-1]))
        for action in rules.legal_actions(state, 0)
        if gesture(action)[-1] in amounts
    }
    assert 60 in amounts.values()
    assert ends == set(amounts.items())


def test_the_scene_tells_threats_crowns_and_who_asks(situation: Situate) -> None:
    state = situation(seats=3, allies=[(0, 1), (2,)], options=Options(mode="crown"))
    alliances = (replace(state.table.alliances[0], asking=(2,)), state.table.alliances[1])
    table = replace(
        state.table, alliances=alliances, crown=Crown(0, 2), threats=(Threat(0, (0, 1)),)
    )
    notes = scene(View(None, table, None)).notes
    assert "Group 0: Ann and Bob, led by Ann; Cy asks to join" in notes
    assert "Ann and Bob threaten to win at the end of this round" in notes
    assert "Group 0 has held the castle at 2 round ends" in notes
    crowd = replace(table, alliances=(alliances[0], replace(alliances[1], asking=(0, 1))))
    assert "Group 1: Cy, led by Cy; Ann and Bob ask to join" in scene(View(None, crowd, None)).notes


@pytest.mark.parametrize(
    ("outcome", "headline"),
    [
        (Outcome((0, 1), "objectives", ()), "Ann and Bob win: all their objectives hold"),
        (Outcome((2,), "crown", ()), "Cy wins: the castle was theirs long enough"),
        (Outcome((), "roundLimit", ()), "A draw: the last round is over"),
    ],
)
def test_the_headline_tells_how_it_ended(
    situation: Situate, outcome: Outcome, headline: str
) -> None:
    table = replace(situation(seats=3).table, outcome=outcome)
    assert scene(View(None, table, None)).headline == headline


def test_blank_land_is_drawn_where_somebody_strayed_into_it(situation: Situate) -> None:
    state = situation(troops={60: {0: 3}}, options=Options(ruleset="legacy"))
    shown = {cell.id: cell for cell in scene(view(state, None)).cells}
    assert shown["hex-60"].kind == "blank"
    assert "hex-0" not in shown
    assert shown["hex-60"].badge == "3"


def every_event() -> Iterator[tuple[Event, str]]:
    gold = Alliance(3, "Gold", (0,))
    battle = {"troops": (5, 3), "bonuses": (1, 1), "exchanges": 6, "trace": ()}
    yield Planned(0, 1), "Ann has 1 order."
    yield Planned(0, 2), "Ann has 2 orders."
    yield Readied(1, ready=True), "Bob is ready."
    yield Readied(1, ready=False), "Bob is not ready any more."
    yield Asked(1, "Gold"), "Bob asks to join Gold."
    yield Realigned(0, gold, "founded"), "Ann founds Gold."
    yield Realigned(0, None, "lost"), "Ann is in no alliance any more."
    yield Marched(0, 1, "Sir Ann 0", 23, 24, 5), "Sir Ann 0 goes from 23 to 24 with 5."
    yield Fortified(0, 1, "Sir Ann 0", 23, 300), "Sir Ann 0 fortifies 23: 300 troops now."
    yield Promoted(0, 1, "Sir Ann 1", 23), "Sir Ann 1 is knighted on 23."
    yield Voided(0, 2, "KNIGHT_CAP"), "Order 2 of Ann is void: there are three knights already."
    yield Returned(0, "Sir Ann 1", 23), "Sir Ann 1 takes the field for Ann on 23."
    yield Dropped(0, "out"), "Ann is out of play."
    yield Dropped(0, "left"), "Ann gives up."
    yield Threatened("Gold", (0, 1)), "Gold (Ann, Bob) threatens to win."
    yield Crowned("Gold", (0,), 2), "Gold holds the castle at 2 round ends in a row."
    yield RoundEnded(3), "Round 3 is over."
    yield Ended((0,), "crown", ()), "Ann won: the castle was theirs long enough."
    yield Ended((), "nobodyLeft", ()), "A draw: nobody is left."
    taken = Fought(24, 0, None, left=(5, 0), owner=0, fallen=(), **battle)  # type: ignore[arg-type]  # spread
    yield taken, "Ann takes 24."
    lost = replace(taken, owner=None, left=(0, 0), fallen=("Sir Ann 0",))
    told = "In the battle for 24, 5 of Ann against 3 of nobody, nobody wins with 0 left."
    yield lost, f"{told} Sir Ann 0 fell."
    held = replace(taken, defender=1, owner=1, left=(0, 2), skirmish=True)
    yield held, "In the skirmish for 24, 5 of Ann against 3 of Bob, Bob wins with 2 left."
    won = replace(held, owner=0, left=(2, 0), skirmish=False)
    yield won, "In the battle for 24, 5 of Ann against 3 of Bob, Ann wins with 2 left."


@pytest.mark.parametrize(("event", "sentence"), list(every_event()))
def test_events_are_told_in_sentences(event: Event, sentence: str) -> None:
    assert tell(event) == sentence
    assert all(motion.target for motion in motions(event))


def test_the_diagram_shows_stacks_knights_and_the_own_orders(situation: Situate) -> None:
    state = situation(
        seats=3,
        troops={24: {0: 60, 1: 5}},
        land={34: 0},
        knights={"Sir Ann 0": 24},
        objectives=("defender", None, None),
    )
    state = rules.apply(state, 0, parse("1 move Sir_Ann_0 24 34 10")).state
    drawn = GAME.notation.diagram(view(state, 0))
    assert "A60+B5*" in drawn
    assert "Your objective: defender" in drawn
    assert "Order 1: move Sir Ann 0 24 34 10" in drawn
    assert "Your objective" not in GAME.notation.diagram(view(state, None))
    duel = situation()
    assert "Crown: 0 of 3" in GAME.notation.diagram(view(duel, None))
    gone = rules.leave(state, 2).state
    assert "Cy: 0 hexes, 0 troops, 0 orders, left" in GAME.notation.diagram(view(gone, None))


def test_the_invariant_names_broken_promises(situation: Situate) -> None:
    state = situation()
    assert rules.invariant(state) == []
    broken = replace(state, table=replace(state.table, alliances=()))
    assert rules.invariant(broken) == ["everybody in play is in exactly one alliance"]


@pytest.mark.parametrize(
    ("text", "clicks"),
    [
        ("1 move Sir_Ann_0 52 53 60", ("knight-Sir_Ann_0", "hex-53", "troops-60")),
        ("1 attack Sir_Ann_0 52 53 60", ("knight-Sir_Ann_0", "hex-53", "troops-60")),
        ("1 fortify Sir_Ann_0 52", ("knight-Sir_Ann_0", "fortify")),
        ("withdraw 2", ("withdraw-2",)),
        ("ally accept Bob", ("accept-1",)),
        ("ally ask Gold", ("ask-Gold",)),
        ("ready", ("ready",)),
    ],
)
def test_an_action_is_a_few_clicks(text: str, clicks: tuple[str, ...]) -> None:
    assert GAME.present is not None
    assert GAME.present.gesture(parse(text)) == clicks


def test_there_is_a_button_for_every_listed_action_that_is_no_march(situation: Situate) -> None:
    state = situation(
        seats=4,
        troops={23: {0: 9}},
        knights={"Sir Ann 0": 23},
        allies=[(0, 1), (2,), (3,)],
        options=Options(mode="crown"),
    )
    written = rules.apply(state, 0, parse("1 fortify Sir_Ann_0 23")).state
    labels = {button.label for button in scene(view(written, 0)).buttons}
    assert {"Fortify", "209 troops", "1 troop", "Ready", "Take back order 1"} <= labels
    assert {
        "Leave the alliance",
        "Expel Bob",
        "Ask to join Group 1",
        "Ask to join Group 2",
    } <= labels
    ready = rules.apply(written, 0, parse("ready")).state
    assert "Not ready" in {button.label for button in scene(view(ready, 0)).buttons}
    leaving = rules.apply(state, 1, parse("ally leave")).state
    asking = rules.apply(leaving, 1, parse("ally ask Group 0")).state
    assert "Accept Bob" in {button.label for button in scene(view(asking, 0)).buttons}
    assert "Your objective" not in GAME.notation.diagram(view(asking, 0))
    home = rules.apply(leaving, 0, parse("1 move Sir_Ann_0 23 24 9")).state
    back = rules.apply(home, 0, parse("2 move Sir_Ann_0 24 23 9")).state
    assert "alone" in {button.label for button in scene(view(back, 0)).buttons}


def test_one_round_end_is_not_called_several() -> None:
    assert tell(Crowned("Gold", (0,), 1)) == "Gold holds the castle at 1 round end in a row."


def test_the_diagram_tells_a_player_where_the_knights_are_and_what_attacks_promise(
    situation: Situate,
) -> None:
    state = situation(
        troops={54: {0: 300}, 55: {1: 50}, 26: {1: 5}},
        knights={"Sir Ann 0": 54, "Sir Bob 0": 26},
    )
    before = GAME.notation.diagram(view(state, 0))
    assert "Your knights: Sir Ann 0 on 54" in before
    assert "Sir Ann 0 from 54 with 300 against 55: 99.99 %" in before
    state = rules.apply(state, 0, parse("1 attack Sir_Ann_0 54 55 40")).state
    odds = percent(win_chance(40, 50, 0))
    after = GAME.notation.diagram(view(state, 0))
    assert f"Order 1: attack Sir Ann 0 54 55 40, wins with {odds}" in after
    assert "Your knights" not in GAME.notation.diagram(view(state, None))
    lost = situation(troops={26: {1: 5}}, land={23: 0}, knights={"Sir Bob 0": 26})
    assert "Your knights: none" in GAME.notation.diagram(view(lost, 0))
