"""Phrases that no native speaker would write were taken out of the page, and stay out.

Each of them stood on the page once. Texts that people read are in `web/src`, in the games, and in
what the match and the server answer.
"""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = {
    "web/src": {".svelte", ".ts"},
    "src/meadhall/games": {".py", ".md"},
    "src/meadhall/match": {".py"},
    "src/meadhall/server/api": {".py"},
    "src/meadhall/server/live": {".py"},
}
"""Where texts are, and in what kind of file."""
PHRASES = (
    " ways on.",
    "one way on",
    "Let go",
    '"Hold"',
    "Your turn, together with",
    "Asked for",
    "wishes a draw",
    "wishes to take back",
    "A draw (",
    "won (",
    "person watches",
    "you among them",
    "Not ready after all",
    "Send this to whoever is to play",
    "being played in the open",
    "Nobody waits at a table",
    "nobody there just now",
    "Nobody yet",
    "Or an account",
    "Needed for nothing but",
    "Name and password do not fit",
    "Password now",
    "Make an account",
    "The account is made",
    "The account is gone",
    "as the device has it",
    "things move<",
    "nothing moves<",
    "fourfold",
    "Loudness",
    "beside colours",
    "Names of cells",
    "closer, farther",
    "can be watched again",
    "to watch again",
    "gone on with",
    "A record from a file",
    "Through the eyes of",
    "what that player could hope for",
    "homeland against the clock",
    "three round ends in a row",
    "loses the thread",
    "keeps out of the other players' tips",
    "none: what fits the number of players",
    "Minutes for the match, and more",
    "Seconds more per move",
    "As the rules say",
    "what the old program did",
    "turns to its payout",
    "pays in 1",
    "pays out",
    "towards a draw",
    "In the target",
    "at a run",
    "Next is",
    "The door is closed",
    "That was not it",
    "not to be found",
    "Really give up",
    "Other device",
    "<summary>Talk",
    "Begin this match again",
    "Open: whoever",
    "half as much again",
    "foreign tip",
    "Nothing can be done with",
    "Slower, please",
)


@cache
def texts() -> dict[str, str]:
    """The files with texts, each as one line: a phrase may be wrapped."""
    files = (
        file
        for place, kinds in PLACES.items()
        for file in (ROOT / place).rglob("*")
        if file.suffix in kinds and file.name != "generated.ts"
    )
    return {
        str(file.relative_to(ROOT)): re.sub(r'"?\s*\n\s*f?"?|\s+', " ", file.read_text())
        for file in files
    }


@pytest.mark.parametrize("phrase", PHRASES)
def test_an_old_phrase_has_not_come_back(phrase: str) -> None:
    assert [file for file, text in texts().items() if phrase in text] == []


def test_a_phrase_is_found_even_where_it_is_wrapped() -> None:
    wrapped = "Create an account to keep your matches on every device. You don't need one to play."
    assert any(wrapped in text for text in texts().values())
