"""What was learned from self-play: the value of a battle and of a pair of decks.

`network.json` holds the network over the facts of a battle (`fast.network`) with its history, and
for each set of options what every pair of decks is worth and how likely each bot is in the draft
(`fast.draft_values`). `meadhall arena train elemental-clash FOLDER` makes such a file.
"""

from array import array
from base64 import b85decode, b85encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from json import dumps, loads

from meadhall.kit.network import Network, little_endian, read_network, write_network


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The network and, by the bits of the options, the worth of decks and the mix over bots."""

    network: Network
    worth: Sequence["array[int]"]
    bots: Sequence["array[int]"]


def write_knowledge(learned: Knowledge) -> str:
    """All of it as text, for a file."""
    worth = [
        b85encode(little_endian(array("h", each)).tobytes()).decode() for each in learned.worth
    ]
    draft = {"worth": worth, "bots": [list(each) for each in learned.bots]}
    return dumps(loads(write_network(learned.network)) | draft, indent=1) + "\n"


def read_knowledge(text: str) -> Knowledge:
    """What `write_knowledge` wrote."""
    document = loads(text)
    tables = [little_endian(array("h", b85decode(each))) for each in document["worth"]]
    worth = [array("q", table) for table in tables]
    return Knowledge(read_network(text), worth, [array("q", each) for each in document["bots"]])


def shipped_file() -> str:
    """The text of the file that ships with the game."""
    return files(__package__).joinpath("network.json").read_text("utf-8")


@cache
def knowledge() -> Knowledge:
    """What is in that file."""
    return read_knowledge(shipped_file())
