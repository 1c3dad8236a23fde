"""What somebody has had carried out lately, so that the same command sent twice acts once."""

from meadhall.core.value import value

RECENT = 16
"""How many commands of each seat a match remembers."""


@value()
class Memory:
    """The last commands that came with an id. Ids are printable, so a line each keeps them apart.

    One text, and not a value for each: it is looked through and added to with every move, and has
    been out of the processor's sight since the last one.
    """

    text: str = ""

    def knows(self, name: str) -> bool:
        """Whether a command of that id has been carried out lately."""
        return f"\n{name}\t" in self.text

    def version(self, name: str, what: str) -> int | None:
        """The version after the last command of that id; nothing if that was about something else.

        `what` is the action or the message itself, to tell a repeat from an id that was used twice.
        """
        line, _, _ = self.text.rpartition(f"\n{name}\t")[2].partition("\n")
        version, _, known = line.partition("\t")
        return int(version) if known == repr(what) else None

    def adding(self, name: str, what: str, version: int) -> "Memory":
        """With one command more; the oldest is forgotten where it would be one too many."""
        text = self.text
        if len(self) == RECENT:
            text = text[text.index("\n", 1) :]
        return Memory(f"{text}\n{name}\t{version}\t{what!r}")

    def __len__(self) -> int:
        return self.text.count("\n")
