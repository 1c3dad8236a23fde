"""A guided first match: run, push, hold, and take the Throne."""

from meadhall.core.capabilities import Guide, GuideStep
from meadhall.games.jarls.options import Options

GUIDE: Guide[Options] = Guide(
    options=Options(standard="classic"),
    seats=2,
    seed="hall",
    steps=(
        GuideStep(
            "Run",
            "You have a Jarl (J) and five Warriors (W). The Throne is in the middle. A Warrior"
            " moves one or two hexes in a straight line, and two hexes give it momentum. Move"
            " Warrior 5 two hexes west, along the lower side.",
            ((0, "p1-w5 -1,2"), (1, "p2-w4 -3,2"), (1, "p2-w5 1,-2")),
        ),
        GuideStep(
            "Push",
            "With two players the order is 1 2, then 2 1: your opponent has just moved twice, and"
            " so will you. An enemy Warrior stands on the edge, two hexes from yours. Attack it:"
            " 1 for your Warrior and 1 for momentum beat its 1, and there is no hex behind it.",
            ((0, "p1-w5 -3,2"),),
        ),
        GuideStep(
            "Make way",
            "You pushed it off the board, and it is gone for good. Your Jarl moves one hex at a"
            " time and cannot pass your Warriors. Clear its line to the Throne: move Warrior 1"
            " aside.",
            ((0, "p1-w1 1,1"), (1, "p2-w5 3,-2"), (1, "p2-w5 3,-1")),
        ),
        GuideStep(
            "Hold and strike back",
            "An attack on your Warrior 4 was blocked: your Jarl stands right behind it and braced"
            " it with 2. Now the Jarl supports it with 2: attack Warrior 5 beside it with 1 + 2.",
            ((0, "p1-w4 3,-2"),),
        ),
        GuideStep(
            "Clear the line",
            "There was an empty hex behind that Warrior, so it was only pushed back. Now move"
            " Warrior 2 out of your Jarl's way. Watch the holes: no piece can cross them, and a"
            " piece that is pushed into one is gone.",
            ((0, "p1-w2 0,1"), (1, "p2-w3 -1,-2"), (1, "p2-w3 0,-2")),
        ),
        GuideStep(
            "March",
            "The line is clear, and you have two turns. Walk your Jarl towards the Throne.",
            ((0, "p1-j 2,0"), (0, "p1-j 1,0"), (1, "p2-w3 1,-2"), (1, "p2-w3 2,-2")),
        ),
        GuideStep(
            "Take the Throne",
            "Nobody stopped you. A Jarl that walks onto the Throne wins at once.",
            ((0, "p1-j 0,0"),),
        ),
    ),
    tips=(
        "A Jarl beside the empty Throne wins on its next turn: keep other Jarls away from it.",
        "Keep your Jarl off the edge and away from holes while enemies can line up against it.",
        "Pieces in a row push together and hold together. A gap breaks the row.",
        "A blocked attack over two hexes still brings your piece one hex closer.",
        "Two Warriors in line behind your Jarl let it run two hexes, even onto the Throne.",
    ),
)
