"""Pushes reach a real push service: encrypted for the browser, signed, again, and not for ever."""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped] # it ships no types
import pytest
from ports import free_port
from tests.server.notices.mail_server import make_certificate
from tests.server.notices.push_endpoint import Browser, PushEndpoint, claims_of, push_endpoint

from meadhall.core.refusal import Refused
from meadhall.server.notices import push_service
from meadhall.server.notices.push_queue import GIVEN_UP_MS, PushQueue, push_pause
from meadhall.server.notices.push_service import PushService, check_device, contact_of
from meadhall.server.protocol.tokens import Tokens
from meadhall.server.settings import Settings
from meadhall.store import open_store
from meadhall.store.notices.push_devices import SqlPushDevices

pytestmark = pytest.mark.anyio
BODY = {"title": "Your turn in Jarls.", "body": "With Änna.", "path": "#/table/m", "tag": "m"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@dataclass
class Time:
    now: int = 10**12

    def __call__(self) -> int:
        return self.now


@dataclass
class Pushing:
    """A queue that is driven by hand, its push service and a browser."""

    queue: PushQueue
    devices: SqlPushDevices
    service: PushService
    clock: Time
    endpoint: PushEndpoint
    browser: Browser

    async def send(self) -> int:
        return await self.queue.send_due(self.service)


@pytest.fixture
async def pushing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pushing]:
    certificate = make_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    store = await open_store(str(tmp_path / "hall.db"))
    clock, devices = Time(), SqlPushDevices(store.backend)
    service = PushService.of(Settings(mail_from="Hall <hall@b.example>"), Tokens("key", clock))
    assert service is not None
    near = replace(service, anywhere=True)
    with push_endpoint(certificate) as endpoint:
        queue, browser = PushQueue(devices, clock, near), Browser()
        await devices.add(browser.device(endpoint.address()))
        await devices.put("anna", "m", BODY, clock.now)
        yield Pushing(queue, devices, near, clock, endpoint, browser)
        await queue.stop()
    await store.close()


async def test_a_push_is_encrypted_for_the_browser_and_signed_by_the_hall(
    pushing: Pushing,
) -> None:
    assert await pushing.send() == 1
    [(headers, body)] = pushing.endpoint.pushes
    assert b"Jarls" not in body
    assert pushing.browser.read(body) == BODY
    with pytest.raises(http_ece.ECEException):  # another browser has another key
        Browser().read(body)
    claims, key = claims_of(headers["authorization"])
    assert key == pushing.service.public_key()
    address = urlsplit(pushing.endpoint.address())
    assert claims["aud"] == f"https://{address.netloc}"
    assert claims["sub"] == "mailto:hall@b.example"
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
    assert len(headers["topic"]) == 32
    assert await pushing.send() == 0


async def test_an_endpoint_that_fails_is_asked_again_and_later_each_time(pushing: Pushing) -> None:
    pushing.endpoint.answers = [503, 429, 400]
    for tried in (1, 2, 3):
        assert await pushing.send() == 1
        assert await pushing.devices.next_due() == pushing.clock.now + push_pause(tried)
        pushing.clock.now += push_pause(tried) - 1
        assert await pushing.send() == 0
        pushing.clock.now += 1
    assert (await pushing.devices.of("anna"))[0].failing is not None
    assert await pushing.send() == 1
    assert len(pushing.endpoint.pushes) == 1
    assert (await pushing.devices.of("anna"))[0].failing is None
    assert [push_pause(tries) for tries in (1, 2, 3, 99)] == [15_000, 30_000, 60_000, 14_400_000]


async def test_an_endpoint_that_fails_for_a_day_is_dropped(pushing: Pushing) -> None:
    pushing.endpoint.answers = [500] * 99
    began = pushing.clock.now
    while await pushing.devices.of("anna"):
        assert await pushing.send() == 1
        pushing.clock.now = await pushing.devices.next_due() or pushing.clock.now
        # New notices do not begin the day anew.
        await pushing.devices.put("anna", f"at {pushing.clock.now}", BODY, 10**15)
    assert GIVEN_UP_MS <= pushing.clock.now - began < GIVEN_UP_MS + push_pause(99)
    assert pushing.endpoint.asked < 20
    assert await pushing.devices.next_due() is None


@pytest.mark.parametrize("code", [404, 410])
async def test_a_browser_that_takes_no_pushes_any_more_is_dropped_at_once(
    pushing: Pushing, code: int
) -> None:
    pushing.endpoint.answers = [code]
    await pushing.send()
    assert await pushing.devices.of("anna") == []


async def test_what_cannot_be_reached_or_trusted_holds_up_no_other(
    pushing: Pushing, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = Browser().device(f"https://127.0.0.1:{free_port()}/send/2?v=1")
    await pushing.devices.add(replace(down, added=2))
    await pushing.devices.put("anna", "m", BODY, pushing.clock.now)
    assert await pushing.send() == 2
    assert len(pushing.endpoint.pushes) == 1
    monkeypatch.delenv("SSL_CERT_FILE")
    await pushing.devices.put("anna", "n", BODY, pushing.clock.now)
    assert await pushing.send() == 2
    assert len(pushing.endpoint.pushes) == 1


async def test_nothing_is_sent_to_addresses_of_the_halls_own_network(pushing: Pushing) -> None:
    pushing.service = replace(pushing.service, anywhere=False)
    assert await pushing.send() == 1
    assert pushing.endpoint.asked == 0


def test_only_what_a_browser_sends_is_taken_as_a_device() -> None:
    good = Browser().device("https://push.example/abc")
    check_device(good)
    for bad in (
        replace(good, endpoint="http://push.example/abc"),
        replace(good, endpoint="https://push.example:8443/abc"),
        replace(good, endpoint="https://push.example:x/"),
        replace(good, endpoint="https:///abc"),
        replace(good, key="short"),
        replace(good, auth="ä"),
    ):
        with pytest.raises(Refused, match="BAD_PUSH_DEVICE"):
            check_device(bad)


def test_the_key_follows_from_the_secret_and_the_contact_from_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, same, other = (
        PushService.of(Settings(), Tokens(secret, Time())) for secret in ("a", "a", "b")
    )
    assert one is not None
    assert other is not None
    assert one == same
    assert one.public_key() != other.public_key()
    assert contact_of(Settings(public_url="https://hall.example/a")) == "https://hall.example"
    assert contact_of(Settings(public_url="http://hall")) == "mailto:host@localhost"
    monkeypatch.setattr(push_service, "find_spec", lambda _: None)
    assert PushService.of(Settings(), Tokens("a", Time())) is None
