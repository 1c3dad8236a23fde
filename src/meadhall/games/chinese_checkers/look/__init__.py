"""How the game looks and what it says; `PRESENT` puts it together.

| file | what it makes |
| --- | --- |
| `scene` | the star, its marbles, gauges and the last move |
| `gestures` | clicks from a move, and a move from clicks |
| `motions` | what moves when an event happens |
| `words` | players' names, headlines, sentences |
| `preview` | what a move would do |
| `opening` | what players call a first move |
| `follow` | how the scene changes moment by moment |
| `scene_diff` | how the scene changes with an ordinary move |
"""

from meadhall.core.capabilities import Present
from meadhall.core.visibility import in_turn
from meadhall.games.chinese_checkers.look import (
    follow,
    gestures,
    motions,
    opening,
    preview,
    scene,
    words,
)
from meadhall.games.chinese_checkers.types import Event, Move, View

COLOURS = ("#D32F2F", "#1976D2", "#388E3C", "#F9A825", "#7B1FA2", "#EF6C00")
"""As the colour names in `words`."""

PRESENT: Present[Move, Event, View] = Present(
    scene=scene.scene,
    gesture=gestures.gesture,
    motions=in_turn(motions.motions),
    sentence=words.sentence,
    phrase=words.phrase,
    opening=opening.opening,
    ending=words.ending,
    marks=words.MARKS,
    colours=COLOURS,
    action_from_clicks=gestures.action_from_clicks,
    follow=follow.follow,
    preview=preview.preview,
)
