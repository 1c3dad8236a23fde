"""Broken states are named."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.games.secret_toaster.rules.invariant import invariant
from meadhall.games.secret_toaster.types import NAMES, State

Situate: TypeAlias = Callable[..., State]


def test_the_invariant_names_broken_promises(situation: Situate) -> None:
    state = situation()
    assert invariant(state) == []
    broken = replace(state, table=replace(state.table, alliances=()))
    assert invariant(broken) == ["everybody in play is in exactly one alliance"]


@pytest.mark.parametrize("stranger", [2, -1])
def test_land_and_knights_belong_to_seats_of_the_table(situation: Situate, stranger: int) -> None:
    state = situation(knights={f"Sir {NAMES[0]} 0": 23})
    assert invariant(state) == []
    owners = (stranger, *state.table.owners[1:])
    broken = replace(state, table=replace(state.table, owners=owners))
    assert invariant(broken) == ["every owner sits at the table"]
    knights = (replace(state.table.knights[0], owner=stranger),)
    broken = replace(state, table=replace(state.table, knights=knights))
    assert invariant(broken) == ["knights serve seats in play"]
