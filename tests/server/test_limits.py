"""How much one may ask for, and who may ask at all."""

import asyncio
from pathlib import Path

import pytest
from serving import STONES_SLUG, Served, Sitting, served, serving
from stubborn import Process
from websockets.exceptions import ConnectionClosed

from meadhall.core.refusal import Refused
from meadhall.server.limits import Bucket, Counter, Limiter
from meadhall.server.observe import without_secrets
from meadhall.server.protocol import Closing, Rejected
from meadhall.server.running import run
from meadhall.server.settings import Settings, from_environment


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(rate=2, burst=3, level=3, at=0)
    assert [bucket.take(0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(0) == 0.5
    assert bucket.take(0.5) == 0
    assert [bucket.take(100) for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_limiter_forgets_the_longest_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadhall.server.limits.MANY", 2)
    limiter = Limiter(1, 1)
    assert [limiter.take(key, 0) for key in ("a", "b", "a")] == [0, 0, 1]
    limiter.take("c", 0)
    assert list(limiter.buckets) == ["a", "c"]


def test_a_counter_counts_in_and_out() -> None:
    counter = Counter(1)
    assert counter.enter("a")
    assert not counter.enter("a")
    counter.leave("a")
    assert counter.enter("a")
    assert counter.counts == {"a": 1}


def test_settings_come_from_flags_then_the_environment_then_the_defaults() -> None:
    environ = {
        "MEADHALL_PORT": "1",
        "MEADHALL_HTTPS": "yes",
        "MEADHALL_ORIGINS": "http://a/, http://b",
    }
    settings = from_environment(environ, host="0.0.0.0", port=None)
    assert (settings.host, settings.port, settings.https) == ("0.0.0.0", 1, True)
    assert settings.allowed_origins() == ("http://a", "http://b")
    assert from_environment(environ, port=2).port == 2


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("PORT", "x"),
        ("PORT", "65536"),
        ("HTTPS", "perhaps"),
        ("REQUEST_RATE", "0"),
        ("LOG", "loud"),
        ("BOT_PROGRAMS", "good=true\nno command"),
    ],
)
def test_settings_that_no_server_can_run_with_are_refused(variable: str, text: str) -> None:
    with pytest.raises(Refused, match="BAD_SETTING"):
        from_environment({f"MEADHALL_{variable}": text})


def test_the_password_of_a_database_is_not_shown() -> None:
    secret = from_environment({}, db="postgresql://hall:mead@db.example/hall")
    assert secret.kept_in() == "postgresql://hall:…@db.example/hall"
    assert from_environment({}).kept_in() == "meadhall.db"


def test_a_database_that_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("This is no database. " * 100, "utf-8")
    with pytest.raises(
        SystemExit, match=r"Matches cannot be kept in .*page\.txt: .*not a database"
    ):
        run(Settings(db=str(page), log="warning"))


@served(sign_in_rate=3)
async def test_the_password_of_a_table_is_not_guessed(hall: Served) -> None:
    ann, eve = await hall.guest("Ann"), await hall.guest("Eve")
    made = await ann.match(STONES_SLUG, "mine", "open", password="mead")
    seats = f"/matches/{made['match']}/seats"
    guess = {"password": "beer"}
    assert [await eve.refused("POST", seats, guess) for _ in range(2)] == [
        (403, "WRONG_PASSWORD"),
        (403, "WRONG_PASSWORD"),
    ]
    codes = []
    for _ in range(2):
        watcher = await eve.connect(made["match"])
        await watcher.send({"kind": "join", **guess})
        codes.append(await watcher.closed())
    assert codes == [4403, 4429]
    answer = await eve.ask("POST", seats, guess)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "20")
    assert await eve.refused("POST", seats, {}) == (403, "WRONG_PASSWORD"), "no guess at all"


@served(request_rate=2)
async def test_too_many_requests_are_told_when_to_come_back(hall: Served) -> None:
    answers = [await hall.stranger().ask("GET", "/games/nothing") for _ in range(12)]
    refused = answers[-1]
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["code"] == "TOO_MANY_REQUESTS"


@served(sign_in_rate=2)
async def test_passwords_cannot_be_tried_at_will(hall: Served) -> None:
    guess = {"name": "Ann", "password": "12345678"}
    codes = [(await hall.stranger().ask("POST", "/session", guess)).status_code for _ in range(4)]
    assert codes == [403, 403, 429, 429]


@served(tables=2)
async def test_nobody_has_too_many_unfinished_matches(hall: Served) -> None:
    ann = await hall.guest("Ann")
    for _ in range(2):
        await ann.match(STONES_SLUG, "mine", "open")
    plans = {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {}]}
    assert await ann.refused("POST", "/matches", plans) == (429, "TOO_MANY_MATCHES")


