"""A first match with somebody at one's elbow, and tips for the waiting time."""

from meadhall.core.game import Guide, GuideStep
from meadhall.games.elemental_clash.types import Options

TIPS = (
    "A Shield stops Blasts, never Shots. A Dodge stops a Shot and takes 2 off a Blast.",
    "Any damage to your base kills your bot, even a single point.",
    "A Shield put up this turn already stops a Blast of this turn.",
    "A Blast costs all the energy you start with: after it you can afford little for two turns.",
    "A Dodge Bot stops every Shot, so a Shot Bot on the other side is helpless against it.",
    "A Shield lasts three turns if nobody hits it: 12, 8, 4, gone.",
    "You gain 2 energy a turn and can save up to 10. Dodge is the cheapest way to wait.",
    "When you can pay for nothing, your cheapest card is shown and stays in your hand.",
    "Look at the other side's energy: below 5 there is no Blast, below 3 no Shot.",
    "When all cards are played the bots fight on: a Blast Bot can win a siege alone.",
)

_STEPS = (
    GuideStep(
        "Draft your deck",
        "Six rounds, four cards each time. The first four rounds only differ in looks: every deck"
        " gets a Shield, a Dodge, a Blast and a Shot. Your opponent picks from the same cards, and"
        " neither of you sees the other's picks. Take these.",
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
        "Round five offers the four bots; a Shot Bot fires a free Shot every two turns. Round six"
        " is a wildcard: four cards of different kinds. A second Blast hits hard.",
        (
            (0, "pick fire-projectile_miner-5"),
            (1, "pick earth-repair_miner-5"),
            (0, "pick earth-continuous-6"),
            (1, "pick fire-wall-6"),
        ),
    ),
    GuideStep(
        "A shield works at once",
        "You hold four cards and 5 energy, and so does your opponent: enough for a Blast of 8. Put"
        " up your Shield. It stands before attacks land, so it already helps this turn.",
        ((0, "play fire-wall-1"), (1, "play ice-continuous-3")),
    ),
    GuideStep(
        "Put up a bot while it is safe",
        "The Blast left your shield with 4, and shields lose 4 at the end of every turn: gone, but"
        " your base is untouched. Your opponent has 2 energy now: no Blast, no Shot. Any damage to"
        " your base would kill a bot, so this is the moment for yours.",
        ((0, "play fire-projectile_miner-5"), (1, "play fire-wall-6")),
    ),
    GuideStep(
        "Dodges and shots",
        "Shields do not stop Shots; a Dodge does, but only one of them. Your bot fires this turn"
        " too. Play your Shot and see which of the two gets through.",
        ((0, "play lightning-projectile-4"), (1, "play water-deflection-2")),
    ),
    GuideStep(
        "Your turn to dodge",
        "The Dodge stopped your card, and then your bot hit for 3. Your opponent has 3 energy now,"
        " enough for a Shot at your bot's base. You can pay for one card only, and it is the right"
        " one.",
        ((0, "play air-deflection-2"), (1, "play earth-projectile-4")),
    ),
    GuideStep(
        "When you can pay for nothing",
        "You have 4 energy and two Blasts that cost 5. There is no passing: your cheapest card is"
        " shown, costs nothing, does nothing and stays in your hand.",
        ((0, "play earth-continuous-6"), (1, "play ice-wall-1")),
    ),
    GuideStep(
        "Break the shield",
        "You have saved up 6 energy. The shield over there has 8 HP left, and a Blast does 8.",
        ((0, "play earth-continuous-6"), (1, "play earth-repair_miner-5")),
    ),
    GuideStep(
        "Bots die quickly",
        "Nobody can stop your bot now. Your opponent puts up a bot of its own; watch what a single"
        " Shot does to it.",
        ((0, "play fire-continuous-3"), (1, "play earth-repair_miner-5")),
    ),
    GuideStep(
        "The last card",
        "11 HP are left over there and nothing protects them. Your Blast leaves 3. Then nobody has"
        " a card left, and in the siege that follows your bot fires once more.",
        ((0, "play fire-continuous-3"),),
    ),
)

GUIDE: Guide[Options] = Guide(options=Options(), seats=2, seed="guide-39", steps=_STEPS, tips=TIPS)
