"""Why something cannot be done: a value, and the exception that carries it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason: a sentence for people and a code for programs.

    `objects` are the ids of what is in the way; `clause` names the rule in the game's `RULES.md`.
    """

    code: str
    sentence: str
    objects: tuple[str, ...] = ()
    clause: str = ""


NOT_AN_ACTION = Refusal("BAD_ACTION", "That is not an action of this game.")
"""The refusal of anything that is not one of the game's actions, in every game."""


class Refused(Exception):
    """Raised by a function that cannot do what it was asked to do. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.sentence}")
        self.refusal = refusal

    @classmethod
    def because(cls, code: str, sentence: str, *objects: str, clause: str = "") -> "Refused":
        """The exception with a refusal made of these arguments."""
        return cls(Refusal(code, sentence, objects, clause))
