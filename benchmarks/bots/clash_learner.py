"""What a learner gains against the expert of Elemental Clash over whole matches, draft included.

The learner sees what a seat sees. It begins with what the expert thinks of each card, and learns
from the results of its matches how wrong that is: a network, fitted anew after every few hundred
matches, adds to the odds of each choice. In training one choice in ten is random. The expert plays
by the same compiled code as the bot, with the settings of its level, and does not learn. Time is
the processor's, so a busy machine does not help the expert. A match counts 1 if it is won and a
half if nobody or everybody wins.

`meadhall bench clash_learner --minutes N` trains for N minutes instead of ten.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from time import process_time
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from meadhall.arena.train.fit import Fitting, Floats, new_weights
from meadhall.cli.bench.figures import Figure
from meadhall.games.elemental_clash.bots.duel_knowledge import Knowledge, knowledge
from meadhall.games.elemental_clash.bots.levels import LEVELS
from meadhall.games.elemental_clash.cards import DECK_SIZE, MINERS, OPTIONS_PER_ROUND, SUBTYPES
from meadhall.games.elemental_clash.fast.draft_values import find_prior, write_deck
from meadhall.games.elemental_clash.fast.duels import draw_choice
from meadhall.games.elemental_clash.fast.equilibrium import TABLE, WIDE
from meadhall.games.elemental_clash.fast.guesses import (
    HISTORY,
    PRIOR,
    SHOWN,
    draw_percent,
    note_play,
)
from meadhall.games.elemental_clash.fast.lane import zeros
from meadhall.games.elemental_clash.fast.mixed_choice import EVEN
from meadhall.games.elemental_clash.fast.network import INPUTS, MOST_FACTS, find_facts, flat_weights
from meadhall.games.elemental_clash.fast.playouts import deal, next_random, pick_bit, shuffle
from meadhall.games.elemental_clash.fast.tables import (
    COST,
    DM,
    ENERGY,
    HAND,
    HAND_COUNT,
    MINER,
    NONE,
    OPEN,
    PILE_COUNT,
    ROW,
    SIDE,
    TURN,
    C,
    Numbers,
    P,
)
from meadhall.games.elemental_clash.fast.thinking import (
    Desk,
    Public,
    copy_part,
    new_desk,
    only_choice,
    result_value,
    think,
)
from meadhall.games.elemental_clash.fast.turn import legal, turn
from meadhall.kit.compiled import kernel

TITLE = "Elemental Clash: what a learner gains against the expert over whole matches"
MINUTES = 10
POINTS, LAST_MATCHES, POINT_MATCHES = 6, 4_000, 1_000
"""The points of the curve, and the matches that each of them is measured with."""
BATCH, MEMORY, HIDDEN, CURIOUS = 400, 60_000, 64, 10
FIRST_BATCHES = 10
WANTED = "at most 52"
PLAIN, BOT, WILDCARD = range(3)
"""What is chosen: a card of the hand, the bot, the wildcard."""
LUCK, ANY = 1_000, 15
EXPERT, LEARNER = 1, 2
"""Whose cards are known, for `think`."""

# The learner's inputs: the facts that the expert's network sees, without hidden cards, and more.
SPENT = INPUTS
OFFER = SPENT + 2 * len(SUBTYPES)
CHOSEN = OFFER + len(SUBTYPES)
BY_BOT = CHOSEN + 3 * len(SUBTYPES)
BY_ENERGY = BY_BOT + (len(MINERS) + 1) * len(SUBTYPES)
HELD = BY_ENERGY + 3 * len(SUBTYPES)
LEARNER_INPUTS = HELD + WIDE + 1
MOST_INPUTS = MOST_FACTS + DECK_SIZE + OPTIONS_PER_ROUND + 4
MOST_CHOICES = 64


Expert: TypeAlias = tuple[Numbers, Numbers, Numbers, tuple[int, int]]
"""Weights, worth of decks, mix over bots, and how hard it thinks."""
Mind: TypeAlias = tuple[Floats, Floats, Floats, Numbers, Numbers]
"""The network's weights, room for its sums, the odds to begin with, the facts, the cards."""
Notes: TypeAlias = tuple[NDArray[np.int16], Floats]
"""The facts of each choice that was made, and the odds to begin with."""
Question: TypeAlias = tuple[int, int, int, int, int]
"""What is chosen, the legal places as bits, the number of facts so far, how often in a hundred to
choose at random, and the number of the choice."""


