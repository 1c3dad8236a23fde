"""How the game looks."""

from meadhall.core.game import Present
from meadhall.games.secret_toaster.events import Event
from meadhall.games.secret_toaster.follow import follow
from meadhall.games.secret_toaster.gestures import gesture
from meadhall.games.secret_toaster.preview import foresee
from meadhall.games.secret_toaster.reading import reading
from meadhall.games.secret_toaster.scene import scene
from meadhall.games.secret_toaster.tell import motions, tell
from meadhall.games.secret_toaster.types import Action, View

PRESENT: Present[Action, Event, View] = Present(
    scene=scene,
    gesture=gesture,
    reading=reading,
    foresee=foresee,
    motions=motions,
    follow=follow,
    tell=tell,
    marks=("●", "■", "▲", "◆", "★", "✚"),
    colours=("#D84315", "#1565C0", "#2E7D32", "#6A1B9A", "#F9A825", "#00838F"),
)
