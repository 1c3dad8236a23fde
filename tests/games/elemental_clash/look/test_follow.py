"""A turn is watched phase by phase, with the values of each moment."""

from collections.abc import Sequence
from dataclasses import replace
from operator import is_

import pytest
from tests.games.elemental_clash.positions import (
    BLAST,
    SHIELD,
    SHOT,
    SPARE,
    battle,
    hand,
    miner,
    wall,
    with_hand,
)

from meadhall.core.rng import Rng
from meadhall.core.scene import Scene, beat_count
from meadhall.core.seats import Viewer
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.look.follow import follow
from meadhall.games.elemental_clash.look.motions import turn_motions
from meadhall.games.elemental_clash.look.scene import scene
from meadhall.games.elemental_clash.rules.events import (
    Changed,
    Ended,
    Event,
    Offered,
    Revealed,
    Struck,
)
from meadhall.games.elemental_clash.types import Options, Play, Result, Side, State
from meadhall.server.broadcast.viewer import ViewerPosition, watch
from meadhall.server.protocol.scene_delta import SceneChange, patch


def play(state: State, viewer: Viewer = None) -> tuple[State, tuple[Event, ...], list[Scene]]:
    """Both seats play their first card: the state before the last choice, and what followed."""
    state = GAME.apply(state, 0, Play(state.sides[0].hand[0])).state
    step = GAME.apply(state, 1, Play(state.sides[1].hand[0]))
    events = seen(step.events, viewer)
    return state, events, after_each(state, events, viewer)


def after_each(state: State, events: Sequence[Event], viewer: Viewer) -> list[Scene]:
    """The scenes after each event, as if each had a moment of its own."""
    view = GAME.view(state, viewer)
    return follow(view, scene(view), [(event,) for event in events])


def seen(events: tuple[Event, ...], viewer: Viewer) -> tuple[Event, ...]:
    shown = (GAME.view_event(event, viewer) for event in events)
    return tuple(event for event in shown if event is not None)


def values(shown: list[Scene], token: str) -> list[str]:
    """What stands on the token, each value once; `-` while it is not there."""
    badges = [next((t.badge for t in s.tokens if t.id == token), "-") for s in shown]
    return [badge for badge, before in zip(badges, ["", *badges], strict=False) if badge != before]


DECK = Side(energy=10, deck=(SPARE,))


def test_a_shield_appears_takes_the_blast_and_wears_down() -> None:
    _, _, shown = play(battle(with_hand(SHIELD, DECK), with_hand(BLAST, DECK)))
    assert values(shown, "wall-token-1") == ["-", "12", "4", "0", "-"]


def test_a_bot_that_is_put_up_and_destroyed_in_one_turn_is_seen() -> None:
    bot = hand("continuous_miner")
    _, _, shown = play(battle(with_hand(bot, DECK), with_hand(SHOT, DECK)))
    assert values(shown, "bot-token-1") == ["-", "3", "-"]
    assert values(shown, "base-token-1") == ["20", "17"]


def choices(state: State, event: Event, viewer: Viewer) -> dict[str, bool]:
    """Which cards there are after the event, and whether each is chosen."""
    (shown,) = after_each(state, [event], viewer)
    return {card.id: card.chosen for card in shown.cards}


def test_only_its_player_sees_a_choice_change_and_the_end_gives_it_back() -> None:
    state = battle(with_hand(SHIELD, DECK), with_hand(BLAST, DECK))
    (card,) = state.sides[0].hand
    state = GAME.apply(state, 0, Play(card)).state
    assert choices(state, Changed(0, card), 0)[card.id]
    assert card.id not in choices(state, Changed(0, card), 1)
    won = Ended(Result((1, -1), "base", ""))
    assert not choices(state, won, 0)[card.id]
    assert not any(choices(state, won, None).values())


def test_a_dodge_is_named_at_the_base_that_it_protects() -> None:
    _, events, _ = play(battle(with_hand(hand("deflection"), DECK), with_hand(BLAST, DECK)))
    said = [(motion.target, motion.text) for step in turn_motions(events) for motion in step]
    assert ("base-token-1", "Air Dodge") in said


def test_every_phase_has_its_caption() -> None:
    worn = replace(DECK, wall=wall(2), miner=miner("repair_miner", 2))
    _, _, shown = play(battle(with_hand(BLAST, worn), with_hand(SHIELD, worn)))
    captions = dict.fromkeys(scene.headline.partition(" · ")[0] for scene in shown)
    assert [*captions] == [
        "Cards are chosen",
        "Cards are turned over",
        "Not every card counts",
        "Energy is paid",
        "Attacks land",
        "Bots act",
        "Shields wear down",
        "Worn-out shields fall",
        "Hands are refilled",
        "A new turn",
    ]


