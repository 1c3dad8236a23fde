"""Dice that players can check: what the server publishes when, and to whom."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import STONES_SLUG, Served, Sitting, Visit, served, serving

from meadhall.core.record import read_record, verify
from meadhall.core.seed_proof import SeedProof, commitment_to, make_seed, receipt_for
from meadhall.match.match import Match
from meadhall.server.protocol.messages import RematchedMessage, StepMessage

CLASH = "elemental-clash"
ANNS, BOBS = "a1" * 32, "b2" * 32
SOME_MOVES = 4


async def online(running: Served) -> tuple[str, list[Sitting]]:
    """A match of Ann and Bob over two connections, with a spectator, and all three of them."""
    ann, bob = await running.guest("Ann"), await running.guest("Bob")
    plans = [{"kind": "mine", "share": ANNS}, {"kind": "open"}]
    terms = {"game": CLASH, "seats": plans, "clock": {"mode": "none"}}
    made = await ann.post("/matches", terms)
    watcher = await running.stranger().sit(made["match"])
    assert watcher.table.commitment
    taken = await bob.post(f"/matches/{made['match']}/seats", {"share": BOBS})
    people = [
        await ann.sit(made["match"], *made["tokens"]),
        await bob.sit(made["match"], *taken["tokens"]),
    ]
    await people[1].do("ready")
    for person in people:
        while person.table.phase != "playing":
            await person.hear()
    return made["match"], [*people, watcher]


async def play_some(people: list[Sitting]) -> list[StepMessage]:
    """The answers to some moves of both players, each the first that is possible."""
    answers = []
    for _ in range(SOME_MOVES):
        for seat, person in enumerate(people):
            await person.ask("ping")
            if person.moves[seat]:
                answer = await person.act(person.moves[seat][0][1])
                assert isinstance(answer, StepMessage)
                answers.append(answer)
    assert people[0].result is None
    return answers


async def ask_everything(visit: Visit, match: str) -> None:
    for path in ("", "/seats", "/record", "/replay"):
        await visit.ask("GET", f"/matches/{match}{path}")
    await visit.ask("GET", "/matches")
    await visit.ask("POST", "/analyses", {"match": match})
    await visit.ask("POST", "/continuations", {"match": match, "ply": 0, "seats": []})


def stored_match(running: Served, match: str) -> Match:
    return running.hall.match_loop.rooms[match].match


def test_nobody_is_sent_the_secret_or_the_seed_before_the_end(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bodies: list[bytes] = []

    async def keep(answer: httpx.Response) -> None:
        bodies.append(await answer.aread())

    async def run() -> tuple[Match, bytes, bytes]:
        async with serving(tmp_path) as running:
            running.http.event_hooks["response"] = [keep]
            match, everybody = await online(running)
            await play_some(everybody[:2])
            ann = await running.guest("Ann again")
            await ask_everything(ann, match)
            for sitting in everybody:
                await sitting.ask("look", ply=1, seat=sitting.seats[0] if sitting.seats else None)
                await sitting.ask("ask", seat=0, text="nonsense")
            before = b"\n".join([*bodies, *(text for one in everybody for text in one.raw)])
            await everybody[0].do("resign")
            record = (await ann.ask("GET", f"/matches/{match}/record")).content
            return stored_match(running, match), before, record

    match, before, record = asyncio.run(run())
    logged = "".join(capfd.readouterr())
    proof = match.proof
    assert proof is not None
    for secret in (proof.secret, match.setup.seed):
        assert secret.encode() not in before
        assert secret not in logged
        assert secret.encode() in record
    assert commitment_to(proof.secret).encode() in before


@served()
async def test_the_record_proves_the_commitment_and_redeems_the_receipts(running: Served) -> None:
    match, everybody = await online(running)
    ann, _, watcher = everybody
    answers = await play_some(everybody[:2])
    receipts = [(answer.ply, answer.seat, answer.receipt) for answer in answers if answer.receipt]
    assert receipts
    await ann.do("resign")
    text = (await running.stranger().ask("GET", f"/matches/{match}/record")).text
    record = read_record(text)
    verify(stored_match(running, match).game, record)
    assert record.proof is not None
    assert record.proof.shares == (ANNS, BOBS)
    assert commitment_to(record.proof.secret) == watcher.table.commitment
    assert record.seed == make_seed(record.proof)
    for number, seat, receipt in receipts:
        ply = record.plies[number - 1]
        assert receipt == receipt_for(record.proof, number, ply.seat, ply.action)
        assert seat == ply.seat
    replay = await running.stranger().get(f"/matches/{match}/replay")
    assert replay["seed"] == record.seed
    assert SeedProof(**{**replay["proof"], "shares": tuple(replay["proof"]["shares"])}) == (
        record.proof
    )


@served()
async def test_a_receipt_goes_to_nobody_but_its_player(running: Served) -> None:
    _, everybody = await online(running)
    answers = await play_some(everybody[:2])
    given = [(answer.seat, answer.receipt.encode()) for answer in answers if answer.receipt]
    assert {seat for seat, _ in given} == {0, 1}
    for sitting in everybody:
        await sitting.ask("ping")
        traffic = b"".join(sitting.raw)
        own = {receipt for seat, receipt in given if seat in sitting.seats}
        assert {receipt for _, receipt in given if receipt in traffic} == own


@served()
async def test_a_given_seed_promises_nothing(running: Served) -> None:
    ann = await running.guest("Ann")
    made = await ann.match(CLASH, "mine", "mine", seed="known")
    table = await ann.sit(made["match"], *made["tokens"])
    assert table.table.commitment == ""
    answer = await table.act(table.moves[0][0][1], seat=0)
    assert isinstance(answer, StepMessage)
    assert answer.receipt == ""
    await table.do("resign")
    replay = await ann.get(f"/matches/{made['match']}/replay")
    assert (replay["seed"], replay["proof"]) == ("known", None)


@served()
async def test_quick_matches_and_continued_ones_take_bytes_too(running: Served) -> None:
    ann, bob = await running.guest("Ann"), await running.guest("Bob")
    first = await ann.post("/quick", {"game": STONES_SLUG, "share": ANNS})
    second = await bob.post("/quick", {"game": STONES_SLUG, "share": BOBS})
    assert first["match"] == second["match"]
    assert stored_match(running, first["match"]).shares == (ANNS, BOBS)
    await (await ann.sit(first["match"], *first["tokens"])).do("resign")
    seats: list[dict[str, Any]] = [{"kind": "mine", "share": BOBS}, {"kind": "bot", "share": ANNS}]
    wanted = {"match": first["match"], "ply": 0, "seats": seats}
    following = stored_match(running, (await bob.post("/continuations", wanted))["match"])
    assert following.proof is not None
    assert following.shares == (BOBS, "")
    assert following.setup.seed == make_seed(following.proof)


def proof_of(running: Served, match: str) -> tuple[str, tuple[str, ...]]:
    """The commitment and the bytes that the seed of the match was really made of."""
    proof = stored_match(running, match).proof
    assert proof is not None
    assert proof.match == match
    return commitment_to(proof.secret), proof.shares


@served()
async def test_a_table_without_an_open_seat_has_a_commitment_that_came_first(
    running: Served,
) -> None:
    ann = await running.guest("Ann")
    mine = [{"kind": "mine", "share": ANNS}, {"kind": "bot"}]
    old = await ann.post("/matches", {"game": STONES_SLUG, "seats": mine})
    await (await ann.sit(old["match"], *old["tokens"])).do("resign")
    wishes: dict[str, dict[str, Any]] = {
        "/matches": {"game": STONES_SLUG, "seats": mine},
        "/quick": {"game": STONES_SLUG, "share": ANNS},
        "/continuations": {"match": old["match"], "ply": 0, "seats": mine},
    }
    for path, wish in wishes.items():
        reserved = await ann.post("/reservations", {})
        made = await ann.post(path, {**wish, "reservation": reserved["token"]})
        assert made["match"] == reserved["match"]
        assert proof_of(running, made["match"]) == (reserved["commitment"], (ANNS, ""))


@served()
async def test_a_reservation_serves_one_match(running: Served) -> None:
    ann = await running.guest("Ann")
    reserved = await ann.post("/reservations", {})
    wish = {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {"kind": "mine"}]}
    wish["reservation"] = reserved["token"]
    at_once = await asyncio.gather(*(ann.ask("POST", "/matches", wish) for _ in range(5)))
    assert sorted(answer.is_success for answer in at_once) == [False] * 4 + [True]
    assert (await ann.refused("POST", "/matches", wish))[1] == "ALREADY_OPEN"
    match_loop = running.hall.match_loop
    match_loop.unload(match_loop.rooms[reserved["match"]])
    assert (await ann.refused("POST", "/matches", wish))[1] == "ALREADY_OPEN"
    wish["reservation"] = reserved["token"][:-1]
    assert (await ann.refused("POST", "/matches", wish))[1] == "BAD_TOKEN"


@served()
async def test_a_reservation_serves_one_of_two_requests_that_come_at_once(running: Served) -> None:
    ann = await running.guest("Ann")
    token = (await ann.post("/reservations", {}))["token"]
    plan = {"game": STONES_SLUG, "seats": [{"kind": "mine"}] * 2, "reservation": token}
    answers = await asyncio.gather(*(ann.ask("POST", "/matches", plan) for _ in range(3)))
    assert sorted(answer.status_code for answer in answers) == [201, 400, 400]


async def finished(running: Served) -> list[Sitting]:
    """Ann and Bob after a match."""
    _, everybody = await online(running)
    await everybody[0].do("resign")
    return everybody[:2]


@served()
async def test_all_who_agree_to_a_rematch_see_its_commitment_first(running: Served) -> None:
    ann, bob = await finished(running)
    reserved = await running.stranger().post("/reservations", {})
    await ann.do("rematch", share=ANNS, reservation=reserved["token"])
    while bob.table.offer is None:
        await bob.hear()
    promised = (bob.table.offer.match, bob.table.offer.commitment)
    assert promised == (reserved["match"], reserved["commitment"])
    offered = stored_match(running, bob.table.match).proposal
    assert offered is not None
    assert offered.rematch is not None
    assert offered.rematch.secret.encode() not in b"".join([*ann.raw, *bob.raw])
    await bob.do("rematch", share=BOBS)
    assert (await bob.until(RematchedMessage)).match == reserved["match"]
    # Everybody has moved to the next seat, and so have their bytes.
    assert proof_of(running, reserved["match"]) == (reserved["commitment"], (BOBS, ANNS))


@served()
async def test_the_second_to_agree_sees_a_commitment_even_if_the_first_asked_for_none(
    running: Served,
) -> None:
    ann, bob = await finished(running)
    await ann.do("rematch")
    while bob.table.offer is None:
        await bob.hear()
    offer = bob.table.offer
    await bob.do("rematch", share=BOBS)
    assert (await bob.until(RematchedMessage)).match == offer.match
    assert proof_of(running, offer.match) == (offer.commitment, (BOBS, ""))


@served()
async def test_a_reservation_that_somebody_has_used_does_not_become_the_rematch(
    running: Served,
) -> None:
    ann, bob = await finished(running)
    visit = await running.guest("Ann elsewhere")
    reserved = await visit.post("/reservations", {})
    await ann.do("rematch", share=ANNS, reservation=reserved["token"])
    seats = [{"kind": "mine"}, {"kind": "mine"}]
    wish = {"game": STONES_SLUG, "seats": seats, "reservation": reserved["token"]}
    known = proof_of(running, (await visit.post("/matches", wish))["match"])
    await bob.do("rematch", share=BOBS)
    commitment, shares = proof_of(running, (await bob.until(RematchedMessage)).match)
    assert commitment != known[0]
    assert shares == (BOBS, ANNS)


@served()
async def test_a_restart_takes_bytes_too(running: Served) -> None:
    ann = await running.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    table = await ann.sit(made["match"], *made["tokens"])
    reserved = await ann.post("/reservations", {})
    wish = {"share": ANNS, "reservation": reserved["token"]}
    await table.do("restart", **wish)
    assert (await table.until(RematchedMessage)).match == reserved["match"]
    assert proof_of(running, reserved["match"]) == (reserved["commitment"], (ANNS, ""))
    assert await table.code(table.do("restart", **wish)) == "ALREADY_OPEN"
    assert await table.code(table.do("rematch", reservation="forged")) == "BAD_TOKEN"


@served()
async def test_a_restart_has_a_commitment_of_its_own_without_a_reservation(
    running: Served,
) -> None:
    ann = await running.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    table = await ann.sit(made["match"], *made["tokens"])
    await table.do("restart")
    newest = (await ann.get("/matches?mine=true"))["matches"][0]["match"]
    following = await ann.get(f"/matches/{newest}")
    assert following["commitment"] not in ("", table.table.commitment)


@pytest.mark.one_adapter("Only HTTP is involved.")
@pytest.mark.parametrize("share", ["A1", "zz", "0" * 65, "00\n", 7])
def test_bytes_that_are_no_bytes_are_refused(share: object) -> None:
    @served()
    async def run(running: Served) -> None:
        ann = await running.guest("Ann")
        quick = {"game": STONES_SLUG, "share": share}
        assert (await ann.refused("POST", "/quick", quick))[0] in (400, 422)

    run()
