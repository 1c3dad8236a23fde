"""Matches that were played without the server come into an account: once, and only if true."""

import json
from typing import Any

import pytest
from serving import STONES_SLUG, Served, Visit, served

from meadhall.cli.new_game.template import GAME as STONES
from meadhall.core.codec import encode
from meadhall.core.refusal import Refusal
from meadhall.core.seed_proof import commitment_to
from meadhall.match.commands import Act
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import open_match
from meadhall.server.api import lobby
from meadhall.server.protocol.messages import StepMessage

PASSWORD = "long enough"
ANN, BOT = Player("Astrid 42", "guest-somebody"), Player("random", bot="random")
WIN = ["take 3"] * 4


def played(
    id_: str, moves: list[str], *players: Player, at: int = 1_000, **more: Any
) -> dict[str, list[str]]:
    """A match of stones as a browser keeps it."""
    setup = Setup(
        id=id_, game=STONES_SLUG, rules_version=1, seats=2, secret="a secret", code="AB",
        takeover="random", **more,
    )  # fmt: skip
    outcome = open_match(STONES, setup, players or (ANN, BOT), at, {0: "ab"})
    assert not isinstance(outcome, Refusal)
    facts = [*outcome.facts]
    for number, text in enumerate(moves):
        match = outcome.match
        action = STONES.notation.parse(text)
        outcome = handle(match, Act(number % 2, action, match.turn), at + number)
        assert not isinstance(outcome, Refusal), outcome
        facts += outcome.facts
    return {"facts": [encode(fact).decode() for fact in facts]}


async def mine(visit: Visit) -> list[Any]:
    found: list[Any] = (await visit.get("/matches?mine=true"))["matches"]
    return found


@served()
async def test_a_finished_match_comes_once_and_is_its_person_s(hall: Served) -> None:
    ann = await hall.member("Ann of the ferry", PASSWORD)
    match = played("aaaa", WIN)
    first = await ann.post("/me/matches", match)
    assert first["new"]
    assert await ann.post("/me/matches", match) == {"match": first["match"], "new": False}
    (card,) = await mine(ann)
    assert (card["match"], card["phase"]) == (first["match"], "finished")
    assert (card["mine"], card["created"]) == ([0], 1_000)
    assert card["players"] == ["Ann of the ferry", "random"]
    assert card["match"] not in str(await hall.stranger().get("/matches"))
    record = (await ann.ask("GET", f"/matches/{card['match']}/record")).json()
    assert [ply["action"] for ply in record["plies"]] == WIN
    # Its dice can still be checked: the proof names the match they were drawn for.
    assert record["proof"]["match"] == "aaaa"
    assert commitment_to(record["proof"]["secret"]) == commitment_to("a secret")
    # Somebody else's is another one.
    bob = await hall.member("Bob of the ferry", PASSWORD)
    assert (await bob.post("/me/matches", match))["match"] != first["match"]


@served()
async def test_a_match_in_play_goes_on_with_the_bot_and_may_come_again_when_it_is_over(
    hall: Served,
) -> None:
    cay = await hall.member("Cay of the ferry", PASSWORD)
    brought = await cay.post("/me/matches", played("bbbb", ["take 1", "take 1"]))
    tokens = (await cay.get(f"/matches/{brought['match']}/seats"))["tokens"]
    device = await cay.sit(brought["match"], *tokens)
    assert (device.table.ply, device.table.phase) == (2, "playing")
    assert not device.table.clock.left
    await device.act("take 1", 0)
    await device.until(StepMessage, having=lambda step: step.ply == 4)
    later = await cay.post("/me/matches", played("bbbb", WIN))
    assert later["new"]
    assert later["match"] != brought["match"]
    assert {card["phase"] for card in await mine(cay)} == {"playing", "finished"}


@served()
async def test_people_of_a_shared_device_keep_their_names_unless_they_are_accounts(
    hall: Served,
) -> None:
    dag = await hall.member("Dag of the ferry", PASSWORD)
    await hall.member("Eli of the ferry", PASSWORD)
    others = (Player("Dag of the ferry", "guest-x"), Player("Grandma", "guest-x"))
    await dag.post("/me/matches", played("cccc", WIN, *others))
    assert (await mine(dag))[0]["mine"] == [0, 1]
    assert (await mine(dag))[0]["players"] == ["Dag of the ferry", "Grandma"]
    stolen = (Player("Grandma", "guest-x"), Player("Eli of the ferry", "guest-x"))
    taken = await dag.refused("POST", "/me/matches", played("dddd", WIN, *stolen))
    assert taken == (409, "NAME_TAKEN")


def edited(match: dict[str, list[str]], old: str, new: str) -> dict[str, list[str]]:
    text = json.dumps(match).replace(old, new)
    assert text != json.dumps(match)
    found: dict[str, list[str]] = json.loads(text)
    return found


@served(tables=2)
async def test_what_is_not_true_is_refused_and_leaves_nothing(hall: Served) -> None:
    guest, fay = await hall.guest("Fay"), await hall.member("Fay of the ferry", PASSWORD)
    good = played("eeee", WIN)
    assert await guest.refused("POST", "/me/matches", good) == (400, "NO_ACCOUNT")
    bad = {
        "NOT_A_MATCH": {"facts": []},
        "BAD_JSON": {"facts": ["{"]},
        "BAD_SHAPE": {"facts": ["{}"]},
        "UNKNOWN_GAME": edited(good, STONES_SLUG, "chess"),
        "BAD_REQUEST": {"facts": ["x" * 200_001]},
        "NOT_STARTED": {"facts": good["facts"][:2]},
        "GUIDED": played("ffff", WIN, guided=True, listed=False),
    }
    refusals = {code: await fay.refused("POST", "/me/matches", body) for code, body in bad.items()}
    assert {code: got for code, (_, got) in refusals.items()} == {code: code for code in bad}
    for lie in (
        edited(good, "take 3", "take 4"),
        {"facts": [*good["facts"], good["facts"][-1]]},
        {"facts": [good["facts"][0], *good["facts"]]},
        {"facts": good["facts"][1:]},
        edited(good, r"\"seats\":2", r"\"seats\":1"),
    ):
        status, _ = await fay.refused("POST", "/me/matches", lie)
        assert 400 <= status < 500
    assert await mine(fay) == []


@served(tables=2)
async def test_how_many_can_come_is_limited(hall: Served) -> None:
    gro = await hall.member("Gro of the ferry", PASSWORD)
    for number in range(2):
        await gro.post("/me/matches", played(f"g{number}", ["take 1"]))
    third = await gro.refused("POST", "/me/matches", played("g3", ["take 1"]))
    assert third == (429, "TOO_MANY_MATCHES")
    unknown = played("g4", ["take 1"], ANN, Player("Deep", bot="deep"))
    assert (await gro.refused("POST", "/me/matches", unknown))[1] == "UNKNOWN_BOT"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby, "MOST_FINISHED", 1)
        await gro.post("/me/matches", played("g5", WIN))
        last = await gro.refused("POST", "/me/matches", played("g6", WIN))
    assert last == (429, "TOO_MANY_MATCHES")
    # It was nothing about the bot, which nobody asks in a match that is over.
    await gro.post("/me/matches", played("g7", WIN, ANN, Player("Deep", bot="deep")))
