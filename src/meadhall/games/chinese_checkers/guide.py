"""A guided first match: a step, a hop, a chain, a ladder."""

from meadhall.core.capabilities import Guide, GuideStep
from meadhall.games.chinese_checkers.types import Options

GUIDE: Guide[Options] = Guide(
    options=Options(),
    seats=2,
    seed="guide",
    steps=(
        GuideStep(
            "The race",
            "Your ten marbles start in the top corner. Bring them all to the bottom corner before"
            " the other player's marbles reach the top. No marble is ever captured.",
        ),
        GuideStep(
            "A step",
            "A marble may step to any empty hole next to it. Step from D2 to E6."
            " (The letter is the row, counted from the top; the number is the place in it.)",
            ((0, "7-15"), (1, "113-104")),
        ),
        GuideStep(
            "A hop",
            "A marble may also hop over a marble next to it, yours or not, into the empty hole"
            " straight behind. Hop with the marble in B2 over the one in C2, into the hole you"
            " just left.",
            ((0, "2-7"), (1, "118-113")),
        ),
        GuideStep(
            "A chain",
            "You can chain hops, and stop after any of them. Hop with the marble in C3 over D3"
            " to E7, then over E6 to E5.",
            ((0, "5-14"), (1, "104-92")),
        ),
        GuideStep(
            "A ladder",
            "Marbles in a line with one empty hole between them are a ladder for the marbles behind"
            " them. Leave no marble behind: on its own it has nothing to hop over.",
        ),
    ),
    tips=(
        "Look for long chains before you make a single step.",
        "You can hop over other players' marbles just as well as over your own.",
        "Fill the far end of your goal first, so that the last marbles still have room.",
        "You may hop through another player's corner, but not stop in it.",
    ),
)
