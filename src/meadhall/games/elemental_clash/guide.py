"""A guided first match, and tips to read while waiting."""

from meadhall.core.capabilities import Guide, GuideStep
from meadhall.games.elemental_clash.types import Options

TIPS = (
    "A Shield stops Blasts, never Shots. A Dodge stops a Shot and takes 2 off a Blast.",
    "Any damage to your base kills your bot, even a single point.",
    "A Shield that you put up this turn already stops a Blast of this turn.",
    "A Blast costs all the energy you start with. After it you can afford little for two turns.",
    "A Dodge Bot stops every Shot, those of a Shot Bot too.",
    "A Shield lasts three turns if nobody hits it: 12, 8, 4, gone.",
    "You gain 2 energy a turn and can save up to 10. A Dodge is the cheapest way to wait.",
    "If you cannot pay for any card, you show your cheapest one and keep it.",
    "Watch your opponent's energy: a Blast needs 5, a Shot needs 3.",
    "When all cards are played, the bots fight on. A Blast Bot can win a siege alone.",
)

_STEPS = (
    GuideStep(
        "Draft your deck",
        "There are six rounds with four cards each. In each of the first four rounds, all cards do"
        " the same: every deck gets a Shield, a Dodge, a Blast and a Shot. Your opponent picks from"
        " the same cards, and neither of you sees the other's picks. Pick these.",
        (
            (0, "pick fire-wall-1"),
            (1, "pick ice-wall-1"),
            (0, "pick air-deflection-2"),
            (1, "pick water-deflection-2"),
            (0, "pick fire-continuous-3"),
            (1, "pick ice-continuous-3"),
            (0, "pick lightning-projectile-4"),
            (1, "pick earth-projectile-4"),
        ),
    ),
    GuideStep(
        "A bot and a wildcard",
        "Round five offers the four bots. A Shot Bot fires a free Shot every two turns. Round six"
        " is the wildcard: four cards of different kinds. A second Blast hits hard.",
        (
            (0, "pick fire-projectile_miner-5"),
            (1, "pick earth-repair_miner-5"),
            (0, "pick earth-continuous-6"),
            (1, "pick fire-wall-6"),
        ),
    ),
    GuideStep(
        "A shield works at once",
        "You both have four cards and 5 energy, enough for a Blast. Put up your Shield. Shields go"
        " up before attacks land, so it already protects you this turn.",
        ((0, "play fire-wall-1"), (1, "play ice-continuous-3")),
    ),
    GuideStep(
        "Put up a bot while it is safe",
        "The Blast left your shield with 4 HP, and shields lose 4 at the end of every turn. It is"
        " gone, but your base is unharmed. Your opponent has 2 energy now, too little for a Blast"
        " or a Shot. Any damage to your base would destroy a bot, so put yours up now.",
        ((0, "play fire-projectile_miner-5"), (1, "play fire-wall-6")),
    ),
    GuideStep(
        "Dodges and shots",
        "Shields do not stop Shots. A Dodge does, but only one per turn. Your bot fires this turn,"
        " so play your Shot as well and see which of the two gets through.",
        ((0, "play lightning-projectile-4"), (1, "play water-deflection-2")),
    ),
    GuideStep(
        "Your turn to dodge",
        "The Dodge stopped your card, and then your bot hit for 3. Your opponent has 3 energy now,"
        " enough for a Shot, which would also destroy your bot. You can pay for one card only, and"
        " it is the right one.",
        ((0, "play air-deflection-2"), (1, "play earth-projectile-4")),
    ),
    GuideStep(
        "When you cannot pay",
        "You have 4 energy and two Blasts that cost 5 each. You cannot pass: you show your cheapest"
        " card. It costs nothing, does nothing and stays in your hand.",
        ((0, "play earth-continuous-6"), (1, "play ice-wall-1")),
    ),
    GuideStep(
        "Break the shield",
        "You have saved up 6 energy. Your opponent's shield has 8 HP left, and a Blast does 8.",
        ((0, "play earth-continuous-6"), (1, "play earth-repair_miner-5")),
    ),
    GuideStep(
        "Bots die quickly",
        "Nothing stops your bot now. Your opponent puts up a bot too. Watch what a single Shot does"
        " to it.",
        ((0, "play fire-continuous-3"), (1, "play earth-repair_miner-5")),
    ),
    GuideStep(
        "The last card",
        "Your opponent has 11 HP left and no protection. Your Blast leaves 3. Then all cards are"
        " played, and in the siege that follows your bot fires once more.",
        ((0, "play fire-continuous-3"),),
    ),
)

GUIDE: Guide[Options] = Guide(options=Options(), seats=2, seed="guide-39", steps=_STEPS, tips=TIPS)