@served(message_rate=2)
async def test_a_chatterbox_is_refused_and_then_hung_up_on(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    sitting = await ann.sit(made["match"], *made["tokens"])
    for number in range(60):
        try:
            await sitting.send({"kind": "ping", "id": str(number)})
        except ConnectionClosed:
            break
    first = await sitting.until(Rejected)
    assert first.refusal.code == "TOO_MANY_MESSAGES"
    with pytest.raises(ConnectionClosed):
        await sitting.until(Closing)
    assert await sitting.closed() == 4429


@served(message_bytes=1000)
async def test_a_message_that_is_too_large_is_hung_up_on(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    sitting = await ann.sit(made["match"], *made["tokens"])
    await sitting.line.send("x" * 2000)
    assert await sitting.closed() == 1009


@served(sockets=2)
async def test_one_address_has_so_many_sockets(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    first, _ = [await ann.sit(made["match"], token) for token in made["tokens"]]
    third = await ann.connect(made["match"])
    assert await third.closed() == 4429
    await first.leave()
    await asyncio.sleep(0.1)
    await ann.sit(made["match"])


@served(sockets=4)
async def test_however_many_watch_a_player_of_the_same_address_can_come_back(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    watchers = [await hall.stranger().sit(made["match"]) for _ in range(2)]
    third = await hall.stranger().connect(made["match"])
    await third.send({"kind": "join"})
    assert await third.closed() == 4429
    for _ in range(2):
        await ann.sit(made["match"], *made["tokens"])
    await watchers[0].leave()
    await asyncio.sleep(0.1)
    await hall.stranger().sit(made["match"])


@served(message_rate=2)
async def test_a_chatty_spectator_takes_nothing_from_who_plays(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    player = await ann.sit(made["match"], *made["tokens"])
    chatty = await hall.stranger().sit(made["match"])
    for number in range(12):
        await chatty.send({"kind": "ping", "id": str(number)})
    assert (await chatty.until(Rejected)).refusal.code == "TOO_MANY_MESSAGES"
    assert await player.code(player.act("take 1", seat=0)) == ""


async def read_late(sitting: Sitting) -> None:
    """Ask for 5,000 pictures of 15 kB each before looking at the first."""
    for number in range(5000):
        await sitting.send({"kind": "look", "id": str(number), "ply": 0, "seat": 0})
    while True:
        await sitting.hear()


@served()
async def test_a_reader_too_slow_for_its_messages_is_hung_up(hall: Served) -> None:
    visit = await hall.guest("Ann")
    made = await visit.match("chinese-checkers", "mine", "mine")
    sitting = await visit.sit(made["match"], *made["tokens"])
    with pytest.raises(ConnectionClosed) as closed:
        await read_late(sitting)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4503


@served(origins="http://friend.example")
async def test_foreign_pages_may_not_connect_or_change_anything(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    for origin, code in (("http://evil.example", 4403), ("null", 4403)):
        late = await ann.connect(made["match"], origin=origin)
        assert await late.closed() == code
    for origin in ("http://friend.example", f"http://{hall.address}"):
        friend = await ann.connect(made["match"], origin=origin)
        await friend.join()
    answer = await hall.http.post(
        f"http://{hall.address}/api/guests",
        json={"name": "Eve"},
        headers={"Origin": "http://evil.example"},
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "FOREIGN_PAGE")


@served(proxy=True, sockets=1)
async def test_behind_a_proxy_the_proxys_word_counts(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    for address in ("1.1.1.1", "2.2.2.2"):
        line = await ann.connect(made["match"], additional_headers={"X-Forwarded-For": address})
        await line.join()
    again = await ann.connect(
        made["match"], additional_headers={"X-Forwarded-For": "9.9.9.9, 1.1.1.1"}
    )
    assert await again.closed() == 4429


@served()
async def test_bodies_are_json_of_a_sensible_size(hall: Served) -> None:
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
async def test_health_and_figures_are_served(hall: Served) -> None:
    root = f"http://{hall.address}"
    assert (await hall.http.get(f"{root}/healthz")).text == "ok"
    assert (await hall.http.get(f"{root}/readyz")).text == "ready"
    figures = (await hall.http.get(f"{root}/metrics")).text
    for name in ("matches", "sockets", "moves_total", "move_seconds_bucket", "queue"):
        assert f"meadhall_{name}" in figures
    assert "Meadhall" in (await hall.http.get(root)).text
    assert "POST /api/matches" in (await hall.http.get(f"{root}/api/docs")).text


def test_a_stopping_server_asks_everybody_to_come_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match(STONES_SLUG, "mine", "mine")
            sitting = await ann.sit(made["match"], *made["tokens"])
            await sitting.act("take 1", 0)
            await hall.hall.stop()
            closing = await sitting.until(Closing)
            assert closing.retry > 0
            assert await sitting.closed() == 1012

    asyncio.run(run())


def test_a_real_process_stops_in_good_order_on_a_signal(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        server.start()
        asyncio.run(server.wait())
        server.stop()
        assert not (tmp_path / "hall.db-wal").exists(), "the database was closed"


def test_logs_hold_no_secrets() -> None:
    event = {"event": "join", "token": "abc", "Password": "def", "match": "m"}
    shown = without_secrets(None, "info", event)
    assert shown == {"event": "join", "token": "…", "Password": "…", "match": "m"}
