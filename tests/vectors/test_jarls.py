"""Jarls against positions and games recorded from an independent implementation.

Every kind of line of both files is checked. What is left out is in the tables below, with the
choice in `CHOICES.md` that says so, and nothing else is.
"""

import json

import pytest
from tests.vectors.jarls_lines import (
    RULESETS,
    Line,
    event_line,
    id_of,
    move_line,
    of_kind,
    places,
    recorded,
    seat_of,
    state_of,
    where,
)

from meadhall.core.game import Step
from meadhall.games.jarls import GAME
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.rules import layout, scales, starvation
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.ending import survivors
from meadhall.games.jarls.rules.legal import has_draft
from meadhall.games.jarls.rules.pieces import jarl
from meadhall.games.jarls.rules.previews import previews
from meadhall.games.jarls.rules.push import route_of
from meadhall.games.jarls.types import Event, Famine, Move, Skip, State
from meadhall.kit.hexgrid import ORIGIN, direction_of, distance, line, rotate_around
from meadhall.kit.sealed import Sealed

OUTCOMES_LEFT_OUT = {
    "MOMENTUM_SUPPORT": "J6: momentum and support add up here",
    "COMPRESS_SINGLE_TWO_HEX": "J7: after two hexes a compressed attacker advances one",
    "COMPRESS_LONG": "J7: nobody in a compressed chain moves",
    "OVERLAP": "J7: two pieces never share a hex",
    "WARRIOR_CROSSES_THRONE": "J4: a Warrior never crosses the Throne",
    "WARRIOR_ENDS_ON_THRONE": "J4: nor ends on it",
    "ELIMINATED_BEFORE": "J3: turn order with eliminated players",
    "PLAYER_OUT_GAME_GOES_ON": "J3: the same",
    "SELF_ELIMINATION": "J3: the same",
    "HOLE_JARL_CAUSE_EDGE": "J8: the Warriors die of the Jarl's cause",
    "SHIELD_DESTINATION": "a command onto a Shield is refused",
    "PIECE_ON_THRONE_BEFORE": "the position cannot come about here",
}
OUTCOMES_LEFT_OUT_OF_HOLES = {
    "JARL_PUSHED_ONTO_THRONE": "J7: the Throne stops every pushed piece",
    "CHAIN_THROUGH_THRONE": "J7: the same",
}
STARVATION_LEFT_OUT = {
    "PLAYER_WITHOUT_WARRIORS": "J9: hunger takes the Jarl at once",
    "JARL_STARVED": "J9: the same",
    "CURRENT_PLAYER_STARVED": "J9: the turn passes on",
    "NO_JARL_LEFT": "J9: a draw",
}
LISTS_LEFT_OUT = {
    "LIST_MOMENTUM_SUPPORT": "J6: previews add momentum and support",
    "LIST_WARRIOR_CROSSES_THRONE": "J4: such moves are not legal",
}
KINDS_LEFT_OUT = {"grace": "J9: there are no grace rounds"}
EVENTS_OF_OURS_ALONE = ("BLOCKED", "COMPRESSED", "PLAYER_ELIMINATED", "ROUND_ENDED")
# Besides, by line kind: `matrix` leaves out a Warrior's cells straight across the Throne (J4) and
# `contestedHexes`; `invalid` leaves out Shields as destinations; `skip` leaves out positions with
# an eliminated player (J3); `starve` counts the outcome only where every tie was decided validly,
# and never `after.rse` (J9); in the shields set the cause of leaderless Warriors differs (J8);
# `hasLegal` is left out where all legal commands are blocked attacks, which they do not list (J5).

CHECKED = {"setup", "ply", "skip", "fan", "invalid", "matrix", "hex"}
CHECKED_OF_SHIELDS = {"starve", "trigger"}


def left_out(ruleset: Ruleset, contested: list[str], *besides: str) -> bool:
    table = {*OUTCOMES_LEFT_OUT, *(OUTCOMES_LEFT_OUT_OF_HOLES if ruleset == "holes" else ())}
    return any(tag in table or tag in besides for tag in contested)


def in_their_shape(events: tuple[Event, ...]) -> list[Line]:
    """Our events in the recorder's shape, without the ones it does not have."""
    return [event_line(event) for event in events if event.kind not in EVENTS_OF_OURS_ALONE]


def comparable(ruleset: Ruleset, events: list[Line]) -> tuple[list[Line], list[Line]]:
    """What happened, and who died leaderless; there the recorder's list order is its own.

    The first death is the pushed piece's; in the shields set the causes of others differ (J8).
    """
    leaderless = [event for event in events if event["type"] == "ELIMINATED"][1:]
    main = [event for event in events if event not in leaderless]
    if ruleset == "shields":
        leaderless = [{**event, "cause": None} for event in leaderless]
    return main, sorted(leaderless, key=json.dumps)


def eliminated(after: Line) -> list[str]:
    """Who is eliminated: a fan lists them, elsewhere every player says so."""
    return after["out"] if "out" in after else [name for name, gone, *_ in after["players"] if gone]


