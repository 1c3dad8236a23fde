"""Who may connect, and the limits of connections and messages."""

import asyncio

import pytest
from serving import STONES_SLUG, Served, Sitting, served
from websockets.exceptions import ConnectionClosed

from meadhall.server.net.admission import network_of
from meadhall.server.protocol.messages import Closing, Rejected


@served(sign_in_rate=4)
async def test_guesses_of_a_tables_password_are_limited(hall: Served) -> None:
    ann, eve = await hall.guest("Ann"), await hall.guest("Eve")
    made = await ann.match(STONES_SLUG, "mine", "open", password="mead")  # counts too
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
    assert answer.status_code == 429
    assert 10 <= int(answer.headers["retry-after"]) <= 15, "a quarter of a minute since the last"
    assert await eve.refused("POST", seats, {}) == (403, "WRONG_PASSWORD"), "no guess at all"


@served(message_rate=2)
async def test_too_many_messages_are_refused_and_then_close_the_socket(hall: Served) -> None:
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
async def test_a_message_that_is_too_large_closes_the_socket(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    sitting = await ann.sit(made["match"], *made["tokens"])
    await sitting.line.send("x" * 2000)
    assert await sitting.closed() == 1009


@served(sockets=2)
async def test_the_sockets_of_an_address_are_limited(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    first, _ = [await ann.sit(made["match"], token) for token in made["tokens"]]
    third = await ann.connect(made["match"])
    assert await third.closed() == 4429
    await first.leave()
    await asyncio.sleep(0.1)
    await ann.sit(made["match"])


@served(sockets=4)
async def test_spectators_cannot_lock_out_players_of_the_same_address(hall: Served) -> None:
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
async def test_the_limit_of_a_spectator_does_not_affect_players(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    player = await ann.sit(made["match"], *made["tokens"])
    chatty = await hall.stranger().sit(made["match"])
    for number in range(12):
        await chatty.send({"kind": "ping", "id": str(number)})
    assert (await chatty.until(Rejected)).refusal.code == "TOO_MANY_MESSAGES"
    assert await player.code(player.act("take 1", seat=0)) == ""


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
async def test_behind_a_proxy_the_forwarded_address_counts(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    for address in ("1.1.1.1", "2.2.2.2"):
        line = await ann.connect(made["match"], additional_headers={"X-Forwarded-For": address})
        await line.join()
    again = await ann.connect(
        made["match"], additional_headers={"X-Forwarded-For": "9.9.9.9, 1.1.1.1"}
    )
    assert await again.closed() == 4429


@served(proxy=True, sockets=1)
async def test_an_ipv6_network_counts_as_one_address(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")

    async def line(address: str) -> Sitting:
        return await ann.connect(made["match"], additional_headers={"X-Forwarded-For": address})

    await (await line("2001:db8:1:2::1")).join()
    assert await (await line("2001:db8:1:2:ffff::9")).closed() == 4429
    await (await line("2001:db8:1:3::1")).join()


@pytest.mark.one_adapter("No socket is read.")
@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_limits_count_networks(address: str, network: str) -> None:
    assert network_of(address) == network


@served(request_rate=1)
async def test_opening_sockets_takes_of_the_limit_of_requests(hall: Served) -> None:
    lines = [await hall.stranger().connect("nowhere") for _ in range(12)]
    assert await lines[-1].closed() == 4429
