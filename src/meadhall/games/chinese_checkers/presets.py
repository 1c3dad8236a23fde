"""Matches to choose as a whole; the first is the usual one."""

from meadhall.core.options import Preset

PRESETS = (
    Preset("Duel", "From corner to opposite corner.", 2),
    Preset("Three-way race", "Everyone runs to an empty corner.", 3),
    Preset("Full star", "Every corner taken, and a crowded middle.", 6),
    Preset("Open corners", "Marbles may stop anywhere.", 2, {"rest": "free"}),
    Preset("Classic", "Nothing is drawn by lot: red moves first.", 6, {"starts": "classic"}),
)
