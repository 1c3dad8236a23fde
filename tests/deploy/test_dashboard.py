"""The Grafana dashboard names only metrics that there are, and shows all of them."""

import json
import re
from pathlib import Path

import pytest

from meadhall.server.metrics import Metrics

DEPLOY = Path(__file__).parents[2] / "deploy"


def exposed() -> set[str]:
    """The names of all samples that a process can tell."""
    families = list(Metrics().registry.collect())
    return {sample.name for family in families for sample in family.samples} | {
        f"{family.name}_bucket" for family in families if family.type == "histogram"
    }


def named() -> set[str]:
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return {name for query in queries for name in re.findall(r"meadhall_\w+", query)}


def test_every_metric_of_the_dashboard_exists() -> None:
    assert named() <= exposed()


def test_every_metric_is_on_the_dashboard() -> None:
    families = {family.name for family in Metrics().registry.collect()}
    missing = {family for family in families if not any(n.startswith(family) for n in named())}
    assert missing == set()


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile", "prometheus.yml"])
def test_the_examples_name_the_same_workers(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    ports = ("8711", "8712")
    assert [f"10.0.0.{host}:{port}" in text for host in (1, 2) for port in ports] == [True] * 4


def test_the_settings_of_the_example_exist() -> None:
    from meadhall.server.settings import from_environment, table  # noqa: PLC0415 - one test needs it

    lines = (DEPLOY / "meadhall.env").read_text("utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert set(given) <= {name for name, _, _ in table()}
    assert from_environment(given, workers=2).host_names() == ("hall.example.org", "10.0.0.1")
