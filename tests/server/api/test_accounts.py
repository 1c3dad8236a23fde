"""Guests and accounts."""

import asyncio
from itertools import count
from pathlib import Path

from serving import STONES_SLUG, Served, Visit, served, serving

from meadhall.server.clock import SteadyClock
from meadhall.server.protocol.messages import SaidMessage
from meadhall.server.protocol.tokens import SessionToken, Tokens
from meadhall.store import open_store

NAMES = count(1)
PASSWORD = "correct horse"


async def member(hall: Served) -> tuple[Visit, str]:
    """A person with a new account."""
    name = f"Member {next(NAMES)}"
    return await hall.member(name, PASSWORD), name


@served()
async def test_guests_are_recognised_by_their_cookie(hall: Served) -> None:
    answer = await hall.stranger().ask("POST", "/guests", {"name": "  Ann "})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert answer.json()["name"] == "Ann"
    hall.http.cookies.clear()
    me = await hall.http.get(
        f"http://{hall.address}/api/me", headers={"Cookie": cookie.partition(";")[0]}
    )
    assert me.json()["name"] == "Ann"
    assert me.json()["token"] == "", "the token is given once"


@served()
async def test_a_renamed_guest_keeps_the_matches(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("jarls", "mine", "open")
    ann.token = (await ann.ask("PUT", "/me/name", {"name": "Anna"})).json()["token"]
    assert (await ann.get("/me"))["name"] == "Anna"
    (mine,) = (await ann.get("/matches?mine=true"))["matches"]
    assert mine["match"] == made["match"]
    visit, _ = await member(hall)
    assert await visit.refused("PUT", "/me/name", {"name": "Anna"}) == (409, "HAS_ACCOUNT")


@served(https=True)
async def test_over_https_cookies_are_secure(hall: Served) -> None:
    answer = await hall.stranger().ask("POST", "/guests", {"name": "Ann"})
    assert "Secure" in answer.headers["set-cookie"]


@served()
async def test_an_account_signs_in_and_its_name_is_unique(hall: Served) -> None:
    visit, name = await member(hall)
    assert (await visit.get("/me"))["account"]
    taken = {"name": name.upper(), "password": PASSWORD}
    assert await visit.refused("POST", "/accounts", taken) == (409, "NAME_TAKEN")
    back = await hall.stranger().post("/session", {"name": name.lower(), "password": PASSWORD})
    assert back["name"] == name
    wrong = {"name": name, "password": "wrong horse"}
    assert await visit.refused("POST", "/session", wrong) == (403, "WRONG_PASSWORD")
    nobody = {"name": "Nobody at all", "password": PASSWORD}
    assert await visit.refused("POST", "/session", nobody) == (403, "WRONG_PASSWORD")


@served()
async def test_a_new_password_signs_out_other_devices(hall: Served) -> None:
    visit, name = await member(hall)
    change = {"old": PASSWORD, "new": "battery staple"}
    assert await visit.refused("PUT", "/me/password", {**change, "old": "x"}) == (
        403,
        "WRONG_PASSWORD",
    )
    changed = await visit.ask("PUT", "/me/password", change)
    hall.http.cookies.clear()
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
    visit.token = changed.json()["token"]
    assert (await visit.get("/me"))["name"] == name


@served()
async def test_signing_out_everywhere_ends_all_sessions(hall: Served) -> None:
    visit, _ = await member(hall)
    answer = await visit.ask("DELETE", "/session?everywhere=true")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    hall.http.cookies.clear()
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")


def test_sessions_go_on_when_the_secret_leaves_the_database(tmp_path: Path) -> None:
    asyncio.run(update(tmp_path))


async def update(folder: Path) -> None:
    """A database of an earlier version, which has the key in it, and a session signed with it."""
    store = await open_store(str(folder / "hall.db"))
    await store.accounts.set_setting("secret", "the earlier key")
    await store.close()
    token = Tokens("the earlier key", SteadyClock()).sign_session(SessionToken("guest-ann", "Ann"))
    for _ in range(2):
        async with serving(folder) as hall:
            visit = hall.stranger()
            visit.token = token
            assert (await visit.get("/me"))["name"] == "Ann"
    assert (folder / "hall.db.secret").read_text().strip() == "the earlier key"


@served()
async def test_a_forged_token_is_not_accepted(hall: Served) -> None:
    visit = await hall.guest("Ann")
    hall.http.cookies.clear()
    claim, _, rest = visit.token.partition(".")
    visit.token = f"{claim[:-4]}0000.{rest}"  # another claim under the same signature
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
    visit.token = "nonsense"
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")


@served()
async def test_short_texts_are_refused_in_plain_words(hall: Served) -> None:
    new = {"name": "Shorty", "password": "1234567"}
    answer = await hall.stranger().ask("POST", "/accounts", new)
    assert (answer.status_code, answer.json()["detail"]) == (400, "Use at least 8 characters.")
    answer = await hall.stranger().ask("POST", "/guests", {"name": ""})
    assert (answer.status_code, answer.json()["detail"]) == (400, "Use at least 1 character.")


@served()
async def test_what_the_validator_said_is_for_programs_only(hall: Served) -> None:
    ann = await hall.guest("Ann")
    for seats, words in ((0, "Use a number of at least 1."), (99, "Use a number of at most 16.")):
        answer = await ann.ask("POST", "/quick", {"game": "jarls", "seats": seats})
        assert (answer.status_code, answer.json()["detail"]) == (400, words)
    answer = await hall.stranger().ask("POST", "/guests", {"name": 5})
    told = answer.json()
    assert told["detail"] == "The field 'name' is not filled in correctly."
    assert told["objects"] == ["name: Expected `str`, got `int`"]
    answer = await hall.stranger().ask("POST", "/guests", ["name"])
    assert "Expected" not in answer.json()["detail"]


@served()
async def test_nobody_else_bears_an_accounts_name_or_one_that_looks_like_it(hall: Served) -> None:
    owner = await hall.member("Sigrun", PASSWORD)
    alike, taken = "S\u0456grun", (409, "NAME_TAKEN")  # with a Cyrillic letter
    guest = await hall.guest("Ann")
    for name in ("sigrun", alike, "Sig\u200brun"):
        assert await guest.refused("POST", "/guests", {"name": name}) == taken
        assert await guest.refused("PUT", "/me/name", {"name": name}) == taken
        account = {"name": name, "password": PASSWORD}
        assert await guest.refused("POST", "/accounts", account) == taken
    for seat in ({"kind": "mine", "name": alike}, {"kind": "bot", "name": alike}):
        match = {"game": STONES_SLUG, "seats": [seat, {"kind": "mine"}]}
        assert await guest.refused("POST", "/matches", match) == taken
        await owner.post("/matches", match)


@served()
async def test_a_guest_whose_name_an_account_took_needs_another_for_new_seats(
    hall: Served,
) -> None:
    guest = await hall.guest("Torhild")
    held = await guest.match(STONES_SLUG, "mine", "mine")
    owner = await hall.member("Torhild", PASSWORD)
    other = await owner.match(STONES_SLUG, "mine", "open")
    taken = (409, "NAME_TAKEN")
    assert await guest.refused("POST", f"/matches/{other['match']}/seats", {}) == taken
    assert await guest.refused("POST", "/quick", {"game": STONES_SLUG}) == taken
    assert (await guest.sit(held["match"], *held["tokens"])).seats == (0, 1), "old seats stay"


@served()
async def test_a_spectator_does_not_speak_under_an_accounts_name(hall: Served) -> None:
    owner = await hall.member("Gudrun", PASSWORD)
    hall.http.cookies.clear()
    made = await owner.match(STONES_SLUG, "mine", "open")
    names: list[str] = []
    for token, name in (("", "Gudrun"), ("", "Bob"), (owner.token, "Gudrun")):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        watcher = await owner.connect(made["match"], additional_headers=headers)
        await watcher.join(name=name)
        await watcher.send({"kind": "say", "id": f"hello-{len(names)}", "text": "hello"})
        said = await watcher.until(SaidMessage)
        names.append(said.line.name)
    assert names == ["a spectator", "Bob", "Gudrun"]
