"""A guided first match: run, push, hold, and take the Throne."""

from meadhall.core.game import Guide, GuideStep
from meadhall.games.jarls.types import Options

GUIDE: Guide[Options] = Guide(
    options=Options(),
    seats=2,
    seed="hall",
    steps=(
        GuideStep(
            "Run",
            "You have a Jarl (J) and five Warriors (W); the Throne is in the middle. A Warrior goes"
            " one hex or two in a straight line. Send Warrior 5 two hexes west along the lower"
            " side: two hexes give it momentum.",
            ((0, "p1-w5 -1,2"), (1, "p2-w4 -3,2"), (1, "p2-w5 1,-2")),
        ),
        GuideStep(
            "Push",
            "With two players the order is 1 2, then 2 1: the other side has just moved twice, and"
            " so will you. An enemy Warrior stands on the edge, two hexes from yours. Run at it:"
            " 1 for your Warrior and 1 for momentum beat its 1, and behind it there is nothing.",
            ((0, "p1-w5 -3,2"),),
        ),
        GuideStep(
            "Make way",
            "It is gone for good. Your Jarl goes one hex at a time and cannot pass its own men, so"
            " open its line to the Throne: send Warrior 1 aside.",
            ((0, "p1-w1 1,1"), (1, "p2-w5 3,-2"), (1, "p2-w5 3,-1")),
        ),
        GuideStep(
            "Hold and strike back",
            "An attack on your Warrior 4 was blocked: your Jarl stands right behind it and braced"
            " it with 2. The same Jarl supports it now: attack the Warrior on 3,-2 with 1 + 2.",
            ((0, "p1-w4 3,-2"),),
        ),
        GuideStep(
            "The last man aside",
            "Pushed, not dead: there was an empty hex behind it. Now clear the rest of the line."
            " Mind the holes: nobody can cross them, and whoever is pushed into one is gone.",
            ((0, "p1-w2 0,1"), (1, "p2-w3 -1,-2"), (1, "p2-w3 0,-2")),
        ),
        GuideStep(
            "March",
            "The way is free and you have two turns. March your Jarl towards the Throne.",
            ((0, "p1-j 2,0"), (0, "p1-j 1,0"), (1, "p2-w3 1,-2"), (1, "p2-w3 2,-2")),
        ),
        GuideStep(
            "Take the Throne",
            "Nobody stopped you. A Jarl that walks onto the Throne wins at once.",
            ((0, "p1-j 0,0"),),
        ),
    ),
    tips=(
        "A Jarl beside the Throne wins on its next turn: keep the other Jarls away from it.",
        "Keep your Jarl off the edge and away from holes while enemies can line up against it.",
        "Pieces in a row push together and hold together; a gap breaks the row.",
        "Momentum counts even where the attack is blocked: you have come one hex closer.",
        "Two Warriors in line behind your Jarl let it run two hexes, straight onto the Throne.",
    ),
)
