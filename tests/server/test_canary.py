"""No secret leaves the server: runs that differ in another seat's secrets send the same bytes."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from serving import Served, Sitting, serving

from meadhall import registry
from meadhall.core.game import AnyGame, start
from meadhall.core.options import Value, option_specs, parse_options
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.match.match import Match
from meadhall.testing.lens import indistinguishable
from meadhall.testing.playthrough import Playthrough

HIDDEN = [game.spec.slug for game in registry.games() if game.spec.hidden]
SEED = "canary"
LONGEST = 300


@dataclass(frozen=True)
class Secret:
    """Two sealed choices of a seat that look alike to all others, and the way to that position."""

    options: dict[str, Value]
    plies: tuple[tuple[Seat, str], ...]
    seat: Seat
    one: str
    other: str


@cache
def secret_of(slug: str) -> Secret:
    """The first such choice that there is, with the normal options or one of them changed."""
    game = registry.game(slug)
    for options in variants(game):
        found = search(game, options)
        if found is not None:
            return found
    raise AssertionError(f"{slug} says that it hides something, but nothing is ever sealed")


def variants(game: AnyGame) -> Iterator[dict[str, Value]]:
    yield {}
    for spec in option_specs(game.types.options):
        yield from ({spec.name: choice} for choice in spec.choices if choice != spec.default)


def search(game: AnyGame, given: dict[str, Value]) -> Secret | None:
    seats, options = min(game.spec.players), parse_options(game.types.options, given)
    start(game, options, seats, Rng(SEED))
    play = Playthrough(game, options, seats, SEED, tuple(range(7, 7 + LONGEST)))
    plies: list[tuple[Seat, str]] = []
    for position in play.positions():
        for seat in range(seats):
            for one, other in indistinguishable(play, position.state, seat):
                write = game.notation.write
                return Secret(given, tuple(plies), seat, write(one), write(other))
        if position.seat is not None:
            plies.append((position.seat, game.notation.write(position.action)))
    return None


async def traffic(folder: Path, slug: str, choice: str) -> dict[str, list[bytes]]:
    """All that the seats and a spectator are sent while one seat makes its secret choice."""
    folder.mkdir()
    async with serving(folder, clock=lambda: 1_000_000) as running:
        return await _traffic(running, slug, choice)


async def _traffic(running: Served, slug: str, choice: str) -> dict[str, list[bytes]]:
    secret, seats = secret_of(slug), min(registry.game(slug).spec.players)
    ann = await running.guest("Ann")
    terms = {"seed": SEED, "clock": {"mode": "none"}, "options": secret.options}
    made = await ann.match(slug, *["mine"] * seats, **terms)
    sitters = [await ann.sit(made["match"], token) for token in made["tokens"]]
    watcher = await ann.sit(made["match"])
    for number, (seat, text) in enumerate([*secret.plies, (secret.seat, choice)]):
        await sitters[seat].ask("ping")
        await sitters[seat].act(text, name=f"act {number}")
    heard = {}
    for name, sitting in [*((f"seat {n}", s) for n, s in enumerate(sitters)), ("watcher", watcher)]:
        await sitting.ask("ping")
        await look_around(sitting)
        unnamed = [text.replace(made["match"].encode(), b"MATCH") for text in sitting.raw]
        heard[name] = [text.replace(made["code"].encode(), b"CODE") for text in unnamed]
    return heard


async def look_around(sitting: Sitting) -> None:
    """Ask for everything that can be asked for."""
    seat = sitting.seats[0] if sitting.seats else None
    for ply in range(sitting.table.ply + 2):
        await sitting.ask("look", ply=ply, seat=seat)
    if seat is not None:
        for gesture, text in sitting.moves[seat][:5]:
            await sitting.ask("ask", seat=seat, text=text)
            await sitting.ask("ask", seat=seat, gesture=gesture[:1])
        await sitting.do("undo")


@pytest.mark.parametrize("slug", HIDDEN)
def test_others_are_sent_the_same_bytes_whatever_a_seat_chose(slug: str, tmp_path: Path) -> None:
    secret = secret_of(slug)
    first = asyncio.run(traffic(tmp_path / "one", slug, secret.one))
    second = asyncio.run(traffic(tmp_path / "other", slug, secret.other))
    own = f"seat {secret.seat}"
    assert first.pop(own) != second.pop(own), "the seat itself does see what it chose"
    for viewer, heard in first.items():
        assert heard == second[viewer], f"{viewer} can tell the two runs apart"
        assert len(heard) > 2


def test_a_match_does_not_print_its_state() -> None:
    assert not Match.__dataclass_fields__["state"].repr
