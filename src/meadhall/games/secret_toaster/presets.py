"""Matches to choose as a whole; the first is the usual one."""

from meadhall.core.options import Preset

PRESETS = (
    Preset("Duel for the castle", "Hold the castle to win.", 2),
    Preset("Secret objectives", "Everyone has a secret goal.", 4),
    Preset("Six houses", "Alliances and betrayal on a full map.", 6),
    Preset("Short war", "Ten rounds.", 3, {"round_limit": 10}),
    Preset("Race to the castle", "Hold the castle to win, with allies.", 4, {"mode": "crown"}),
    Preset(
        "Classic",
        "Larger alliances, two Kingmakers who want the castle for themselves: less fair.",
        5,
        {"standard": "classic"},
    ),
)
