"""How the game looks: the scene, clicks, animations and sentences."""

from meadhall.core.capabilities import Present
from meadhall.core.visibility import in_turn
from meadhall.games.secret_toaster.look.follow import follow
from meadhall.games.secret_toaster.look.gestures import action_from_clicks, gesture
from meadhall.games.secret_toaster.look.motions import motions
from meadhall.games.secret_toaster.look.opening import opening
from meadhall.games.secret_toaster.look.preview import preview
from meadhall.games.secret_toaster.look.scene import scene
from meadhall.games.secret_toaster.look.words import ending, phrase, sentence
from meadhall.games.secret_toaster.rules.events import Event
from meadhall.games.secret_toaster.types import Action, View

PRESENT: Present[Action, Event, View] = Present(
    scene=scene,
    gesture=gesture,
    action_from_clicks=action_from_clicks,
    preview=preview,
    motions=in_turn(motions),
    follow=follow,
    sentence=sentence,
    phrase=phrase,
    opening=opening,
    ending=ending,
    marks=("●", "■", "▲", "◆", "★", "✚"),
    colours=("#D84315", "#1565C0", "#2E7D32", "#6A1B9A", "#F9A825", "#00838F"),
)
