"""What a player is told of a move beforehand, compared with what the move then does."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.games.jarls.random_play import choose_pushing

from meadhall.core.game import start, to_act
from meadhall.core.rng import Rng
from meadhall.core.scene import Preview
from meadhall.games.jarls import GAME
from meadhall.games.jarls.look.preview import preview
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import BY_NAME, EMPTY, label, owner, title
from meadhall.games.jarls.types import (
    Blocked,
    Compressed,
    Eliminated,
    Event,
    GameEnded,
    Move,
    PlayerEliminated,
    Pushed,
    State,
    TurnEnded,
)

BOARD = """
turn 3, mover 1, {more}
     .   .   .   {corner}
   .   .   .   .   .
 .   .   .   .   .   .
{middle}
 {row}
   .   .   .   .   .
     {home}   .   .   .
"""


def lay_out(
    row: str = ".   .   .   .   .   .",
    middle: str = ".   .   .   *   .   .   .",
    more: str = "ruleset holes",
    *,
    corner: str = "2J",
    home: str = "1J",
) -> State:
    return position(BOARD.format(row=row, middle=middle, more=more, corner=corner, home=home))


def told(state: State, text: str) -> Preview:
    return preview(GAME.view(state, 0), parse(text))


def test_a_walk_and_an_attack_that_is_too_weak() -> None:
    state = lay_out(".   1w1 2w1 .   .   .")
    assert told(state, "p1-w1 -3,2") == Preview("Moves without an attack.")
    held = "Attacks seat 2's Warrior 1 with 1 against 1. It holds."
    assert told(state, "p1-w1 -1,1").text == held


def test_a_push_tells_its_sum_and_who_falls() -> None:
    fall = told(lay_out(".   .   1w2 1w1 .   2w1"), "p1-w1 2,1")
    assert fall.text == (
        "Attacks seat 2's Warrior 1 with 3 (1 + 1 momentum + 1 support) against 1."
        " Seat 2's Warrior 1 falls off the board."
    )
    three = "seats 3, ruleset holes"
    chain = told(lay_out("1w2 1w1 2w1 3w1 ()  3J", more=three), "p1-w1 -1,1").text
    assert chain.endswith(
        "Seat 2's Warrior 1 is pushed one hex. Seat 3's Warrior 1 falls into a hole."
    )
    two = told(lay_out("1w2 1w1 2w1 3w1 .   3J", more=three), "p1-w1 -1,1").text
    assert two.endswith("Seat 2's Warrior 1 and seat 3's Warrior 1 are pushed one hex.")


@pytest.mark.parametrize("ruleset", ["holes", "shields"])
def test_a_push_against_the_throne_moves_nothing(ruleset: str) -> None:
    state = lay_out(middle="1w2 1w1 2w1 *   .   .   .", more=f"ruleset {ruleset}")
    stopped = told(state, "p1-w1 -1,0").text
    assert stopped.endswith("Nothing moves: the Throne is behind seat 2's Warrior 1.")
    assert "push" not in stopped


def test_shields_and_pieces_of_the_team_stop_a_push() -> None:
    shield = lay_out("1w2 1w1 2w1 #1  .   .", more="ruleset shields")
    assert told(shield, "p1-w1 -1,1").text.endswith(
        "Nothing moves: a Shield is behind seat 2's Warrior 1."
    )
    team = lay_out("1w2 1w1 2w1 3w1 .   .", more="seats 4, teams true")
    assert told(team, "p1-w1 -1,1").text.endswith(
        "Nothing moves: a piece of your team is behind seat 2's Warrior 1."
    )


def test_the_player_is_warned_of_the_death_of_the_own_jarl() -> None:
    state = lay_out(".   .   1w2 1w1 2w1 1J", home=".")
    suicide = told(state, "p1-w1 1,1")
    assert suicide.warning == (
        "Your Jarl falls off the board. You lose your Jarl and are out of the match."
        " Seat 2 has the last Jarl standing and wins."
    )
    assert suicide.text.endswith("Seat 2's Warrior 1 is pushed one hex.")


def test_the_player_is_warned_of_an_answer_that_kills_the_jarl() -> None:
    state = lay_out("1J  1w1 2w1 2w2 2w3 .", home="1w2")
    assert told(state, "p1-w2 -2,3").warning == "", "the Jarl braces the Warrior before it"
    assert told(state, "p1-w1 -1,0").warning == (
        "Seat 2's Warrior 1 could then push your Jarl to its death."
    )


def test_a_winning_move_says_so() -> None:
    last = told(lay_out(".   1w4 1w3 1w2 1w1 2J", corner="."), "p1-w1 2,1")
    assert last.text.endswith(
        "Seat 2's Jarl falls off the board. Seat 2 has lost the Jarl and is out."
        " You win! Seat 1 has the last Jarl standing and wins."
    )
    throne = told(lay_out(middle=".   .   1J  *   .   .   .", home="."), "p1-j 0,0")
    assert throne == Preview("Moves without an attack. You win! Seat 1 takes the Throne and wins.")


def test_what_the_end_of_the_round_brings_is_told() -> None:
    quiet = lay_out(more="first 2, quiet 49")
    assert "the match is a draw" in told(quiet, "p1-j -2,2").text
    ring = lay_out(
        more="first 2, quiet 19, sudden_death true", home="1w1", middle="1J " + ".  " * 6
    )
    fallen = told(ring, "p1-j -2,0")
    assert "The outer ring falls away" in fallen.text
    assert "Warrior 1 falls with the outer ring" in fallen.warning


def test_choices_beside_moves() -> None:
    place = lay_out(more="ruleset shields\nplacing 2")
    assert told(place, "place 0,2") == Preview("Places a Shield here.")
    assert told(place, "skip") == Preview()
    famine = lay_out(more="ruleset shields\nfamine p1-w1 p1-j | p2-w1\nsealed - -")
    assert told(famine, "starve p1-w1").warning == ""
    assert told(famine, "starve p1-j").warning == "You would be out of the match."


RANKS = "1w2 1w1 2w1 2w2 1J  .   ."


def test_the_mover_sees_the_ranks_behind_both_sides_of_an_attack() -> None:
    state = lay_out(middle=RANKS, home=".")
    attack = told(state, "p1-w1 -1,0")
    assert [(arrow.id, arrow.path, arrow.kind) for arrow in attack.arrows] == [
        ("support", ("-3,0", "-2,0"), "preview"),
        ("bracing", ("0,0", "-1,0"), "preview"),
    ]
    foggy = replace(state, options=replace(state.options, fog=True))
    assert told(foggy, "p1-w1 -1,0").arrows == attack.arrows


def test_a_run_across_the_throne_is_no_attack_on_the_piece_behind_it() -> None:
    state = lay_out(middle="1w2 1w1 1J  *   2w1 .   .", home=".")
    assert GAME.refusal(state, 0, parse("p1-j 1,0")) is None
    assert told(state, "p1-j 1,0").text.startswith("Moves without an attack.")


def test_fog_may_hide_what_is_behind_a_long_row() -> None:
    state = start(GAME, Options(fog=True, radius=6), 3, Rng("fog"))
    number = grid(6).number
    row = ["p1-w1", "p2-w1", "p3-w1", "p2-w2", "p3-w2"]
    cells = {number[(q - 2, 3)]: BY_NAME[name] for q, name in enumerate(row)}
    cells[number[(-3, 3)]] = BY_NAME["p1-w2"]
    cells |= {number[(-6, 3)]: BY_NAME["p1-j"]}
    cells |= {number[(6, -3)]: BY_NAME["p2-j"], number[(3, -6)]: BY_NAME["p3-j"]}
    cells |= {number[(6, -4)]: BY_NAME["p2-w3"]}
    open_end = _board_of(state, cells)
    del cells[number[(6, -4)]]
    closed = _board_of(state, cells | {number[(3, 3)]: BY_NAME["p2-w3"]})
    attack = told(open_end, "p1-w1 -1,3")
    assert attack.text.startswith("As far as you can see: Attacks")
    assert attack == told(closed, "p1-w1 -1,3"), "the hidden piece makes no difference"


def _board_of(state: State, cells: dict[int, int]) -> State:
    return replace(state, board=tuple(cells.get(cell, EMPTY) for cell in range(len(state.board))))


Claims = frozenset[str]
RULESETS: tuple[Ruleset, ...] = ("holes", "shields")
MATCHES = [
    (ruleset, seats, fog) for ruleset in RULESETS for seats in range(2, 7) for fog in (False, True)
]
PER_MATCH = 50
"""1,000 moves in all."""


def test_previews_say_what_happens_over_a_thousand_random_moves() -> None:
    seen: Counter[str] = Counter()
    for ruleset, seats, fog in MATCHES:
        for state, action in _random_moves(ruleset, seats, fog=fog):
            seat = owner(BY_NAME[action.piece])
            shown, step = preview(GAME.view(state, seat), action), GAME.apply(state, seat, action)
            if shown.text.startswith("As far as you can see"):
                seen["unsure"] += 1
                continue
            happened = _happened(step.events, seat, fog=fog)
            assert _claims(shown) == happened, (
                GAME.notation.diagram(GAME.view(state, None)),
                action,
            )
            seen.update(re.split(" ", claim)[0] for claim in happened)
            seen["moves"] += 1
            if not fog and step.state.phase == "playing":
                danger = _is_killed_next(step.state, seat)
                assert ("could then push your Jarl" in shown.warning) == danger
                seen["danger"] += danger
    assert seen["moves"] + seen["unsure"] == len(MATCHES) * PER_MATCH
    for kind in ("walks", "holds", "stuck", "pushed", "falls", "out", "ends", "danger"):
        assert seen[kind] > 0, (kind, seen)


def _random_moves(ruleset: Ruleset, seats: int, *, fog: bool) -> Iterator[tuple[State, Move]]:
    """Every third move of random matches in which players like to push."""
    rng, count = Rng(f"{ruleset} {seats} {fog}"), 0
    while True:
        state = start(GAME, Options(ruleset=ruleset, fog=fog, radius=4), seats, rng)
        while asked := to_act(GAME, state):
            action, rng = choose_pushing(state, asked[0], rng)
            count += isinstance(action, Move)
            if isinstance(action, Move) and count % 3 == 0:
                yield state, action
            if count == 3 * PER_MATCH:
                return
            state = GAME.apply(state, asked[0], action).state
        rng = rng.fork("next")


def _claims(shown: Preview) -> Claims:
    """What the preview says, as short facts."""
    said = f"{shown.text} {shown.warning}"
    claims = {"walks"} if "without an attack" in said else set()
    claims |= {"holds"} if "It holds." in said else set()
    claims |= {"stuck"} if "Nothing moves:" in said else set()
    for match in re.finditer(r"([^.]+) (?:is|are) pushed one hex\.", said):
        claims |= {f"pushed {piece.strip().lower()}" for piece in match[1].split(" and ")}
    for match in re.finditer(r"([^.]+) falls (off|into)", said):
        claims.add(f"falls {match[1].strip().lower()} {match[2]}")
    for match in re.finditer(r"([^.]+) (?:has lost the Jarl|lose your Jarl)", said):
        claims.add(f"out {match[1].strip().lower()}")
    if "You win!" in said:
        claims.add("ends won")
    elif "wins." in said or "win." in said or "is a draw" in said:
        claims.add("ends otherwise")
    return frozenset(claims)


def _happened(events: tuple[Event, ...], seat: int, *, fog: bool) -> Claims:
    """What the events say, as the same facts. In fog nothing is foretold beyond the turn."""
    turn = events[: events.index(_end(events))]
    fights = Blocked | Compressed | Pushed | Eliminated
    claims = set() if any(isinstance(event, fights) for event in turn) else {"walks"}
    deaths = [event for event in turn if isinstance(event, Eliminated)]
    for fallen in deaths[:1]:
        where = "off" if fallen.cause == "edge" else "into"
        claims.add(f"falls {_call(fallen.piece, seat)} {where}")
    over = (_end(events),) if isinstance(_end(events), GameEnded) else ()
    claims |= {_claim(event, seat) for event in ((*turn, *over) if fog else events)}
    return frozenset(claims - {""})


def _claim(event: Event, seat: int) -> str:
    match event:
        case Blocked():
            return "holds"
        case Compressed():
            return "stuck"
        case Pushed(piece=piece):
            return f"pushed {_call(piece, seat)}"
        case PlayerEliminated(seat=loser):
            return "out you" if loser == seat else f"out seat {loser + 1}"
        case GameEnded(winners=winners):
            return "ends won" if seat in winners else "ends otherwise"
        case _:
            return ""


def _end(events: tuple[Event, ...]) -> Event:
    return next(event for event in events if isinstance(event, TurnEnded | GameEnded))


def _call(piece: str, seat: int) -> str:
    code = BY_NAME[piece]
    return (f"your {title(code)}" if owner(code) == seat else label(code)).lower()


def _is_killed_next(state: State, seat: int) -> bool:
    """Whether any enemy could push the seat's Jarl to its death, tried move by move."""
    for enemy in range(state.seats):
        theirs = replace(state, turn=replace(state.turn, mover=enemy))
        for action in GAME.legal_actions(theirs, enemy) if enemy != seat else ():
            for event in GAME.apply(theirs, enemy, action).events:
                if isinstance(event, TurnEnded):
                    break
                if isinstance(event, PlayerEliminated) and event.seat == seat:
                    return True
    return False
