"""How the game looks: scenes, clicks, motions, sentences, and the seats' marks and colours.

Shells draw what these functions return; they know nothing of the rules.
"""

from meadhall.cli.new_game.template.look.gestures import gesture
from meadhall.cli.new_game.template.look.motions import motions
from meadhall.cli.new_game.template.look.scene import scene
from meadhall.cli.new_game.template.look.words import ending, phrase, sentence
from meadhall.cli.new_game.template.types import Take, Taken, View
from meadhall.core.capabilities import Present
from meadhall.core.visibility import in_turn

PRESENT: Present[Take, Taken, View] = Present(
    scene=scene,
    gesture=gesture,
    motions=in_turn(motions),
    sentence=sentence,
    phrase=phrase,
    ending=ending,
    marks=("●", "■"),
    colours=("#E53935", "#1E88E5"),
)
