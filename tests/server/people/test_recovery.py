"""Ways back into an account: recovery codes, and links by mail to a confirmed address."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import Later, Served, served, serving
from tests.server.notices.mail_server import Inbox, mail_server

from meadhall.server.people.sign_in.recovery import is_address

PASSWORD, NEW = "correct horse", "battery staple"


@served()
async def test_a_recovery_code_opens_the_account_once_with_a_new_password(hall: Served) -> None:
    visit = await hall.member("Aud the Wise", PASSWORD)
    wrong = {"password": "guess"}
    assert await visit.refused("POST", "/me/recovery-codes", wrong) == (403, "WRONG_PASSWORD")
    codes = (await visit.post("/me/recovery-codes", {"password": PASSWORD}))["codes"]
    assert (len(codes), len(set(codes))) == (10, 10)
    assert (await visit.get("/me/account"))["recovery_codes"] == 10
    stranger = hall.stranger()
    hall.http.cookies.clear()
    for name, code in (("Aud the Wise", "aaaa-aaaa-aaaa-aaaa"), ("Nobody", codes[0])):
        body = {"name": name, "code": code, "password": NEW}
        assert await stranger.refused("POST", "/session/recovery-code", body) == (403, "WRONG_CODE")
    typed = f" {codes[0].upper().replace('-', ' ')}"
    body = {"name": "aud the wise", "code": typed, "password": NEW}
    back = await stranger.post("/session/recovery-code", body)
    hall.http.cookies.clear()
    assert (back["name"], back["account"]) == ("Aud the Wise", True)
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN"), "earlier sessions end"
    assert await stranger.refused("POST", "/session/recovery-code", body) == (403, "WRONG_CODE")
    stranger.token = back["token"]
    assert (await stranger.get("/me/account"))["recovery_codes"] == 9
    await stranger.post("/me/recovery-codes", {"password": NEW})
    body["code"] = codes[1]
    assert await hall.stranger().refused("POST", "/session/recovery-code", body) == (
        403,
        "WRONG_CODE",
    ), "new codes replace the old ones"


@served(sign_in_rate=10_000)
async def test_codes_cannot_be_guessed_quickly(hall: Served) -> None:
    await hall.member("Bolli", PASSWORD)
    hall.http.cookies.clear()
    body = {"name": "Bolli", "code": "aaaa", "password": NEW}
    codes = [
        (await hall.stranger().refused("POST", "/session/recovery-code", body))[1] for _ in range(7)
    ]
    assert codes == ["WRONG_CODE"] * 6 + ["TOO_MANY_REQUESTS"]


async def link_in(inbox: Inbox, page: str) -> str:
    """The key in the link of the next mail."""
    while not inbox.mails:
        await asyncio.sleep(0.01)
    text = inbox.mails.pop().get_content()
    found = re.search(rf"https://hall\.example/#/{page}/(\S+)", text)
    assert found is not None, text
    return found[1]


@asynccontextmanager
async def hall_with_mail(folder: Path, inbox: Inbox, later: Later) -> AsyncIterator[Served]:
    with mail_server(inbox) as port:
        mails: dict[str, Any] = {
            "smtp_host": "127.0.0.1", "smtp_port": port, "smtp_tls": "none",
            "mail_from": "hall@hall.example", "public_url": "https://hall.example",
        }  # fmt: skip
        async with serving(folder, later, **mails) as hall:
            yield hall


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_confirmed_address_lets_its_owner_choose_a_new_password(tmp_path: Path) -> None:
    inbox, later = Inbox(), Later()
    async with hall_with_mail(tmp_path, inbox, later) as hall:
        visit = await hall.member("Eyrar", PASSWORD)
        hall.http.cookies.clear()
        change = {"address": " Eyrar@B.example ", "password": PASSWORD}
        assert (await visit.ask("PUT", "/me/mail-address", change)).status_code == 204
        assert (await visit.get("/me/account"))["mail_address"] == "", "not confirmed yet"
        ask = {"account": "eyrar@b.example"}
        assert (await visit.ask("POST", "/recovery", ask)).status_code == 204
        key = await link_in(inbox, "confirm")
        assert (await visit.ask("POST", "/mail-address", {"key": key})).status_code == 204
        assert await visit.refused("POST", "/mail-address", {"key": key}) == (409, "LINK_USED")
        assert (await visit.get("/me/account"))["mail_address"] == "Eyrar@B.example"
        for account in ("eyrar@b.example", "Eyrar", "nobody@b.example", "Nobody"):
            answer = await hall.stranger().ask("POST", "/recovery", {"account": account})
            assert (answer.status_code, answer.content) == (204, b""), "it says nothing"
        await see_links_work_once(hall, inbox, later)
        assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN"), "sessions have ended"


async def see_links_work_once(hall: Served, inbox: Inbox, later: Later) -> None:
    body = {"key": await link_in(inbox, "recover"), "password": NEW}
    back = await hall.stranger().post("/session/recovery-link", body)
    hall.http.cookies.clear()
    assert back["name"] == "Eyrar"
    used = await hall.stranger().refused("POST", "/session/recovery-link", body)
    assert used == (409, "LINK_USED")
    body["key"] = await link_in(inbox, "recover")
    later.passed += 61 * 60_000
    late = await hall.stranger().refused("POST", "/session/recovery-link", body)
    assert late == (409, "LINK_USED"), "after an hour"


@served()
async def test_a_hall_without_mail_says_so(hall: Served) -> None:
    visit = await hall.member("Hoskuld", PASSWORD)
    hall.http.cookies.clear()
    change = {"address": "a@b.example", "password": PASSWORD}
    assert await visit.refused("PUT", "/me/mail-address", change) == (400, "NO_MAIL")
    assert await visit.refused("POST", "/recovery", {"account": "x"}) == (400, "NO_MAIL")
    assert (await visit.get("/me/account"))["sends_mail"] is False
    change["address"] = "a@b.example, c@d.example"
    assert await visit.refused("PUT", "/me/mail-address", change) == (400, "BAD_ADDRESS")


@pytest.mark.parametrize("text", ["anna@hall.example", "a.b+c@sub.hall.example"])
def test_addresses_are_taken(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "anna", "anna@hall", "anna@hall.example\nBcc: x@y.example", "Anna <anna@hall.example>",
        "a@b.example,c@d.example", "änna@hall.example", "anna@@hall.example", "an na@hall.example",
    ],
)  # fmt: skip
def test_what_is_no_address_or_more_than_one_is_refused(text: str) -> None:
    assert not is_address(text)
