"""A step can be watched event by event: the board and the gauges change with each event."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product

from tests.games.jarls.random_play import choose_pushing

from meadhall.core.game import Step, start, to_act
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.core.seats import Viewer
from meadhall.core.visibility import motions_of
from meadhall.games.jarls import GAME
from meadhall.games.jarls.look.follow import follow
from meadhall.games.jarls.look.scene import scene
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.types import Event, State
from meadhall.server.broadcast import viewer
from meadhall.server.protocol.scene_delta import patch, scene_delta

RULESETS: tuple[Ruleset, ...] = ("holes", "shields")
BOARD = """
turn 3, mover 1, seats 3, quiet 7, {more}
     .   .   .   3J
   2w1 .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   .
 1w4 1w3 1w2 1w1 2w2 2J
   .   .   .   .   .
     1J  .   .   .
"""


def watch(state: State, text: str) -> list[tuple[int, Scene]]:
    """The scenes that a step passes, each with the beat from which it is shown."""
    step = GAME.apply(state, state.turn.mover, parse(text))
    view, shown = GAME.view(state, None), list[tuple[int, Scene]]()
    picture = scene(view)
    for stage in viewer.watch(viewer.ViewerPosition(GAME, view), step.events)[1]:
        picture = patch(picture, stage.scene)
        shown.append((stage.beat, picture))
    return shown


def gauges(picture: Scene) -> dict[str, int]:
    return {gauge.id: gauge.value for gauge in picture.gauges}


def pieces(picture: Scene) -> set[str]:
    return {token.id for token in picture.tokens}


def test_a_jarl_falls_before_its_warriors_vanish_and_the_gauges_count_along() -> None:
    state = position(BOARD.format(more="ruleset holes"))
    shown = dict(watch(state, "p1-w1 1,1"))
    fallen, vanished, out = (shown[beat] for beat in sorted(shown))
    assert pieces(fallen) == {
        "p1-j",
        *("p1-w1", "p1-w2", "p1-w3", "p1-w4"),
        "p2-w1",
        "p2-w2",
        "p3-j",
    }
    assert (gauges(fallen)["warriors-2"], gauges(fallen)["quiet"]) == (2, 7)
    assert pieces(vanished) == pieces(fallen) - {"p2-w1", "p2-w2"}
    assert gauges(vanished)["warriors-2"] == 0
    assert fallen.headline == vanished.headline == scene(GAME.view(state, None)).headline
    assert out.headline == "Seat 2 has lost the Jarl and is out."
    assert [(arrow.id, arrow.path) for arrow in fallen.arrows] == [("last", ("0,1", "1,1"))]


STUCK = """
turn 3, mover 1, first 2, seats 3, ruleset holes, quiet 4
     3J  ()  .   2J
   ()  ()  .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   .
 .   .   .   .   .   .
   .   .   .   .   .
     1J  .   .   .
"""


def test_the_round_counts_on_before_the_skipped_turn_is_watched() -> None:
    shown = dict(watch(position(STUCK), "p1-j -2,3"))
    moved, skipped = (shown[beat] for beat in sorted(shown))
    assert (gauges(moved)["round"], gauges(moved)["quiet"]) == (2, 5)
    assert skipped.headline == "Seat 3 cannot move and is skipped."


def test_pieces_fall_with_their_ring() -> None:
    ring = BOARD.replace("quiet 7", "quiet 19, first 2, sudden_death true")
    state = position(ring.format(more="ruleset holes"))
    shown = watch(state, "p1-w2 -1,2")
    beats = [beat for beat, _ in shown]
    lost = {"p2-j", "p2-w1", "p3-j", "p1-j"} - pieces(shown[-1][1])
    assert lost, "the ring takes pieces"
    fell = next(index for index, (_, one) in enumerate(shown) if len(one.cells) == 19)
    before = [one for beat, one in shown if beat < beats[fell]]
    assert all(len(one.cells) == 37 and lost <= pieces(one) for one in before)


def test_most_moves_have_nothing_to_follow() -> None:
    state = position(BOARD.format(more="ruleset holes"))
    for text in ("p1-w3 -2,0", "p1-j -2,3"):
        step = GAME.apply(state, 0, parse(text))
        view = GAME.view(state, 0)
        assert follow(view, scene(view), [step.events]) == []


OPTIONS = [
    Options(ruleset=ruleset, radius=4, starvation_rounds=2, fog=fog, sudden_death=sudden_death)
    for ruleset in RULESETS
    for fog in (False, True)
    for sudden_death in (False, True)
]
STEPS = 250


def test_what_is_followed_arrives_in_matches_with_many_deaths() -> None:
    seen: Counter[str] = Counter()
    for options, seats in product(OPTIONS, (2, 3, 6)):
        for state, step in _random_steps(options, seats):
            followed = [_arrives(state, step, viewer) for viewer in (*range(seats), None)]
            fog = " in fog" if options.fog else ""
            seen.update(f"{type(event).__name__}{fog}" for event in step.events if any(followed))
    for kind in ("PlayerEliminated", "StarvationTriggered", "GameEnded", "Eliminated"):
        assert seen[kind] > 0
        assert seen[f"{kind} in fog"] > 0
    assert seen["RingFell"] + seen["RingFell in fog"] > 0
    assert seen["TurnSkipped"] + seen["TurnSkipped in fog"] > 0


def _random_steps(options: Options, seats: int) -> Iterator[tuple[State, Step[State, Event]]]:
    rng = Rng(f"{options} {seats}")
    state = start(GAME, options, seats, rng)
    for _ in range(STEPS):
        asked = to_act(GAME, state)
        if not asked:
            state = start(GAME, options, seats, rng)
            continue
        action, rng = choose_pushing(state, asked[0], rng)
        step = GAME.apply(state, asked[0], action)
        yield state, step
        state = step.state


def _arrives(state: State, step: Step[State, Event], viewer: Viewer) -> bool:
    """Whether there was something to follow, and proof that it ends as the new scene."""
    before = GAME.view(state, viewer)
    events = [seen for event in step.events if (seen := GAME.view_event(event, viewer))]
    shown, wanted = scene(before), scene(GAME.view(step.state, viewer))
    followed = follow(before, shown, [(event,) for event in events])
    if not followed:
        return False
    for one, other in pairwise([shown, *followed]):
        shown = patch(shown, scene_delta(one, other))
    assert shown.gauges == wanted.gauges
    assert {*shown.cells} == {*wanted.cells}
    # What comes into sight comes last, and nothing has moved it.
    late = {*wanted.tokens} - {*shown.tokens}
    assert {*shown.tokens} <= {*wanted.tokens}
    assert not late or state.options.fog
    came = {
        motion.target for motion in motions_of(GAME, events) if motion.kind in ("slide", "push")
    }
    assert not {token.id for token in late} & came
    return True
