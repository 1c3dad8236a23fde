"""What can be chosen before a match of Jarls."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from meadhall.core.options import OptionForm, option

Ruleset: TypeAlias = Literal["holes", "shields"]
Terrain: TypeAlias = Literal["calm", "treacherous", "chaotic"]
Standard: TypeAlias = Literal["even", "fair", "classic"]
Starts: TypeAlias = Literal["mirrored", "classic"]
FirstMove: TypeAlias = Literal["rotating", "fixed", "swap"]

HOLES: Final = ("ruleset", "holes")
SHIELDS: Final = ("ruleset", "shields")
MOST_WARRIORS, MOST_SHIELDS = 8, 18

_EXAMPLE = (
    "2J 2w1 . . / . 2w2 . . . / . . () . . . / . . . * . . . / . . . () . . / . . . 1w2 . /"
    " . . 1w1 1J"
)


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen before a match. Options of the other ruleset have no effect.

    Where an option is `None`, `standard` decides (see `rules.scales`).
    """

    ruleset: Ruleset = option(
        "holes",
        "Holes in the board, or Shields and starvation.",
        form=OptionForm("Rules", ("Holes", "Shields and starvation")),
    )
    standard: Standard = option(
        "even",
        "What 'automatic' means below: measured to be fair, fair as measured first, or as in the"
        " original game.",
        form=OptionForm("Standard", ("Fair", "First fair one", "Classic")),
    )
    radius: int | None = option(
        None, "Board size: automatic, or a number of rings.", low=3, high=10,
        form=OptionForm("Board size", unit="rings", unset="automatic"),
    )  # fmt: skip
    warriors: int | None = option(
        None, "Warriors of each player.", low=1, high=MOST_WARRIORS,
        form=OptionForm("Warriors", unit="each", unset="automatic"),
    )  # fmt: skip
    starts: Starts | None = option(
        None,
        "Where the Jarls begin: all alike, or as in the original game.",
        form=OptionForm("Starts", ("Mirrored", "Classic"), unset="automatic"),
    )
    first_move: FirstMove | None = option(
        None,
        "Who begins a round: the next seat each time, always the first seat, or the first seat and"
        " the second player may change sides after the first move (2 players only).",
        form=OptionForm(
            "First move", ("The next seat", "The first seat", "Swap sides"), unset="automatic"
        ),
    )
    symmetry: bool | None = option(
        None,
        "Whether holes or Shields lie alike for all seats, where the board allows it.",
        form=OptionForm("Symmetric board", ("Yes", "No"), unset="automatic"),
    )
    terrain: Terrain | None = option(
        None,
        "How many holes the board has (holes only). On the classic board for two there is room for"
        " four, so treacherous and chaotic are the same there.",
        form=OptionForm(
            "Terrain",
            ("Few holes", "Many holes", "Full of holes"),
            unset="automatic",
            needs=HOLES,
        ),
    )
    hole_sites: int | None = option(
        None, "How far inside the edge holes are at least (holes only).", low=1, high=2,
        form=OptionForm("Holes from the edge", unit="rings", unset="automatic", needs=HOLES),
    )  # fmt: skip
    shield_count: int | None = option(
        None, "How many Shields the board has (shields only).", low=0, high=MOST_SHIELDS,
        form=OptionForm("Shields", unit="on the board", unset="automatic", needs=SHIELDS),
    )  # fmt: skip
    board: str | None = option(
        None,
        "The first position in notation, row by row, instead of a board that is drawn.",
        longest=2000,
        form=OptionForm("Board of your own", unset="drawn by chance", example=_EXAMPLE),
    )
    turn_timer: int | None = option(
        None, "Seconds per turn, or no limit.", low=5, high=3600,
        form=OptionForm("Time per turn", unit="seconds", unset="no limit", is_clock=True),
    )  # fmt: skip
    starvation_rounds: int = option(
        10, "Rounds without a capture before starvation (shields only).", low=1, high=30,
        form=OptionForm("Starvation after", unit="rounds without a capture", needs=SHIELDS),
    )  # fmt: skip
    starvation_repeat: int = option(
        5, "Rounds from one starvation to the next (shields only).", low=1, high=20,
        form=OptionForm("Starvation again after", unit="rounds", needs=SHIELDS),
    )  # fmt: skip
    draw_after_rounds: int = option(
        50, "Rounds without a capture that make a draw (holes only).", low=5, high=100,
        form=OptionForm("Draw after", unit="rounds without a capture", needs=HOLES),
    )  # fmt: skip
    teams: bool = option(
        default=False,
        text="Seats 1, 3, 5 play against seats 2, 4, 6 (4 or 6 players).",
        form=OptionForm("Teams", seats=(4, 6)),
    )
    fog: bool = option(
        default=False,
        text="Fog of war: you see only what is within four hexes of your pieces.",
        form=OptionForm("Fog of war"),
    )
    sudden_death: bool = option(
        default=False,
        text="The outer ring falls away after 20 rounds without a capture, then every 5.",
    )
    shield_draft: bool = option(
        default=False,
        text="Players place the Shields, the last seat first (shields only).",
        form=OptionForm("Players place the Shields", needs=SHIELDS),
    )
