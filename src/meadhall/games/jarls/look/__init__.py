"""How Jarls looks and what it says."""

from meadhall.core.capabilities import Present
from meadhall.games.jarls.look.dangers import dangers
from meadhall.games.jarls.look.follow import follow
from meadhall.games.jarls.look.gestures import action_from_clicks, gesture
from meadhall.games.jarls.look.motions import move_motions
from meadhall.games.jarls.look.opening import opening
from meadhall.games.jarls.look.preview import preview
from meadhall.games.jarls.look.scene import scene
from meadhall.games.jarls.look.words import ending, phrase, sentence
from meadhall.games.jarls.types import Action, Event, View

PRESENT: Present[Action, Event, View] = Present(
    scene=scene,
    gesture=gesture,
    motions=move_motions,
    follow=follow,
    sentence=sentence,
    phrase=phrase,
    opening=opening,
    ending=ending,
    marks=("●", "■", "▲", "◆", "★", "✚"),
    colours=("#E53935", "#1E88E5", "#43A047", "#FB8C00", "#8E24AA", "#00ACC1"),
    action_from_clicks=action_from_clicks,
    preview=preview,
    dangers=dangers,
)
