"""How the game looks and what it says; `PRESENT` puts it together.

| file | what it makes |
| --- | --- |
| `scene.py` | both sides of the table, cards, gauges, notes |
| `gestures.py` | clicks from an action, and an action from clicks |
| `motions.py` | what moves when an event happens |
| `follow.py` | how the table looks after each moment of a turn |
| `preview.py` | what a card would do |
| `opening.py` | what players call a draft |
| `words.py` | events and endings as sentences |
"""

from meadhall.core.capabilities import Present
from meadhall.games.elemental_clash.look.follow import follow
from meadhall.games.elemental_clash.look.gestures import action_from_clicks, gesture
from meadhall.games.elemental_clash.look.motions import turn_motions
from meadhall.games.elemental_clash.look.opening import opening
from meadhall.games.elemental_clash.look.preview import preview
from meadhall.games.elemental_clash.look.scene import scene
from meadhall.games.elemental_clash.look.words import ending, phrase, sentence
from meadhall.games.elemental_clash.rules.events import Event
from meadhall.games.elemental_clash.types import Action, View

PRESENT: Present[Action, Event, View] = Present(
    scene=scene,
    gesture=gesture,
    action_from_clicks=action_from_clicks,
    motions=turn_motions,
    follow=follow,
    preview=preview,
    sentence=sentence,
    phrase=phrase,
    opening=opening,
    ending=ending,
    marks=("▲", "■"),
    colours=("#C62828", "#1565C0"),
)
