"""Whether a version's number fits what the changelog says of it, by the rule of docs/versions.md.

What will go away is announced under "### Deprecated", one item a thing, for example

    - `meadhall old`: use `meadhall new`. Gone in 0.4.0.

and when it has gone, it is named under "### Removed".
"""

import re
from typing import TypeAlias

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?")
SECTION = re.compile(r"^## (\S+).*?$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ITEM = re.compile(r"^- `([^`]+)`(.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
GONE = re.compile(r"Gone in (\d+\.\d+\.\d+)\.\s*$")
UNRELEASED = "Unreleased"
MINORS_TO_ADAPT = 2

Order: TypeAlias = tuple[int, ...]
Items: TypeAlias = dict[str, str]
"""What is said of each thing, by its name."""


def order(version: str) -> Order:
    """Versions in order: 1.0.0a1 before 1.0.0rc1 before 1.0.0; empty for what is no version."""
    found = VERSION.fullmatch(version)
    if found is None:
        return ()
    stage = ("a", "b", "rc", None).index(found[4])
    return int(found[1]), int(found[2]), int(found[3]), stage, int(found[5] or 0)


def objection(version: str, changelog: str) -> str | None:
    """Why the changes since the last release cannot get this number; `None` if they can."""
    sections: dict[str, str] = dict(SECTION.findall(changelog))
    new = sections.pop(UNRELEASED, "")
    announced = {k: v for text in sections.values() for k, v in items(text, "Deprecated").items()}
    removed_before = {name for text in sections.values() for name in items(text, "Removed")}
    announced = {k: v for k, v in announced.items() if k not in removed_before}
    return (
        _of_announcements(version, items(new, "Deprecated"))
        or _of_removals(version, {*items(new, "Removed")}, announced)
        or _of_what_is_due(version, {*items(new, "Removed"), *items(new, "Deprecated")}, announced)
    )


def items(section: str, heading: str) -> Items:
    """What is listed under a heading of a version."""
    _, _, rest = section.partition(f"### {heading}\n")
    return {name: text.strip() for name, text in ITEM.findall(rest.partition("\n### ")[0])}


def _of_announcements(version: str, deprecated: Items) -> str | None:
    major, minor, *_ = order(version)
    for name, text in deprecated.items():
        gone = GONE.search(text)
        if gone is None:
            return f"The changelog does not say in which version `{name}` is gone."
        least = f"{major}.{minor + MINORS_TO_ADAPT}.0" if major == 0 else f"{major + 1}.0.0"
        if order(gone[1]) < order(least):
            return f"`{name}` is announced now, so it cannot be gone before {least}."
    return None


def _of_removals(version: str, removed: set[str], announced: Items) -> str | None:
    major, minor, patch, *_ = order(version)
    if removed and (patch or (major and minor)):
        kind = "MAJOR" if major else "MINOR"
        return f"Something is removed, so this is a new {kind} version and no {version}."
    for name in sorted(removed):
        if name not in announced:
            return f"`{name}` is removed, but no earlier version announced it."
        if _gone(announced[name])[:3] > order(version)[:3]:
            return f"`{name}` is removed earlier than announced."
    return None


def _of_what_is_due(version: str, named: set[str], announced: Items) -> str | None:
    for name, text in announced.items():
        if name not in named and _gone(text)[:3] <= order(version)[:3]:
            return f"`{name}` was announced to be gone by now: remove it, or announce it anew."
    return None


def _gone(text: str) -> Order:
    found = GONE.search(text)
    return order(found[1]) if found else ()
