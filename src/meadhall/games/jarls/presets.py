"""Matches to choose as a whole; the first is the usual one."""

from meadhall.core.options import Preset

PRESETS = (
    Preset("Duel", "A board with a few holes, alike for both.", 2),
    Preset("Six-way free-for-all", "A large board, everyone for themselves.", 6),
    Preset("Fog", "You see only what is near your pieces.", 2, {"fog": True, "radius": 5}),
    Preset(
        "Shields",
        "Shields instead of holes, and players who only wait starve.",
        2,
        {"ruleset": "shields"},
    ),
    Preset("Two against two", "Two teams; win together.", 4, {"teams": True}),
    Preset(
        "Sudden death", "The board shrinks while nobody is captured.", 2, {"sudden_death": True}
    ),
    Preset(
        "Classic",
        "The boards and the order of the original game: small, quick and less fair.",
        2,
        {"standard": "classic"},
    ),
)
