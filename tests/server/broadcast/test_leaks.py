"""No secret leaves the server: matches that a viewer cannot tell apart send the viewer the same.

That this can fail is shown with games that leak.
"""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from breakages import PENNIES
from serving import games, serving
from tests.server.broadcast.twin_tables import NOW, hear_both, leaks, twin_setup
from tests.testing.secrecy_breakages import a_move_in_the_fog_that_the_log_writes_down
from twins import Twins, find_twins, hides_something

from meadhall import registry
from meadhall.core.codec import encode
from meadhall.core.game import AnyGame, Audience, Step, start, to_act
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.match.decide.handle import create
from meadhall.match.evolve import apply_facts
from meadhall.match.facts import Player, Seated
from meadhall.match.match import Match
from meadhall.server.live.match_loop import raise_if_refused
from meadhall.server.protocol.messages import StepMessage

HIDDEN = [game.spec.slug for game in registry.games() if hides_something(game)]
THREE = replace(PENNIES, spec=replace(PENNIES.spec, players=(3,)))
EVERYWHERE = {"viewer", "program", "late", "returning"}


@cache
def twins_of(slug: str) -> list[Twins]:
    return find_twins(registry.game(slug))


@pytest.mark.parametrize("slug", HIDDEN)
def test_nobody_can_tell_twin_matches_apart(slug: str, tmp_path: Path) -> None:
    for twins, one, other in hear_both(tmp_path, twins_of(slug)):
        assert leaks(one, other) == {}, f"{twins.options} {twins.viewer} {twins.secrets}"
        for seat, text, other_text in twins.plies:
            if text != other_text:
                own = f"seat {seat}"
                assert one[own] != other[own], "the seat itself does see what it chose"


def test_letters_do_not_change_what_others_are_sent(tmp_path: Path) -> None:
    """The twins differ in letters alone. With three players a seat is left out of them too."""
    game = registry.game("secret-toaster")
    state = start(game, game.types.options(), 3, Rng("letters"))
    viewers = (0, 2, None)
    cases = [Twins(game, {}, 3, viewer, (state, state), (), frozenset()) for viewer in viewers]
    for twins, one, other in hear_both(tmp_path, cases):
        assert leaks(one, other) == {}, twins.viewer
        writer = "seat 1" if twins.viewer == 0 else "seat 0"
        assert any(b"certainly not" in text for text in other[writer])


CHATTERBOX = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    note, move = json.dumps(question["view"]), question["moves"][0]
    print(json.dumps({"kind": "move", "text": move, "score": len(note), "note": note}), flush=True)
"""
"""A bot whose thoughts are all that its seat knows."""


async def thoughts(folder: Path, bot: Path, twins: Twins, side: int) -> list[bytes]:
    """What a seat and a spectator are sent while the bots choose their first move."""
    program = f"chatterbox={sys.executable} {bot}"
    async with serving(folder, lambda: NOW, bot_programs=program) as running:
        ann = await running.guest("Ann")
        # Ann is not ready yet, so that she and a spectator are there when the bots begin.
        made = raise_if_refused(create(twins.game, twin_setup(twins, 0, side), NOW))
        players = [Player("Bot", bot="program:chatterbox")] * twins.seats
        players[twins.viewer or 0] = Player("Ann", (await ann.get("/me"))["id"])
        seated = (Seated(NOW, seat, player) for seat, player in enumerate(players))
        after = apply_facts(made.match, *seated)
        opened = replace(after, facts=(*made.facts, *after.facts))
        match = (await running.hall.match_loop.open(opened)).id
        tokens = (await ann.get(f"/matches/{match}/seats"))["tokens"]
        one, watcher = await ann.sit(match, *tokens), await running.stranger().sit(match)
        await one.do("ready")
        for sitting in (one, watcher):
            await sitting.until(StepMessage)
        return [text for text in (*one.raw, *watcher.raw) if b'"kind":"thinking"' in text]


@pytest.mark.one_adapter("Bots do not know how sockets are read.")
@pytest.mark.parametrize("slug", HIDDEN)
def test_bots_show_no_thoughts_where_something_is_hidden(slug: str, tmp_path: Path) -> None:
    def bots_begin(twins: Twins) -> bool:
        asked = to_act(twins.game, twins.starts[0])
        return twins.viewer is not None and any(seat != twins.viewer for seat in asked)

    twins = next(filter(bots_begin, twins_of(slug)))
    bot, folders = tmp_path / "bot.py", [tmp_path / "one", tmp_path / "other"]
    bot.write_text(CHATTERBOX, "utf-8")
    for folder in folders:
        folder.mkdir()
    one, other = [asyncio.run(thoughts(f, bot, twins, n)) for n, f in enumerate(folders)]
    assert one == other
    assert any(b'"done":true' in text for text in one)


def a_refusal_that_names_a_secret() -> AnyGame:
    def refusal(state: Any, seat: int, action: object) -> Refusal | None:
        refused = THREE.refusal(state, seat, action)
        if refused is None or refused.code != "LOCKED":
            return refused
        return replace(refused, sentence=f"You have guessed already, and so have {state.guesses}.")

    def apply(state: Any, seat: int, action: object) -> Step[Any, Any]:
        refused = refusal(state, seat, action)
        if refused is not None:
            raise Refused(refused)
        return THREE.apply(state, seat, action)

    return replace(THREE, refusal=refusal, apply=apply)


def an_audience_whose_length_is_a_secret() -> AnyGame:
    def audiences(state: Any, _: int) -> tuple[Audience, ...]:
        dots = "." * (crc32(encode((state.charms, state.rng))) % 1000)
        return (Audience("everyone", f"Everyone{dots}", ()),)

    return replace(THREE, audiences=audiences)


@pytest.mark.one_adapter("Broken rules are broken however sockets are read.")
@pytest.mark.parametrize(
    ("make", "ways"),
    [
        (lambda: THREE, set()),
        (a_move_in_the_fog_that_the_log_writes_down, EVERYWHERE),
        (a_refusal_that_names_a_secret, {"viewer"}),
        (an_audience_whose_length_is_a_secret, EVERYWHERE),
    ],
    ids=("sound", "log", "refusal", "size"),
)
def test_a_game_that_leaks_is_caught(
    make: Callable[[], AnyGame], ways: set[str], tmp_path: Path
) -> None:
    game = make()
    cases = find_twins(game)

    def offer(slug: str) -> AnyGame:
        return game if slug == game.spec.slug else games(slug)

    found = {way for _, *heard in hear_both(tmp_path, cases, offer) for way in leaks(*heard)}
    assert found == ways


@pytest.mark.one_adapter("No socket is involved.")
def test_the_fog_of_jarls_is_among_the_secrets() -> None:
    hidden = [twins for twins in twins_of("jarls") if "Move" in twins.secrets]
    assert {twins.viewer is None for twins in hidden} == {True, False}


@pytest.mark.one_adapter("No socket is involved.")
def test_a_match_does_not_print_its_state() -> None:
    assert not Match.__dataclass_fields__["state"].repr
