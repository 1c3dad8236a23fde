"""Every word has one meaning: names of classes and modules, names of functions, the glossary.

Each table lists the exceptions with their reasons. An exception that is no longer needed fails too.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "meadhall"
GAME_FOLDERS = ("games/", "cli/new_game/template/")

IN_EVERY_GAME = "each game has its own; games do not know each other"
CLASSES = {
    "Ended": IN_EVERY_GAME,
    "Move": IN_EVERY_GAME,
    "Moved": IN_EVERY_GAME,
    "Options": IN_EVERY_GAME,
    "RoundEnded": IN_EVERY_GAME,
    "State": IN_EVERY_GAME,
    "View": IN_EVERY_GAME,
    "Card": "a card of Elemental Clash, and its picture in a scene",
    "Left": "a seat left: an event of Chinese Checkers, and the fact of the match behind it",
    "Result": "how a match ended: in each game, and in a record",
    "Player": "who plays on a seat: what a match stores, and what Secret Toaster adds",
    "Readied": "a seat is ready: the fact before a match, and the event in Secret Toaster's rounds",
    "Ready": "a seat is ready: the command before a match, and Secret Toaster's action",
}
"""Class names that occur more than once in src, each with the reason why it is clear."""

STAND_INS = ("site/kept.py", "site/quiet.py", "site/small_web.py")
"""Modules whose classes have the names of what they stand in for."""

MIRROR = "fast/ mirrors the module of the same name in rules/ or bots/"
COMMAND = "the command, and the part that it calls"
MODULES = {
    "__init__": "Python's name",
    "__main__": "Python's name",
    **dict.fromkeys(
        (
            "calibration",
            "encode",
            "follow",
            "gestures",
            "goal",
            "guide",
            "invariant",
            "legal",
            "levels",
            "motions",
            "opening",
            "refusals",
        ),
        IN_EVERY_GAME,
    ),
    **dict.fromkeys(
        (
            "apply",
            "batch",
            "batch_view",
            "events",
            "lane",
            "presets",
            "preview",
            "setup",
            "tables",
            "types",
            "view",
            "words",
        ),
        IN_EVERY_GAME,
    ),
    **dict.fromkeys(
        ("combat", "ending", "evaluate", "moves", "turns"), f"{IN_EVERY_GAME}; {MIRROR}"
    ),
    **dict.fromkeys(("alliances", "diplomacy", "odds", "policies", "push"), MIRROR),
    **dict.fromkeys(("archive", "records", "schema"), COMMAND),
    "network": f"{MIRROR}; what a game's network sees, and in kit what networks have in common",
    "accounts": "stored, and over HTTP",
    "routes": "the HTTP interface, and its part about vacations",
    "vacations": "stored, and what they mean for matches",
    "app": "the program `meadhall`, and the ASGI application",
    "board": "a game's board, and a scene as text in the terminal",
    "options": "how options are declared, and those of a game",
    "clock": "the time that Elemental Clash gives, and the clocks of a match",
    "commands": "commands of a match, and how messages become them",
    "lobby": "before a match begins: what may be done, and how to do it over HTTP",
    "notation": f"{IN_EVERY_GAME}; on the wire, actions as clients write them",
    "play": "playing: the command, the decisions of a match, Secret Toaster's rehearsals",
    "playouts": "random matches to the end: measured, and compiled for Elemental Clash",
    "report": "what a game reports, and the balance report made of it",
    "sampling": "states that fit a view: for any game, and compiled for Secret Toaster",
    "scene": f"{IN_EVERY_GAME}; in core, what a scene is",
    "table": "a match on one device, and Secret Toaster's public state",
}
"""Module names that occur more than once in src, each with the reason."""

IRREGULAR = (
    r"begun|born|bought|brought|built|caught|done|drawn|fed|felt|found|gone|grown|heard|held"
    r"|kept|known|laid|led|left|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|sung"
    r"|taught|thrown|told|torn|understood|undone|won|worn"
)
PARTICIPLE = re.compile(rf"[a-z]+ed|[a-z]{{2,}}en|{IRREGULAR}")
FOLLOWERS = {*("at", "away", "before", "by", "for", "from", "in", "now", "of", "off", "on", "out")}
FOLLOWERS |= {"to", "up", "with"}
"""After these a participle does not qualify a noun: `walked_out`, but not `sealed_choices`."""
NO_PARTICIPLES = {
    *(
        "between",
        "bound",
        "children",
        "deepen",
        "even",
        "fen",
        "hasten",
        "listen",
        "open",
        "reopen",
        "screen",
    ),
    *(
        "seed",
        "speed",
        "then",
        "token",
        "when",
        "need",
        "feed",
        "seven",
        "shorten",
        "ten",
        "thought",
    ),
}
"""Words with the same endings."""
STARTS = {
    *(
        "are",
        "can",
        "has",
        "have",
        "is",
        "may",
        "must",
        "should",
        "was",
        "on",
    ),  # predicates, handlers
    *(
        "check",
        "choose",
        "close",
        "count",
        "decode",
        "draw",
        "drop",
        "find",
        "list",
        "make",
        "offer",
        "raise",
    ),
    *("read", "sample", "send", "set", "view", "wait", "write"),
}
"""First words after which a participle is fine: `is_sealed`, `drop_lost`, `on_refused`."""
PARTICIPLES = {
    "asked": "the seats that a match asks: a property beside `question`",
    "cached_way_left": "what is left of the way is a noun",
    "connection_lost": "asyncio calls it by this name",
    "connection_made": "asyncio calls it by this name",
    "data_received": "asyncio calls it by this name",
    "distance_left": "a noun, as above",
    "time_left": "a noun, as above",
    "way_left": "a noun, as above",
}
"""Functions that are named by a participle, each with the reason."""

GLOSSARY = ROOT / "docs" / "glossary.md"
DEFINED = {
    *("beat", "clause", "fact", "fast lane", "fold", "gesture", "golden", "hall", "law", "level"),
    *("lobby", "motion", "outbox", "publish", "record", "refusal", "room", "scene", "seat", "turn"),
    *("action table", "admission", "backend", "bot program", "candidate", "caretaker", "channel"),
    *("choice", "clock state", "command", "cover", "deadline", "decide", "encoder", "explain"),
    *("evaluation scale", "flush", "group", "guard", "incoming", "level steps", "listener"),
    *("log entry", "match loop", "outcome", "preview", "proposal", "request", "result"),
    *("reviewer", "sampled", "scene delta", "scene diff", "seat view", "session", "skin", "tick"),
    *("token", "traits", "version", "viewer", "viewer position"),
}
"""Words with a meaning of their own here: the glossary must have them."""


@cache
def trees() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of src, by its path from there."""
    return tuple(
        (path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text("utf-8")))
        for path in sorted(SOURCE.rglob("*.py"))
    )


