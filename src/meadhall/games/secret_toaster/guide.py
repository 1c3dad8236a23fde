"""A guided first match: orders, the march to the castle, a second knight, and how to win."""

from meadhall.core.game import Guide, GuideStep
from meadhall.games.secret_toaster.types import Options

GUIDE: Guide[Options] = Guide(
    options=Options(),
    seats=2,
    seed="crumbs",
    steps=(
        GuideStep(
            "The realm",
            "You are Ann. Your knight Sir Ann 0 stands with 100 troops in your keep, hex 52, and"
            " the six hexes around it are yours. Bob sits opposite, in 58. Between you, on 55, is"
            " the castle: in a duel, who owns it at three round ends in a row has won.",
        ),
        GuideStep(
            "Sealed orders",
            "Each round you write up to three orders, and nobody sees them before they are carried"
            " out. Fortify first: it puts 200 troops where your knight stands.",
            ((0, "1 fortify Sir_Ann_0 52"),),
        ),
        GuideStep(
            "The march",
            "Then march, one hex an order, with as many troops as you like. What you wrote before"
            " counts: there will be 300 troops. Leave 50 at home, and hand your orders in.",
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
            "Orders can be taken back: write one, and withdraw it. Then make a hundred troops a"
            " knight. Two knights can do two things: let the new one stay while the old one takes"
            " the castle.",
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
            "Holding on",
            "The castle cannot be fortified, so reinforce it from beside. Bob stands next to it"
            " with 700: look at the odds before you decide to stay. Here is one way to go on.",
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
            "With three or more players, ask to join an alliance (ally ask NAME) or accept who asks"
            " you. Every member adds one to the dice of all. Then most matches are about secret"
            " objectives: yours is on a card that only you see.",
        ),
    ),
    tips=(
        "The defender wins ties: bring half as much again as you mean to beat.",
        "The order of players is drawn anew for every order. Do not count on being first.",
        "A hex that you walk through stays yours, but one enemy troop takes it back.",
        "A knight on a lost hex dies. Fortify before you leave him alone.",
        "Two reserve knights wait at home. As long as you own a hex of it, you are not out.",
        "An alliance of two beats a lone army of the same size almost always.",
    ),
)