@kernel
def add_view(row: Numbers, open_: Numbers, public: Public, facts: Numbers) -> int:
    """Write the facts that the learner, the second side, sees; returns their number."""
    copy_part(row, 0, open_, 0, ROW)
    open_[HAND_COUNT] = open_[PILE_COUNT] = 0
    at, history = find_facts(open_, SIDE, 0, facts), public[2]
    for turn_ in range(row[TURN] - 1):
        card, copies = history[turn_ * SHOWN], 0
        if card == NONE or history[turn_ * SHOWN + 1] < COST[card]:
            continue
        for earlier in range(turn_):
            place = earlier * SHOWN
            copies += int(history[place] == card and history[place + 1] >= COST[card])
        facts[at] = SPENT + 2 * card + min(copies, 1)
        at += 1
    for place in range(OPTIONS_PER_ROUND):
        facts[at + place] = OFFER + public[0][place]
    facts[at + OPTIONS_PER_ROUND] = HELD + row[HAND_COUNT]
    return at + OPTIONS_PER_ROUND + 1


@kernel
def add_choice(row: Numbers, facts: Numbers, at: int, stage: int, card: int) -> int:
    """Write the facts about a choice; returns the number of all facts."""
    facts[at] = CHOSEN + stage * len(SUBTYPES) + card
    if stage != PLAIN:
        return at + 1
    bot = 0 if row[MINER] == NONE else row[MINER] - DM + 1
    facts[at + 1] = BY_BOT + card * (len(MINERS) + 1) + bot
    rich = int(row[ENERGY] >= COST[P]) + int(row[ENERGY] >= COST[C])
    facts[at + 2] = BY_ENERGY + 3 * card + rich
    return at + 3


@kernel
def odds(facts: Numbers, count: int, values: Floats, sums: Floats) -> float:
    """What the learner's network adds to the odds of a choice, as a logarithm."""
    sums[:] = values[-3]
    for number in range(count):
        sums += values[facts[number]]
    total = 0.0
    for place in range(len(sums)):
        total += min(max(sums[place], 0.0), 1.0) * values[-2, place]
    return total


