"""A guided first match: orders, the march to the castle, a second knight, and how to win."""

from meadhall.core.capabilities import Guide, GuideStep
from meadhall.games.secret_toaster.types import Options

GUIDE: Guide[Options] = Guide(
    options=Options(),
    seats=2,
    seed="crumbs",
    steps=(
        GuideStep(
            "The realm",
            "You are House Raven. Your knight Sir Kay stands with 100 troops in your keep on the"
            " left, and the six hexes around it are yours. House Stag starts opposite you. Between"
            " you is the castle: hold it at the end of three rounds in a row to win.",
        ),
        GuideStep(
            "Sealed orders",
            "Each round you write up to three orders. Nobody else sees them before they are carried"
            " out. Start with fortify: it adds 200 troops where your knight stands.",
            ((0, "1 fortify Sir_Ann_0 52"),),
        ),
        GuideStep(
            "The march",
            "Now march, one hex per order, with as many troops as you like. Your earlier orders"
            " count: you will have 300 troops. Leave 50 at home, then say ready.",
            (
                (0, "2 move Sir_Ann_0 52 53 250"),
                (0, "3 move Sir_Ann_0 53 54 250"),
                (0, "ready"),
                (1, "1 fortify Sir_Bob_0 58"),
                (1, "2 fortify Sir_Bob_0 58"),
                (1, "3 move Sir_Bob_0 58 57 400"),
                (1, "ready"),
            ),
        ),
        GuideStep(
            "A second knight",
            "You can take orders back: write one and withdraw it. Then promote: a hundred troops"
            " become a second knight. Let the new knight stay while the first takes the castle.",
            (
                (0, "1 move Sir_Ann_0 54 55 150"),
                (0, "withdraw 1"),
                (0, "1 fortify Sir_Ann_0 54"),
                (0, "2 promote Sir_Ann_0 54"),
                (0, "3 move Sir_Ann_0 54 55 300"),
                (0, "ready"),
                (1, "1 fortify Sir_Bob_0 57"),
                (1, "2 fortify Sir_Bob_0 57"),
                (1, "3 move Sir_Bob_0 57 56 700"),
                (1, "ready"),
            ),
        ),
        GuideStep(
            "Holding the castle",
            "You cannot fortify the castle, so send troops from a neighbouring hex. House Stag is"
            " next to it with 700 troops: look at the odds before you decide to stay. Here is one"
            " plan.",
            (
                (0, "1 fortify Sir_Ann_1 54"),
                (0, "2 move Sir_Ann_1 54 55 200"),
                (0, "ready"),
                (1, "1 attack Sir_Bob_0 56 55 700"),
                (1, "ready"),
            ),
        ),
        GuideStep(
            "Alliances",
            "With three or more players you can ask to join an alliance, or accept players who ask"
            " to join yours. Each member adds 1 to the dice of all members. Most of these matches"
            " are won by secret objectives: yours is on a card that only you can see.",
        ),
    ),
    tips=(
        "The defender wins ties: attack with at least one and a half times the defenders.",
        "Who goes next is drawn by lot for every order. Do not count on being first.",
        "A hex that you march through stays yours, but a single enemy troop can take it.",
        "When you lose a hex, your knights there die. Fortify before you leave one behind.",
        "You have two reserve knights. They can return while you own a hex of your homeland.",
        "An alliance of two almost always beats a single player's army of the same size.",
    ),
)