def check_counters(state: State, after: Line, note: str) -> None:
    turn, result = state.turn, state.result
    gone = [id_of(seat) for seat in range(state.seats) if seat not in survivors(state)]
    assert gone == sorted(eliminated(after)), note
    assert (turn.number, turn.round, turn.first, turn.quiet) == (
        after["turn"], after["round"], after["first"], after["rse"],
    ), note  # fmt: skip
    assert id_of(turn.mover) == after["cur"], note
    assert (after["phase"] == "ended") == (result is not None), note
    assert (after["winner"], after["win"]) == (
        (id_of(result.winners[0]), result.reason) if result else (None, None)
    ), note


def check_outcome(ruleset: Ruleset, state: State, result: Line, move: Move, note: str) -> State:
    assert result["ok"] == 1
    route = route_of(state, move)
    assert int(route.momentum) == result["momentum"], note
    adjusted = grid(state.radius).hexes[route.target]
    assert (None if adjusted == move.to else list(adjusted)) == result["adj"], note
    step: Step[State, Event] = GAME.apply(state, state.turn.mover, move)
    ours, theirs = in_their_shape(step.events), result["events"]
    assert comparable(ruleset, ours) == comparable(ruleset, theirs), note
    return step.state


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_line_is_of_a_kind_that_is_checked_or_left_out(ruleset: Ruleset) -> None:
    checked = CHECKED | (CHECKED_OF_SHIELDS if ruleset == "shields" else set())
    assert {entry["k"] for entry in recorded(ruleset)} <= checked | set(KINDS_LEFT_OUT)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_legal_moves_and_previews(ruleset: Ruleset) -> None:
    for entry in of_kind(ruleset, "ply", "fan"):
        state = state_of(ruleset, entry["S"])
        ours = [move_line(preview) for preview in previews(state, state.turn.mover)]
        if any(tag in LISTS_LEFT_OUT for tag in entry["listContested"]):
            continue
        theirs = [(*move[:5], json.dumps(move[5])) for move in (*entry["moves"], *entry["blocked"])]
        assert sorted(ours) == sorted(theirs), where(entry)
        if entry["moves"] or not entry["blocked"]:
            assert bool(ours) == bool(entry["hasLegal"]), where(entry)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_plies(ruleset: Ruleset) -> None:
    for entry in of_kind(ruleset, "ply"):
        if left_out(ruleset, entry["contested"]):
            continue
        state, note = state_of(ruleset, entry["S"]), where(entry)
        command = entry["cmd"]
        move = Move(command["piece"], tuple(command["to"]))
        after = check_outcome(ruleset, state, entry, move, note)
        expected = {name: (q, r) for name, _, _, q, r in entry["after"]["pieces"]}
        assert places(after) == expected, note
        check_counters(after, entry["after"], note)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fans(ruleset: Ruleset) -> None:
    for entry in of_kind(ruleset, "fan"):
        state = state_of(ruleset, entry["S"])
        for result in entry["results"]:
            if left_out(ruleset, result["contested"]):
                continue
            note = f"{where(entry)} {result['piece']} {result['to']}"
            move = Move(result["piece"], tuple(result["to"]))
            after = check_outcome(ruleset, state, result, move, note)
            expected = places(state)
            expected |= {name: tuple(hex_) for name, hex_ in result["after"]["moved"].items()}
            for name in result["after"]["removed"]:
                del expected[name]
            assert places(after) == expected, note
            check_counters(after, result["after"], note)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_skips(ruleset: Ruleset) -> None:
    for entry in of_kind(ruleset, "skip"):
        if any(player[1] for player in entry["S"]["players"]):
            continue
        state = state_of(ruleset, entry["S"])
        turn = GAME.apply(state, state.turn.mover, Skip()).state.turn
        after = entry["after"]
        assert (id_of(turn.mover), turn.number, turn.round, turn.first, turn.quiet) == (
            after["cur"], after["turn"], after["round"], after["first"], after["rse"],
        ), where(entry)  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
def test_invalid_commands(ruleset: Ruleset) -> None:
    for entry in of_kind(ruleset, "invalid"):
        state = state_of(ruleset, entry["S"])
        shields = {hex_ for name, hex_ in places(state).items() if name.startswith("s")}
        for case in entry["cases"]:
            if tuple(case["to"]) in shields:
                continue
            move = Move(case["piece"], tuple(case["to"]))
            refusal = GAME.refusal(state, seat_of(case["player"]), move)
            assert refusal is not None, f"{where(entry)} {case}"
            assert refusal.code == case["err"], f"{where(entry)} {case}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_matrices(ruleset: Ruleset) -> None:
    for entry in of_kind(ruleset, "matrix"):
        state = state_of(ruleset, entry["S"])
        seat, at = state.turn.mover, places(state)
        contested = {tuple(hex_) for hex_ in entry.get("contestedHexes", ())}
        for piece, row in entry["rows"].items():
            beside_throne = "-w" in piece and distance(at[piece], ORIGIN) == 1
            across = {(-at[piece][0], -at[piece][1])} if beside_throne else set()
            for (q, r), digit in zip(entry["hexes"], row, strict=True):
                if (q, r) in contested | across:
                    continue
                refusal = GAME.refusal(state, seat, Move(piece, (q, r)))
                code = "OK" if refusal is None else refusal.code
                assert code == entry["codes"][int(digit, 16)], f"{where(entry)} {piece} {q},{r}"
        table, start = grid(state.radius), state.board.index(jarl(seat))
        drafts = [d for d in range(6) if has_draft(state.board, table, start, d)]
        assert drafts == entry["drafts"], where(entry)


