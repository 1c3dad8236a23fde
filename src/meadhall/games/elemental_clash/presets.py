"""Matches to choose as a whole; the first is the usual one."""

from meadhall.core.options import Preset

PRESETS = (
    Preset("Classic", "Draft six cards and fight until a base falls.", 2),
    Preset("Endless", "Cards come back; after 40 turns, more HP wins.", 2, {"endless": True}),
    Preset("Strict", "A card that you cannot pay for is lost.", 2, {"strict": True}),
)
