"""A guided first match: steps, hops, chains, and a ladder to build on."""

from meadhall.core.game import Guide, GuideStep
from meadhall.games.chinese_checkers.types import Options

GUIDE: Guide[Options] = Guide(
    options=Options(),
    seats=2,
    seed="guide",
    steps=(
        GuideStep(
            "The race",
            "Your ten marbles start in the top tip. Bring them all into the bottom tip before the"
            " other player has filled yours. Nothing is ever captured.",
        ),
        GuideStep(
            "A step",
            "A marble may step to any empty hole next to it. Step from hole 7 to hole 15.",
            ((0, "7-15"), (1, "113-104")),
        ),
        GuideStep(
            "A hop",
            "Or it hops over one marble right beside it, anybody's, into the empty hole straight"
            " behind. The marble in hole 2 hops over the one in hole 4, into the hole you just"
            " left.",
            ((0, "2-7"), (1, "118-113")),
        ),
        GuideStep(
            "A chain",
            "Hops can be chained, and a chain may stop after any hop. The marble in hole 5 hops"
            " over 8 to 16, then over 15 to 14.",
            ((0, "5-14"), (1, "104-92")),
        ),
        GuideStep(
            "A ladder",
            "Marbles with one hole between them are a ladder for those behind. Leave none behind:"
            " the last marble on its own has nothing to hop over.",
        ),
    ),
    tips=(
        "Count how far a whole chain takes you before you settle for a step.",
        "Other players' marbles carry yours just as well.",
        "Fill the far end of the target first, so that the last marbles still find room.",
        "You may pass through a foreign tip, but not stop in it.",
    ),
)
