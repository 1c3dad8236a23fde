"""Guests and accounts."""

from itertools import count

from serving import Served, Visit, served

NAMES = count(1)
PASSWORD = "correct horse"


async def member(hall: Served) -> tuple[Visit, str]:
    """Somebody with a new account."""
    name = f"Member {next(NAMES)}"
    visit = hall.stranger()
    visit.token = (await visit.post("/accounts", {"name": name, "password": PASSWORD}))["token"]
    return visit, name


@served()
async def test_guests_are_known_by_their_cookie(hall: Served) -> None:
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
    assert me.json()["token"] == "", "the key is given once"


@served()
async def test_a_guest_who_changes_the_name_keeps_the_matches(hall: Served) -> None:
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
async def test_an_account_signs_in_and_names_are_taken_once(hall: Served) -> None:
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
async def test_changing_the_password_signs_out_elsewhere(hall: Served) -> None:
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


@served()
async def test_a_deleted_account_is_gone_and_its_name_free(hall: Served) -> None:
    visit, name = await member(hall)
    assert await visit.refused("POST", "/me/farewell", {"password": "x"}) == (
        403,
        "WRONG_PASSWORD",
    )
    assert (await visit.ask("POST", "/me/farewell", {"password": PASSWORD})).status_code == 204
    hall.http.cookies.clear()
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
    await hall.stranger().post("/accounts", {"name": name, "password": PASSWORD})
    guest = await hall.guest("Ann")
    assert await guest.refused("POST", "/me/farewell", {"password": "x"}) == (400, "NO_ACCOUNT")


@served()
async def test_a_forged_token_is_nobodys(hall: Served) -> None:
    visit = await hall.guest("Ann")
    hall.http.cookies.clear()
    claim, _, rest = visit.token.partition(".")
    visit.token = f"{claim[:-4]}0000.{rest}"  # another claim under the same signature
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
    visit.token = "nonsense"
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
