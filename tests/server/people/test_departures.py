"""An account from a guest in one step, and its end: the matches stay, the name does not."""

from serving import STONES_SLUG, Served, Visit, served

PASSWORD = "correct horse"


async def upgraded(hall: Served, name: str, guest: str = "Ann") -> Visit:
    """A guest who has created an account."""
    visit = await hall.guest(guest)
    hall.http.cookies.clear()
    made = await visit.post("/accounts", {"name": name, "password": PASSWORD})
    visit.token = made["token"]
    return visit


async def played_out(visit: Visit, made: dict[str, str]) -> None:
    """The match of stones, played to its end on one device."""
    device = await visit.sit(made["match"], *made["tokens"])
    for number in range(4):
        await device.act("take 3", number % 2)


@served()
async def test_a_guest_who_creates_an_account_keeps_seats_matches_and_open_tables(
    hall: Served,
) -> None:
    guest = await hall.guest("Eyvind")
    made = await guest.match(STONES_SLUG, "mine", "mine")
    device = await guest.sit(made["match"], *made["tokens"])
    before = await guest.get("/me")
    hall.http.cookies.clear()
    account = await guest.post("/accounts", {"name": "Eyvind the Old", "password": PASSWORD})
    assert (account["id"], account["account"]) == (before["id"], True)
    await device.act("take 3", 0)  # the connection and its seats have gone on
    assert (await guest.sit(made["match"], *made["tokens"])).seats == (0, 1)
    hall.http.cookies.clear()
    back = await hall.stranger().post("/session", {"name": "eyvind the old", "password": PASSWORD})
    phone = hall.stranger()
    phone.token = back["token"]
    (mine,) = (await phone.get("/matches?mine=true"))["matches"]
    assert (mine["match"], mine["mine"]) == (made["match"], [0, 1])
    await phone.ask("DELETE", "/session?everywhere=true")
    hall.http.cookies.clear()
    assert await guest.refused("GET", "/me") == (401, "NOT_SIGNED_IN"), "the guest's token too"


@served()
async def test_deletion_asks_for_the_name_and_the_password(hall: Served) -> None:
    visit = await upgraded(hall, "Hallgerd")
    for body, why in (
        ({"name": "Hallgerd", "password": "x"}, (403, "WRONG_PASSWORD")),
        ({"name": "Hallgert", "password": PASSWORD}, (400, "WRONG_NAME")),
    ):
        assert await visit.refused("POST", "/me/farewell", body) == why
    guest = await hall.guest("Ann")
    body = {"name": "Ann", "password": PASSWORD}
    assert await guest.refused("POST", "/me/farewell", body) == (400, "NO_ACCOUNT")
    hall.http.cookies.clear()
    assert (await visit.get("/me"))["name"] == "Hallgerd"


@served()
async def test_a_deleted_person_is_gone_from_the_pages_and_the_matches_stay(hall: Served) -> None:
    visit = await upgraded(hall, "Thorgunna")
    done = await visit.match(STONES_SLUG, "mine", "mine")
    await played_out(visit, done)
    waiting = await visit.match(STONES_SLUG, "mine", "open")
    running = await visit.match(STONES_SLUG, "mine", "mine")
    farewell = {"name": "thorgunna", "password": PASSWORD}
    assert (await visit.ask("POST", "/me/farewell", farewell)).status_code == 204
    hall.http.cookies.clear()
    assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
    stranger = hall.stranger()
    replay = await stranger.get(f"/matches/{done['match']}/replay")
    assert replay["players"] == ["a former member"] * 2
    assert "Thorgunna" not in (await stranger.ask("GET", "/matches")).text
    assert (await stranger.get(f"/matches/{waiting['match']}"))["seats"][0]["kind"] == "open"
    assert (await stranger.get(f"/matches/{running['match']}"))["phase"] == "finished"
    await hall.member("Thorgunna", PASSWORD)  # the name is free
