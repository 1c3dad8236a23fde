"""Changes single expressions of the server, the matches and the store: do the tests notice?

MEADHALL_MUTANTS is how many changes to try (150), MEADHALL_MUTANTS_SEED which ones, and
MEADHALL_MUTANTS_CORES how many at a time (1). Each is made in a copy of the checkout, and the tests
that run the changed line are run against it. A change that no test notices is listed in
`survivors.md` beside this file, with the reason in `REASONS` if it is known to make no difference;
those do not count.
"""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from meadhall.cli.bench.figures import Figure

sys.path.insert(0, str(Path(__file__).parent))
from changes import Change, find_changes
from covering_tests import lines_and_tests, tests_of
from reasons import REASONS
from verdicts import Verdict, try_change, unreliable_tests

TITLE = "Mutants: changes to server, match and store that the tests notice"
ROOT = Path(__file__).parents[2]
ROOMS = ("server", "match", "store")
TESTS = ("tests/server", "tests/match", "tests/store")
COUNT = int(os.environ.get("MEADHALL_MUTANTS", "150"))
SEED = os.environ.get("MEADHALL_MUTANTS_SEED", "1")
CORES = int(os.environ.get("MEADHALL_MUTANTS_CORES", "1"))
MISSING = "**a test is missing**"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change to one file of the checkout."""

    file: str
    change: Change

    @property
    def room(self) -> str:
        """The folder below `meadhall`."""
        return Path(self.file).parts[2]

    def __str__(self) -> str:
        return f"{self.file}, {self.change}"


Tried = tuple[Mutant, Verdict]


def measure() -> list[Figure]:
    """Try a random sample of changes, and write down which were not noticed."""
    chosen = sample(COUNT, SEED)
    with TemporaryDirectory() as folder:
        copies = [copy_checkout(Path(folder) / str(number)) for number in range(CORES)]
        print("Running all tests once, to see which lines they run …", file=sys.stderr)
        lines, took = lines_and_tests(copies[0], TESTS, CORES)
        tests = [tests_of(lines, took, one.file, one.change.line) for one in chosen]
        tried = try_reliably(copies, chosen, tests)
    Path(__file__).with_name("survivors.md").write_text(survivors_page(tried), "utf-8")
    return [room_figure(room, tried) for room in ROOMS] + all_figures(tried)


def sample(count: int, seed: str) -> list[Mutant]:
    """That many of all possible changes; the same for the same seed and the same code."""
    every = [
        Mutant(str(path.relative_to(ROOT)), change)
        for room in ROOMS
        for path in sorted((ROOT / "src" / "meadhall" / room).rglob("*.py"))
        if "migrations" not in path.parts  # each is run once, and the tests compare its result
        for change in find_changes(path.read_bytes())
    ]
    return random.Random(seed).sample(every, min(count, len(every)))  # noqa: S311 - a sample


def copy_checkout(target: Path) -> Path:
    """A copy of everything that git knows, and of the page that the server delivers."""
    files = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - the developer's git
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    for name in files.split("\0")[:-1]:
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    page = Path("src/meadhall/server/static")
    if (ROOT / page).exists():
        shutil.copytree(ROOT / page, target / page, dirs_exist_ok=True)
    return target


def try_reliably(
    copies: Sequence[Path], mutants: Sequence[Mutant], tests: Sequence[Sequence[str]]
) -> list[Tried]:
    """Each mutant with how the tests took it; a test that fails without a change does not count."""
    tried, left_out = list(try_all(copies, mutants, tests)), set[str]()
    while True:
        failing = sorted({verdict.test for _, verdict in tried if verdict.kind == "noticed"})
        new = unreliable_tests(copies[0], failing) if failing else set()
        again = [number for number, (_, verdict) in enumerate(tried) if verdict.test in new]
        if not again:
            return tried
        left_out |= new
        print(f"Once more, without {sorted(new)}", file=sys.stderr)
        rest = [[test for test in tests[n] if test not in left_out] for n in again]
        once_more = try_all(copies, [mutants[n] for n in again], rest)
        for number, one in zip(again, once_more, strict=True):
            tried[number] = one


def try_all(
    copies: Sequence[Path], mutants: Sequence[Mutant], tests: Sequence[Sequence[str]]
) -> Iterator[Tried]:
    """Each mutant with how the tests took it."""
    free = SimpleQueue[Path]()
    for copy in copies:
        free.put(copy)

    def attempt(number: int) -> Tried:
        copy, mutant = free.get(), mutants[number]
        try:
            verdict = try_change(copy, copy / mutant.file, mutant.change, tests[number])
        finally:
            free.put(copy)
        words = f"{verdict.kind}: {mutant} ({verdict.test or f'{len(tests[number])} tests'})"
        print(f"{number + 1}/{len(mutants)} {words}", file=sys.stderr, flush=True)
        return mutant, verdict

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from pool.map(attempt, range(len(mutants)))


def survivors_page(tried: Sequence[Tried]) -> str:
    """The survivors with their reasons, and the changes that only made a test hang."""
    written = f"Written by `./dev bench mutants`, which tried {len(tried)} changes (seed {SEED})."
    survivors = [one for one, verdict in tried if verdict.kind == "survives"]
    rows = [f"| {_cell(one)} | {REASONS.get(str(one), MISSING)} |" for one in survivors]
    table = ["| change | why no test notices it |", "| --- | --- |", *rows]
    hanging = [
        f"| {_cell(one)} | `{verdict.test}` |" for one, verdict in tried if verdict.kind == "hangs"
    ]
    hangs = "These changes made a test hang that passes without them:"
    second = [hangs, "", "| change | test |", "| --- | --- |", *hanging, ""] if hanging else []
    return "\n".join(["# Changes that no test notices", "", written, "", *table, "", *second])


def _cell(mutant: Mutant) -> str:
    return "`" + str(mutant).replace("|", "\\|") + "`"


def room_figure(room: str, tried: Sequence[Tried]) -> Figure:
    """The share of the room's changes that were noticed, of those that make a difference."""
    return _share(room, [one for one in tried if one[0].room == room])


def all_figures(tried: Sequence[Tried]) -> list[Figure]:
    """The share of all changes that were noticed, and what does not count fully."""
    equal = sum(verdict.kind == "survives" and str(one) in REASONS for one, verdict in tried)
    hangs = sum(verdict.kind == "hangs" for _, verdict in tried)
    return [
        _share("all", tried),
        Figure(f"changes of {len(tried)} that make no difference", equal, "changes"),
        Figure("noticed only because a test hangs", hangs, "changes"),
    ]


def _share(name: str, tried: Sequence[Tried]) -> Figure:
    noticed = sum(verdict.kind != "survives" for _, verdict in tried)
    missed = sum(v.kind == "survives" and str(one) not in REASONS for one, v in tried)
    count = noticed + missed
    share = 100 * noticed / count if count else 100.0
    return Figure(
        f"{name}: noticed of {count} changes that make a difference", share, "%",
        reference=f"seed {SEED}", target="at least 90 %",
    )  # fmt: skip