@kernel
def take(row: Numbers, mind: Mind, notes: Notes, ask: Question, seed: int) -> tuple[int, int]:
    """The learner's choice, which is noted; and the next seed."""
    values, sums, start, facts, cards = mind
    stage, bits, at, curious, number = ask
    best, most = 0, -1e9
    for place in range(WIDE):
        if bits >> place & 1:
            count = add_choice(row, facts, at, stage, cards[place])
            likely = start[place] + odds(facts, count, values, sums)
            if likely > most:
                best, most = place, likely
    seed = next_random(seed)
    if seed // LUCK % 100 < curious:
        seed = next_random(seed)
        best = pick_bit(bits, seed // LUCK)
    count = add_choice(row, facts, at, stage, cards[best])
    for place in range(MOST_INPUTS):
        notes[0][number, place] = facts[place] if place < count else NONE
    notes[1][number] = start[best]
    return best, seed


@kernel
def draft_learner(
    table: tuple[Desk, Numbers, Public], mind: Mind, notes: Notes, curious: int, seed: int
) -> int:
    """Draw the offers; the learner drafts and is dealt its cards. Returns the next seed."""
    desk, row, (wild, _, _) = table
    deck, facts, cards = desk[7][2], mind[3], mind[4]
    mind[2][:] = 0.0
    for place in range(WIDE):
        cards[place] = DM + place
    for card in range(len(SUBTYPES)):
        wild[card] = card
    seed = shuffle(wild, 0, len(wild), seed)
    bot, seed = take(row, mind, notes, (BOT, ANY, 0, curious, 0), seed)
    facts[0] = CHOSEN + BOT * len(SUBTYPES) + DM + bot
    for place in range(WIDE):
        facts[1 + place], cards[place] = OFFER + wild[place], wild[place]
    pick, seed = take(row, mind, notes, (WILDCARD, ANY, 1 + WIDE, curious, 1), seed)
    write_deck(deck, bot * len(SUBTYPES) + wild[pick])
    return deal(row, SIDE, deck, seed)


@kernel
def draft_expert(table: tuple[Desk, Numbers, Public], expert: Expert, seed: int) -> int:
    """The expert drafts as the bot does and is dealt its cards. Returns the next seed."""
    desk, row, (wild, prior, _) = table
    _, worth, bots, _ = expert
    find_prior(desk, worth, bots, wild, prior, EVEN)
    seed = next_random(seed)
    bot = draw_percent(bots, 0, len(MINERS), seed // LUCK)
    seed = next_random(seed)
    pick = draw_choice(desk[3][0][0], bot * WIDE, ANY, seed)
    write_deck(desk[7][2], bot * len(SUBTYPES) + wild[pick])
    return deal(row, 0, desk[7][2], seed)


@kernel
def first_odds(desk: Desk, guesses: int, start: Floats) -> None:
    """What the expert would think of each card, in the learner's place, as logarithms of odds."""
    for choice in range(WIDE):
        value = 0.0
        for kind in range(guesses):
            for other in range(WIDE):
                cell = desk[2][kind * guesses * TABLE + other * WIDE + choice]
                value -= desk[3][0][0][kind * WIDE + other] * cell / guesses
        chance = min(max((1 + value / 10_000) / 2, 0.02), 0.98)
        start[choice] = np.log(chance / (1 - chance))


@kernel
def ask_learner(
    table: tuple[Desk, Numbers, Public], expert: Expert, mind: Mind, open_: Numbers, seed: int
) -> tuple[int, int]:
    """Write down what the learner sees and thinks at first; returns the facts and the seed."""
    desk, row, public = table
    guesses, rounds = expert[3]
    seed = think(desk, row, public, expert[0], (0, guesses, LEARNER, rounds), seed)
    first_odds(desk, guesses, mind[2])
    for place in range(WIDE):
        mind[4][place] = row[SIDE + HAND + place]
    return add_view(row, open_, public, mind[3]), seed


@kernel
def play(
    table: tuple[Desk, Numbers, Public],
    expert: Expert,
    learner: tuple[Mind, Notes, Numbers],
    curious: int,
    seed: int,
) -> tuple[int, int, int]:
    """A match: the learner's number of choices, the value to the expert, and the next seed."""
    desk, row, public = table
    mind, notes, open_ = learner
    seed = draft_learner(table, mind, notes, curious, seed)
    seed = draft_expert(table, expert, seed)
    guesses, rounds = expert[3]
    result, number = OPEN, 2
    while result == OPEN:
        first, second = only_choice(row, 0), only_choice(row, SIDE)
        if first < NONE:
            seed = think(desk, row, public, expert[0], (0, guesses, EXPERT, rounds), seed)
            seed = next_random(seed)
            first = draw_choice(desk[3][0][0], 0, legal(row, 0), seed)
        if second < NONE:
            at, seed = ask_learner(table, expert, mind, open_, seed)
            ask = (PLAIN, legal(row, SIDE), at, curious, number)
            second, seed = take(row, mind, notes, ask, seed)
            number += 1
        note_play(row, 0, first, public[2])
        note_play(row, SIDE, second, public[2])
        result = turn(row, first, second, 0)
    return number, result_value(result), seed


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve: after so much training, the learner's score in some matches."""

    seconds: float
    trained: int
    score: float
    error: float


class Learner:
    """A learner and its opponent."""

    def __init__(self, known: Knowledge, thinking: tuple[int, int]) -> None:
        self.known, self.thinking, self.seed = known, thinking, 1
        self.weights = new_weights(LEARNER_INPUTS, HIDDEN, 1)
        self.weights.values[-2:] = 0.0  # at first it believes the expert
        self.facts: list[NDArray[np.int16]] = []
        self.aims: list[tuple[float, float]] = []
        self.batches = 0

    @cached_property
    def table(self) -> tuple[Desk, Numbers, Public]:
        """The room for a match."""
        public = (zeros(len(SUBTYPES)), zeros(PRIOR), zeros(2 * HISTORY))
        return new_desk(self.known.network.hidden, self.thinking[0]), zeros(ROW), public

    @cached_property
    def expert(self) -> Expert:
        """The opponent."""
        weights = flat_weights(self.known.network)
        return weights, self.known.worth[0], self.known.bots[0], self.thinking

    def matches(self, count: int, curious: int) -> Iterator[float]:
        """Play matches; yields the learner's points. Its choices are kept if it is curious."""
        room = (np.zeros(HIDDEN), np.zeros(WIDE), zeros(MOST_INPUTS), zeros(WIDE))
        notes = (np.zeros((MOST_CHOICES, MOST_INPUTS), np.int16), np.zeros(MOST_CHOICES))
        learner = ((self.weights.values, *room), notes, zeros(ROW))
        for _ in range(count):
            number, value, self.seed = play(self.table, self.expert, learner, curious, self.seed)
            points = (1 - value / 10_000) / 2
            if curious:
                self.facts.extend(notes[0][:number].copy())
                self.aims.extend((float(start), points) for start in notes[1][:number])
            yield points

    def train(self) -> None:
        """Play a batch and learn from all matches that are remembered."""
        for _ in self.matches(BATCH, CURIOUS):
            pass
        del self.facts[:-MEMORY], self.aims[:-MEMORY]
        # The second side of the network has nothing to see here.
        sides = np.full((len(self.facts), 2, MOST_INPUTS), NONE, np.int16)
        sides[:, 0] = self.facts
        self.weights.moments[:] = 0
        self.weights.steps = 0
        first = 0 if self.batches < FIRST_BATCHES else 2
        for _ in Fitting(sides, np.array(self.aims)).rounds(self.weights, first, first + 2):
            pass
        self.batches += 1

    def point(self, seconds: float, matches: int) -> Point:
        """How the learner does without trying anything at random."""
        scores = list(self.matches(matches, 0))
        error = 1.96 * float(np.std(scores)) / sqrt(matches)
        return Point(seconds, self.batches * BATCH, float(np.mean(scores)), error)


def curve(learner: Learner, seconds: float, matches: int, last: int) -> Iterator[Point]:
    """Train for some seconds of the processor; yields points of the curve on the way."""
    yield learner.point(0, matches)
    trained = 0.0
    for number in range(1, POINTS + 1):
        while trained < seconds * number / POINTS:
            began = process_time()
            learner.train()
            trained += process_time() - began
        yield learner.point(trained, last if number == POINTS else matches)


def measure(minutes: float = MINUTES) -> list[Figure]:
    """The curve of the learner."""
    settings = LEVELS[-1].settings
    learner = Learner(knowledge(), (settings["guesses"], settings["rounds"]))
    list(learner.matches(2, 0))  # compiles
    figures = []
    for point in curve(learner, 60 * minutes, POINT_MATCHES, LAST_MATCHES):
        low, high = (100 * (point.score + sign * point.error) for sign in (-1, 1))
        name = f"after {point.seconds:.0f} s and {point.trained:,} matches of training"
        unit = f"% of the points ({low:.1f} to {high:.1f})"
        figures.append(Figure(name, 100 * point.score, unit, None, "the expert", WANTED))
    return figures
