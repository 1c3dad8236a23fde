"""What comes of a move is watched after it: the gauges have changed by then."""

from tests.games.chinese_checkers.positions import at, target, two, walled_in

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.look.follow import follow
from meadhall.games.chinese_checkers.look.scene import scene
from meadhall.games.chinese_checkers.types import Event, Left, Move, Options, Skipped, State
from meadhall.server.broadcast import viewer
from meadhall.server.protocol.scene_delta import patch


def watch(state: State, events: tuple[Event, ...]) -> list[tuple[int, Scene]]:
    """The scenes that a step passes, each with the beat from which it is shown."""
    shown, picture = list[tuple[int, Scene]](), scene(state)
    for stage in viewer.watch(viewer.ViewerPosition(GAME, state), events)[1]:
        picture = patch(picture, stage.scene)
        shown.append((stage.beat, picture))
    return shown


def gauges(picture: Scene) -> dict[str, int]:
    return {gauge.id: gauge.value for gauge in picture.gauges}


def test_the_last_marble_is_counted_before_the_win_is_told() -> None:
    gate, into = at(-1, 4), at(-1, 5)
    others = [at(q, 0) for q in range(-4, 5)]
    state = two([gate, *(hole for hole in target(0) if hole != into)], [*others, at(0, 1)])
    step = GAME.apply(state, 0, Move(gate, into))
    (arrived, moved), (said, won) = watch(state, step.events)
    assert (arrived, said) == (1, 2)
    assert (gauges(moved)["home-0"], gauges(moved)["moves"]) == (10, 1)
    assert f"m{into}" in {token.id for token in moved.tokens}
    assert moved.headline == scene(state).headline
    assert won.headline.startswith("Seat 1 (red ●) wins")


def test_a_skipped_player_is_named_after_the_move() -> None:
    state, move = walled_in()
    step = GAME.apply(state, state.turn, move)
    assert [type(event) for event in step.events[1:]] == [Skipped]
    (_, moved), (_, skipped) = watch(state, step.events)
    assert moved.notes == ()
    assert skipped.notes == ("Seat 1 (red ●) had no move and was skipped.",)
    assert skipped.headline == "Seat 1 (red ●) has no move and is skipped."


def test_who_leaves_is_marked_before_the_end_is_told() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    assert GAME.leave
    (_, left), (_, ended) = watch(state, GAME.leave(state, 0).events)
    assert left.gauges[0].label.endswith("has left")
    assert left.headline == "Seat 1 (red ●) leaves. The marbles stay on the board."
    assert "everybody else has left" in ended.headline


def test_a_single_event_has_no_stages() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    assert watch(state, GAME.apply(state, 0, Move(3, 14)).events) == []


def test_one_who_leaves_out_of_turn_passes_no_turn() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    *_, last = follow(state, scene(state), [(Left(2),), (Left(1),)])
    assert last.notes == scene(state).notes
