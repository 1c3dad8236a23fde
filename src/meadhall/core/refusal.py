"""Why something cannot be done, as a value and as the exception that carries it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason a person can read and a program can switch on.

    `objects` are the ids of what is in the way; `clause` names the rule in the game's `RULES.md`.
    """

    code: str
    sentence: str
    objects: tuple[str, ...] = ()
    clause: str = ""


class Refused(Exception):
    """Raised where a refused thing was asked for anyway. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.sentence}")
        self.refusal = refusal

    @classmethod
    def because(cls, code: str, sentence: str, *objects: str, clause: str = "") -> "Refused":
        """The exception for a refusal written out at the raise."""
        return cls(Refusal(code, sentence, objects, clause))