def test_setup_with_holes() -> None:
    for entry in of_kind("holes", "setup"):
        seats, radius = entry["n"], entry["radius"]
        assert scales.CLASSIC[seats].warriors == entry["warriorCount"]
        assert [list(hex_) for hex_ in layout.starts(seats, radius)] == [
            player["jarl"] for player in entry["fixed"]
        ]
        state = layout.populate(Options(standard="classic", radius=radius), seats, ())
        check_starts(state, entry["fixed"])
        for player in entry["fixed"]:
            assert [list(hex_) for hex_ in line(tuple(player["jarl"]), ORIGIN)] == player["line"]
        for terrain, holes in entry["holes"].items():
            sites = layout.hole_sites(seats, radius)
            assert sorted(map(list, sites)) == sorted(holes["allowed"])
            assert min(scales.hole_count(terrain, radius), len(sites)) == holes["count"]


def test_setup_with_shields() -> None:
    for entry in of_kind("shields", "setup"):
        seats, radius, fixed = entry["n"], entry["radius"], entry["fixed"]
        scale = scales.CLASSIC[seats]
        assert (scale.warriors, scale.shields) == (entry["warriorCount"], entry["shieldCount"])
        shields = [tuple(hex_) for hex_ in fixed["shields"]]
        assert layout.keeps_lines_clear(shields, seats, radius) == fixed["valid"]
        options = Options(ruleset="shields", standard="classic", radius=radius)
        check_starts(layout.populate(options, seats, shields), fixed["players"])


def check_starts(state: State, players: list[Line]) -> None:
    at = places(state)
    for number, player in enumerate(players, start=1):
        assert list(at[f"p{number}-j"]) == player["jarl"]
        warriors = [at[f"p{number}-w{n}"] for n in range(1, len(player["warriors"]) + 1)]
        assert [list(hex_) for hex_ in warriors] == player["warriors"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hexes(ruleset: Ruleset) -> None:
    for entry in of_kind(ruleset, "hex"):
        for case in entry["cases"]:
            a, b = tuple(case["a"]), tuple(case["b"])
            assert distance(a, b) == case["dist"]
            assert direction_of(a, b) == case["dir"]
            assert [list(hex_) for hex_ in line(a, b)] == case["line"]
            turns = [list(rotate_around(a, ORIGIN, -steps)) for steps in range(6)]
            assert turns == case["rot"]


def check_trigger(quiet: int, triggered: int, initial: int) -> None:
    usual = Options()
    assert starvation.is_due(quiet, usual) == bool(triggered)
    assert (quiet == usual.starvation_rounds) == bool(initial)


def test_starvation_triggers() -> None:
    for entry in of_kind("shields", "trigger"):
        for case in entry["cases"]:
            check_trigger(*case)


def test_starvation() -> None:
    for entry in of_kind("shields", "starve"):
        state, note = state_of("shields", entry["S"]), where(entry)
        trigger, candidates, at = entry["trigger"], starvation.candidates(state), places(state)
        check_trigger(state.turn.quiet, trigger["triggered"], trigger["isInitial"])
        assert [seat_of(player) for player, _, _ in entry["candidates"]] == list(survivors(state))
        for player, names, furthest in entry["candidates"]:
            warriors = [name for name in candidates[seat_of(player)] if "-w" in name]
            assert set(warriors) == set(names), note
            assert not names or {distance(at[name], ORIGIN) for name in names} == {furthest}, note
        check_starvation_outcome(state, entry, candidates, note)


def check_starvation_outcome(
    state: State, entry: Line, candidates: tuple[tuple[str, ...], ...], note: str
) -> None:
    choices = {seat_of(player): piece for player, piece in entry["choices"]}
    ties = [seat for seat, names in enumerate(candidates) if len(names) > 1]
    decided = all(choices.get(seat) in candidates[seat] for seat in ties)
    if left_out("shields", entry["contested"], *STARVATION_LEFT_OUT) or not decided:
        return
    sealed: Sealed[str] = Sealed.empty(state.seats)
    for seat in ties:
        sealed = sealed.put(seat, choices[seat])
    step = starvation.resolve(state, Famine(candidates, sealed))
    key = json.dumps
    assert sorted(in_their_shape(step.events), key=key) == sorted(entry["events"], key=key), note
    expected = {name: (q, r) for name, _, _, q, r in entry["after"]["pieces"]}
    assert places(step.state) == expected, note
    assert (step.state.result is not None) == bool(entry["gameEnded"]), note
    check_counters(step.state, {**entry["after"], "rse": state.turn.quiet}, note)
