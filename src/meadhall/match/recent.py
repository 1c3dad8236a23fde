"""The last commands of a seat, so that a command that is sent twice is carried out once."""

from typing import TypeAlias

from meadhall.core.value import value

# Older ones are found in the log: `handle` looks there.
RECENT = 16
"""How many commands of each seat a match remembers."""

Done: TypeAlias = tuple[str, str, int]
"""A command that was carried out: its id, what it was, and the match's version after it."""


@value()
class RecentCommands:
    """The last commands that came with an id, oldest first."""

    done: tuple[Done, ...] = ()

    def knows(self, name: str) -> bool:
        """Whether a command with that id was carried out recently."""
        return any(known == name for known, _, _ in self.done)

    def version(self, name: str, what: str) -> int | None:
        """The version after the last command with that id; `None` if it was a different command.

        `what` is the action or the message itself. It tells a repeated command from a second
        command that was given the same id.
        """
        # Spectators share a list and choose their own ids, so an id may be here more than once.
        for known, done, version in reversed(self.done):
            if known == name:
                return version if done == what else None
        return None

    def add(self, name: str, what: str, version: int) -> "RecentCommands":
        """These commands and one more, without the oldest where there would be too many."""
        return RecentCommands((*self.done[-RECENT + 1 :], (name, what, version)))

    def __len__(self) -> int:
        return len(self.done)
