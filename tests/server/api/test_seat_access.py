"""Locked tables: what is behind the password, and who is let in without it."""

from typing import Any

from serving import STONES_SLUG, Served, Visit, served

from meadhall.server.protocol.tokens import EntryToken

MOST_ENTRIES = 20

LOCKED = (403, "TABLE_LOCKED")


async def locked_match(hall: Served, ann: Visit) -> Any:
    """A finished match at a table with a password, which Ann played against Bob."""
    bob = await hall.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open", password="mead")
    taken = await bob.post(f"/matches/{made['match']}/seats", {"password": "mead"})
    sitting = await ann.sit(made["match"], *made["tokens"])
    bobs = await bob.sit(made["match"], *taken["tokens"])
    await bobs.do("ready")
    await sitting.until(object, having=lambda _: sitting.table.phase == "playing")
    await sitting.do("resign")
    hall.http.cookies.clear()
    return made


async def refusals(visit: Visit, match: str) -> set[tuple[int, str]]:
    """The answers to everything that can be asked about a match."""
    place, seats = f"/matches/{match}", [{"kind": "mine"}, {"kind": "mine"}]
    continuation = {"match": match, "ply": 0, "seats": seats}
    return {
        await visit.refused("GET", place),
        await visit.refused("GET", f"{place}/record"),
        await visit.refused("GET", f"{place}/replay"),
        await visit.refused("POST", "/analyses", {"match": match}),
        await visit.refused("POST", "/continuations", continuation),
    }


@served()
async def test_a_locked_table_tells_a_stranger_nothing_also_when_finished(hall: Served) -> None:
    ann, cleo = await hall.guest("Ann"), await hall.guest("Cleo")
    made = await locked_match(hall, ann)
    assert await refusals(cleo, made["match"]) == {LOCKED}
    assert (await hall.stranger().ask("GET", f"/matches/{made['match']}")).status_code == 403
    assert (await ann.get(f"/matches/{made['match']}"))["phase"] == "finished", "she sat there"
    assert (await ann.get(f"/matches/{made['match']}/replay"))["players"] == ["Ann", "Bob"]


@served()
async def test_the_password_opens_a_table_for_this_device(hall: Served) -> None:
    ann = await hall.guest("Ann")
    other = await ann.match(STONES_SLUG, "mine", "open", password="mead")
    made = await locked_match(hall, ann)
    place, visit = f"/matches/{made['match']}", hall.stranger()
    wrong = await visit.refused("POST", f"{place}/entry", {"password": "beer"})
    assert wrong == (403, "WRONG_PASSWORD")
    assert await visit.refused("POST", f"{place}/entry", {}) == wrong
    answer = await visit.ask("POST", f"{place}/entry", {"password": "mead"})
    assert answer.status_code == 201
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert (await visit.get(place))["phase"] == "finished"  # httpx keeps the cookie
    assert (await visit.ask("GET", f"{place}/record")).status_code == 200
    assert await visit.refused("GET", f"/matches/{other['match']}") == LOCKED, "not another table"
    hall.http.cookies.clear()
    assert await visit.refused("GET", place) == LOCKED


@served()
async def test_whoever_entered_may_watch_and_sit_down_without_the_password(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open", password="mead")
    hall.http.cookies.clear()
    await bob.ask("POST", f"/matches/{made['match']}/entry", {"password": "mead"})
    entry = hall.http.cookies["meadhall-entry"]
    watcher = await bob.connect(
        made["match"], additional_headers={"Cookie": f"meadhall-entry={entry}"}
    )
    await watcher.join()
    assert (await bob.post(f"/matches/{made['match']}/seats", {}))["tokens"]


@served()
async def test_a_seat_token_opens_the_table_until_it_ends(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await locked_match(hall, ann)
    place, visit = f"/matches/{made['match']}", hall.stranger()
    foreign = await ann.match(STONES_SLUG, "mine", "mine")
    hall.http.cookies.clear()
    for tokens in (foreign["tokens"], ["nonsense"]):
        answer = await visit.refused("POST", f"{place}/entry", {"tokens": tokens})
        assert answer == (403, "WRONG_PASSWORD")
    await visit.post(f"{place}/entry", {"tokens": made["tokens"]})
    assert (await visit.get(place))["phase"] == "finished"
    hall.http.cookies.clear()
    await ann.ask("DELETE", "/session")
    answer = await visit.refused("POST", f"{place}/entry", {"tokens": made["tokens"]})
    assert answer == (403, "WRONG_PASSWORD")


def test_an_entry_token_names_the_last_tables_only() -> None:
    entered = EntryToken()
    for number in [*range(MOST_ENTRIES + 2), 5]:
        entered = entered.add(str(number))
    assert len(entered.matches) == MOST_ENTRIES
    assert entered.matches[-1] == "5"
    assert "1" not in entered.matches