def test_what_happens_at_once_has_one_caption_and_one_beat() -> None:
    _, events, shown = play(battle(with_hand(BLAST, DECK), with_hand(SHOT, DECK)))
    both = [index for index, event in enumerate(events) if isinstance(event, Revealed)]
    assert "Seat 1 reveals Fire Blast. Seat 2 reveals" in shown[both[0]].headline
    assert shown[both[0]].headline == shown[both[1]].headline
    moving = turn_motions(events)
    assert len({motions[0].beat for motions in map(moving.__getitem__, both)}) == 1
    flip, pause = moving[both[1]]
    assert (pause.kind, pause.beat, pause.milliseconds) == ("pause", flip.beat + 1, 1_500)
    assert beat_count(moving[both[1]]) <= moving[both[1] + 1][0].beat


def test_what_is_watched_together_is_drawn_once() -> None:
    state, events, shown = play(battle(with_hand(BLAST, DECK), with_hand(SHOT, DECK)))
    both = [index for index, event in enumerate(events) if isinstance(event, Revealed)]
    view, moment = GAME.view(state, None), events[: both[1] + 1]
    assert follow(view, scene(view), [moment]) == [shown[both[1]]]


def test_every_beat_has_one_stage_and_a_pause_changes_nothing() -> None:
    state, events, shown = play(battle(with_hand(BLAST, DECK), with_hand(SHOT, DECK)))
    motions, stages = watch(ViewerPosition(GAME, GAME.view(state, None)), events)
    beats = [stage.beat for stage in stages]
    assert beats == sorted({*beats})
    ends = [motion.beat + 1 for motion in motions if motion.kind == "pause"]
    assert {*ends} <= {*beats}
    quiet = [stage.beat for stage in stages if stage.scene == SceneChange()]
    drawn = 1  # cards come to hidden hands without a motion, where the pause before them ends
    assert {*quiet} < {*ends}
    assert len(ends) - len(quiet) == drawn
    picture = scene(GAME.view(state, None))
    for stage in stages:
        picture = patch(picture, stage.scene)
    assert picture == shown[-1]


def test_a_hand_that_shows_the_same_is_not_drawn_again() -> None:
    worn = replace(DECK, wall=wall(9))
    _, events, shown = play(battle(with_hand(SHOT, worn), with_hand(BLAST, DECK)), viewer=0)
    struck = next(index for index, event in enumerate(events) if isinstance(event, Struck))
    before, after = ([c for c in s.cards if c.seat == 0] for s in shown[struck - 1 : struck + 1])
    assert all(map(is_, before, after))


def test_chosen_cards_lie_face_down_until_they_are_turned_over() -> None:
    state, _, shown = play(battle(with_hand(BLAST, DECK), with_hand(SHOT, DECK)))
    kinds = [{t.cell: t.kind for t in s.tokens if t.id.startswith("revealed")} for s in shown]
    assert kinds[0] == {"table-1": "back", "table-2": "back"}
    assert kinds[2] == {"table-1": "continuous", "table-2": "projectile"}
    first = scene(GAME.view(state, 1))
    assert [t.id for t in first.tokens if t.kind == "back"] == ["revealed-1"]


@pytest.mark.parametrize(
    ("options", "energy", "left"),
    [
        (Options(), 2, 2),  # a card that cannot be paid for returns to the hand
        (Options(strict=True), 2, 1),  # under strict rules it is lost
        (Options(endless=True), 10, 2),  # a card that is played goes under the deck
    ],
)
def test_cards_go_where_the_rules_put_them(options: Options, energy: int, left: int) -> None:
    mine = Side(energy=energy, hand=hand("continuous", "wall"))
    rich = with_hand(hand("deflection", "wall"), DECK)
    state = battle(mine, rich, options=options)
    state = replace(state, sealed=state.sealed.put(0, mine.hand[0]))
    step = GAME.apply(state, 1, Play(rich.hand[0]))
    events = seen(step.events, 0)
    *_, last = after_each(state, events, 0)
    assert len([c for c in last.cards if c.seat == 0]) == left
    assert last.cards == scene(GAME.view(step.state, 0)).cards


def test_a_draft_is_not_followed() -> None:
    state = GAME.initial(Options(), 2, Rng("draft"))
    assert after_each(state, [Offered(2)], 0) == [scene(GAME.view(state, 0))]


def test_an_event_of_the_draft_does_not_happen_in_a_battle() -> None:
    with pytest.raises(TypeError, match="does not happen in a battle"):
        after_each(battle(DECK, DECK), [Offered(2)], 0)