@cache
def class_homes() -> dict[str, list[str]]:
    """The modules that define each class."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and path not in STAND_INS:
                homes[node.name].append(path)
    return homes


@cache
def module_homes() -> dict[str, list[str]]:
    """The paths of the modules of each name. A package has the name of its folder."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path, _ in trees():
        homes[Path(path).stem].append(path)
    return homes


def function_names() -> Iterator[tuple[str, str]]:
    """The functions and methods of src with their modules, laws excepted: they are sentences."""
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                decorators = {d.id for d in node.decorator_list if isinstance(d, ast.Name)}
                if "law" not in decorators:
                    yield node.name, path


def is_participle(name: str) -> bool:
    """Whether the function is named by a participle: alone, at the end, or before a preposition."""
    words = name.strip("_").split("_")
    if words[0] in STARTS and len(words) > 1:
        return False
    ends = [
        word for word, after in zip(words, [*words[1:], "of"], strict=True) if after in FOLLOWERS
    ]
    return any(PARTICIPLE.fullmatch(word) and word not in NO_PARTICIPLES for word in ends)


def test_a_class_name_has_one_meaning() -> None:
    repeated = {name: homes for name, homes in class_homes().items() if len(homes) > 1}
    assert {name: homes for name, homes in repeated.items() if name not in CLASSES} == {}
    assert set(CLASSES) - set(repeated) == set()


def test_a_module_name_has_one_meaning() -> None:
    repeated = {name: homes for name, homes in module_homes().items() if len(homes) > 1}
    assert {name: homes for name, homes in repeated.items() if name not in MODULES} == {}
    assert set(MODULES) - set(repeated) == set()


@pytest.mark.parametrize("table", [CLASSES, MODULES])
def test_what_is_excepted_for_games_is_in_games(table: dict[str, str]) -> None:
    homes = class_homes() if table is CLASSES else module_homes()
    for name, reason in table.items():
        if reason == IN_EVERY_GAME:
            assert [home for home in homes[name] if not home.startswith(GAME_FOLDERS)] == [], name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *[("judged", True), ("_told", True), ("asked_by", True), ("walked_out", True)],
        *[("alliance_named", True), ("is_sealed", False), ("drop_lost", False), ("seed", False)],
        *[("draw_seed", False), ("_token", False), ("taken", True), ("sealed_choices", False)],
    ],
)
def test_participles_are_recognised(name: str, *, expected: bool) -> None:
    assert is_participle(name) == expected


def test_functions_are_verbs_or_nouns() -> None:
    named = {(name, path) for name, path in function_names() if is_participle(name)}
    assert sorted((name, path) for name, path in named if name not in PARTICIPLES) == []
    assert set(PARTICIPLES) - {name for name, _ in named} == set()


def glossary() -> list[tuple[str, str, str]]:
    """(word, meaning, where) of each row."""
    row = re.compile(r"^\| (.+?) \| (.+) \| `(.+)` \|$", re.MULTILINE)
    return [match.groups() for match in row.finditer(GLOSSARY.read_text("utf-8"))]  # type: ignore[misc] # three groups


def prose(path: Path) -> str:
    """The file's text after its name, with the words inside names set apart."""
    text = path.read_text("utf-8") if path.is_file() else ""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_|-", " ", f"{path.name} {text}").lower()


def test_the_glossary_is_complete_and_sorted() -> None:
    words = [word for word, _, _ in glossary()]
    assert DEFINED - set(words) == set()
    assert words == sorted(set(words), key=str.lower)


@pytest.mark.parametrize(("word", "meaning", "where"), glossary(), ids=lambda text: text[:20])
def test_a_word_of_the_glossary_is_used_where_it_says(word: str, meaning: str, where: str) -> None:
    assert meaning[-1] not in ".;,"
    assert (SOURCE / where).exists()
    assert re.search(rf"\b{re.escape(word.lower().replace('-', ' '))}", prose(SOURCE / where))


def test_modules_and_classes_that_the_glossary_names_exist() -> None:
    for _, meaning, _ in glossary():
        for name in re.findall(r"`([A-Z]\w+)`", meaning):
            assert name in class_homes(), name
