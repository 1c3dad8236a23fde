"""The metrics of several processes as one."""

import asyncio
from collections.abc import Iterable, Sequence
from urllib.error import URLError
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

SECONDS = 2.0
"""How long a process may take to tell its metrics."""
NOT_SUMMED = ("meadhall_processes",)
"""What every process counts alike: the largest stands for all."""
Totals = dict[tuple[str, tuple[tuple[str, str], ...]], float]
"""Values by name and labels."""


def totals(texts: Iterable[str]) -> Totals:
    """The samples of all texts, added up."""
    found: Totals = {}
    for text in texts:
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if not sample.name.endswith("_created"):
                    key = sample.name, tuple(sorted(sample.labels.items()))
                    known = found.get(key, 0.0)
                    is_sum = sample.name not in NOT_SUMMED
                    found[key] = known + sample.value if is_sum else max(known, sample.value)
    return found


def merge(texts: Sequence[str]) -> str:
    """One text in the format of Prometheus, with the types of the first."""
    values = totals(texts)
    lines = []
    for family in text_string_to_metric_families(texts[0] if texts else ""):
        name = family.name + "_total" if family.type == "counter" else family.name
        lines += [f"# HELP {name} {family.documentation}", f"# TYPE {name} {family.type}"]
        known = {sample.name for sample in family.samples}
        lines += [_line(*key, value) for key, value in values.items() if key[0] in known]
    return "\n".join([*lines, ""])


def _line(name: str, labels: Sequence[tuple[str, str]], value: float) -> str:
    inner = ",".join(f'{label}="{text}"' for label, text in labels)
    return f"{name}{{{inner}}} {value}" if inner else f"{name} {value}"


async def fetch(address: str) -> str | None:
    """The metrics of the process at that address; `None` if it does not tell them."""
    if not address.startswith(("http://", "https://")):
        return None
    return await asyncio.to_thread(_fetch, address)


def _fetch(address: str) -> str | None:
    try:
        with urlopen(f"{address.rstrip('/')}/metrics", timeout=SECONDS) as answer:  # noqa: S310 - checked above
            text: str = answer.read().decode()
            return text
    except (URLError, OSError, ValueError):
        return None
