"""Limits and errors over HTTP."""

import asyncio

from serving import STONES_SLUG, Served, Visit, served


@served(request_rate=2)
async def test_too_many_requests_are_refused_with_a_time_to_retry(hall: Served) -> None:
    answers = [await hall.stranger().ask("GET", "/games/nothing") for _ in range(30)]
    refused = answers[-1]
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["code"] == "TOO_MANY_REQUESTS"


@served(request_rate=1, tables=5)
async def test_costly_requests_take_more_of_the_limit(hall: Served) -> None:
    record = {"record": "{}"}
    asked = (hall.stranger().ask("POST", "/replays", record) for _ in range(2))
    answers = sorted(await asyncio.gather(*asked), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [400, 429]
    assert int(answers[1].headers["retry-after"]) > 1


@served(request_rate=1)
async def test_pages_and_files_are_limited_but_health_checks_are_not(hall: Served) -> None:
    site = f"http://{hall.address}"
    pages = [(await hall.http.get(f"{site}/no.file")).status_code for _ in range(150)]
    assert set(pages[:100]) == {404}
    assert pages[-1] == 429
    await hall.stranger().ask("GET", "/matches")
    docs = await hall.http.get(f"{site}/api/docs/openapi.json")
    assert docs.status_code == 429
    assert (await hall.http.get(f"{site}/healthz")).status_code == 200


@served(request_rate=7, sign_in_rate=30)
async def test_limits_are_requests_per_second_and_passwords_per_minute(hall: Served) -> None:
    requests, sign_ins = hall.hall.requests, hall.hall.sign_ins
    assert requests.take("one", 0.0, 70) == 0, "what ten quiet seconds save up"
    assert requests.take("one", 0.0, 7) == 1.0
    assert sign_ins.take("one", 0.0, 30) == 0
    assert sign_ins.take("one", 0.0) == 2.0


@served(sign_in_rate=2)
async def test_passwords_for_new_tables_are_limited(hall: Served) -> None:
    ann = await hall.guest("Ann")
    plan = {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {}]}
    for _ in range(2):
        await ann.post("/matches", {**plan, "password": "mead"})
    assert await ann.refused("POST", "/matches", {**plan, "password": "mead"}) == (
        429,
        "TOO_MANY_REQUESTS",
    )
    await ann.post("/matches", plan)


@served(tables=1)
async def test_no_password_is_hashed_for_a_table_that_is_refused(
    hall: Served,
) -> None:
    hashed, compute = [], hall.hall.lobby.passwords.hash

    async def count(password: str) -> str:
        hashed.append(password)
        return await compute(password)

    hall.hall.lobby.passwords.hash = count  # type: ignore[method-assign]
    ann = await hall.guest("Ann")
    await ann.match(STONES_SLUG, "mine", "open", password="mead")
    plan = {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {}], "password": "beer"}
    assert await ann.refused("POST", "/matches", plan) == (429, "TOO_MANY_MATCHES")
    assert hashed == ["mead"]


@served(sign_in_rate=2, https=True)
async def test_password_checks_are_limited(hall: Served) -> None:
    guess = {"name": "Ann", "password": "12345678"}
    codes = [(await hall.stranger().ask("POST", "/session", guess)).status_code for _ in range(4)]
    assert codes == [403, 403, 429, 429]


@served(tables=2)
async def test_unfinished_matches_per_person_are_limited(hall: Served) -> None:
    ann = await hall.guest("Ann")
    for _ in range(2):
        await ann.match(STONES_SLUG, "mine", "open")
    plans = {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {}]}
    assert await ann.refused("POST", "/matches", plans) == (429, "TOO_MANY_MATCHES")


@served()
async def test_bad_bodies_addresses_and_methods_are_refused(hall: Served) -> None:
    url = f"http://{hall.address}/api/guests"
    large = await hall.http.post(url, content=b'{"name": "' + b"x" * 3_000_000 + b'"}')
    assert large.status_code in (400, 413)
    broken = await hall.http.post(url, content=b"{", headers={"Content-Type": "application/json"})
    assert (broken.status_code, broken.json()["code"]) == (400, "BAD_REQUEST")
    missing = await hall.http.get(f"http://{hall.address}/api/nowhere")
    assert (missing.status_code, missing.json()["code"]) == (404, "NOT_FOUND")
    wrong = await hall.http.delete(url)
    assert wrong.status_code == 405
    assert "POST" in wrong.headers["allow"]


@served()
async def test_guesses_of_an_account_are_delayed_whatever_address_they_come_from(
    hall: Served,
) -> None:
    name, password = "Guessed At", "correct horse"
    ann = await hall.member(name, password)
    guess = {"name": name.upper(), "password": "wrong horse"}
    assert await until_delayed(ann, "POST", "/session", guess) >= 6
    change = {"old": "wrong horse", "new": "battery staple"}
    assert await until_delayed(ann, "PUT", "/me/password", change) >= 6


async def until_delayed(visit: Visit, method: str, path: str, body: object) -> int:
    """How many guesses are checked before one has to wait; on a slow machine some more."""
    for number in range(12):
        answer = await visit.ask(method, path, body)
        if answer.status_code == 429:
            assert int(answer.headers["retry-after"]) >= 1
            return number
        assert answer.status_code == 403
    raise AssertionError("no guess was delayed")
