"""Signing in with passkeys, and refusals of all but signatures of known ones."""

import json
from typing import Any

from serving import Later, Served, Visit, served
from tests.server.people.authenticator import PRESENT_VERIFIED, SoftAuthenticator

PASSWORD = "correct horse"


class AtLocalhost:
    """Requests under a host with a name, as passkeys need it."""

    def __init__(self, hall: Served, visit: Visit) -> None:
        self.hall, self.visit = hall, visit
        self.port = hall.address.rpartition(":")[2]
        self.origin = f"http://localhost:{self.port}"

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        self.hall.http.cookies.clear()
        headers = {"Host": f"localhost:{self.port}"}
        if self.visit.token:
            headers["Authorization"] = f"Bearer {self.visit.token}"
        return await self.hall.http.request(
            method, f"http://{self.hall.address}/api{path}", json=body, headers=headers
        )

    async def options(self, path: str, body: object = None) -> str:
        answer = await self.ask("POST", path, body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["options"])

    async def make(self, name: str = "My phone") -> SoftAuthenticator:
        device = SoftAuthenticator(self.origin)
        options = await self.options("/me/passkeys/options", {"password": PASSWORD})
        body = {"credential": device.create(options), "name": name}
        answer = await self.ask("POST", "/me/passkeys", body)
        assert answer.status_code == 201, answer.text
        return device

    async def sign_in(self, device: SoftAuthenticator) -> tuple[int, str]:
        """The status, and the code or the name of the person."""
        signed = device.sign(await self.options("/session/passkey/options"))
        return self.told(await self.ask("POST", "/session/passkey", {"credential": signed}))

    @staticmethod
    def told(answer: Any) -> tuple[int, str]:
        body = answer.json()
        return answer.status_code, body.get("code") or body["name"]


async def someone(hall: Served, name: str) -> AtLocalhost:
    return AtLocalhost(hall, await hall.member(name, PASSWORD))


def stranger(hall: Served) -> AtLocalhost:
    return AtLocalhost(hall, hall.stranger())


WRONG = (403, "WRONG_PASSKEY")


@served()
async def test_a_passkey_is_made_named_used_and_removed(hall: Served) -> None:
    gudrid = await someone(hall, "Gudrid")
    device = await gudrid.make()
    assert await stranger(hall).sign_in(device) == (200, "Gudrid")
    (known,) = (await gudrid.ask("GET", "/me/passkeys")).json()
    assert (known["name"], known["used"] > 0) == ("My phone", True)
    change = await gudrid.ask("PUT", f"/me/passkeys/{known['id']}", {"name": "  Old   phone "})
    assert change.status_code == 204
    assert (await gudrid.ask("GET", "/me/passkeys")).json()[0]["name"] == "Old phone"
    other = await someone(hall, "Thorfinn")
    for method, body in (("PUT", {"name": "x"}), ("DELETE", None)):
        answer = await other.ask(method, f"/me/passkeys/{known['id']}", body)
        assert AtLocalhost.told(answer) == (404, "NO_SUCH_PASSKEY"), "it is somebody else's"
    assert (await gudrid.ask("DELETE", f"/me/passkeys/{known['id']}")).status_code == 204
    assert await stranger(hall).sign_in(device) == WRONG


@served()
async def test_only_a_fresh_signature_of_the_device_on_our_page_opens_the_account(
    hall: Served,
) -> None:
    freydis = await someone(hall, "Freydis")
    device = await freydis.make()
    page = stranger(hall)
    signed = device.sign(await page.options("/session/passkey/options"))
    body = {"credential": signed}
    assert AtLocalhost.told(await page.ask("POST", "/session/passkey", body)) == (200, "Freydis")
    assert AtLocalhost.told(await page.ask("POST", "/session/passkey", body)) == WRONG, "used"
    copies = {
        "another key": SoftAuthenticator(page.origin, device.id),
        "another page": SoftAuthenticator("https://evil.example", device.id, device.key),
        "nobody at the device": SoftAuthenticator(page.origin, device.id, device.key, flags=1),
        "a clone with an old count": SoftAuthenticator(page.origin, device.id, device.key),
        "an unknown passkey": SoftAuthenticator(page.origin),
    }
    device.signatures = 9
    assert await page.sign_in(device) == (200, "Freydis")
    for what, copy in copies.items():
        assert await page.sign_in(copy) == WRONG, what
    for garbage in ("", "{}", "[1]", '{"response": 7}', json.dumps({"id": 1, "response": {}})):
        answer = await page.ask("POST", "/session/passkey", {"credential": garbage})
        assert AtLocalhost.told(answer) == WRONG, garbage


LATER = Later()


@served(clock=LATER)
async def test_challenges_are_for_one_person_and_purpose_and_for_some_minutes(
    hall: Served,
) -> None:
    hallveig, ingolf = await someone(hall, "Hallveig"), await someone(hall, "Ingolf")
    device = SoftAuthenticator(hallveig.origin)
    assert device.flags == PRESENT_VERIFIED
    wrong = await hallveig.ask("POST", "/me/passkeys/options", {"password": "guess"})
    assert AtLocalhost.told(wrong) == (403, "WRONG_PASSWORD")
    options = await hallveig.options("/me/passkeys/options", {"password": PASSWORD})
    body = {"credential": device.create(options), "name": "x"}
    assert AtLocalhost.told(await ingolf.ask("POST", "/me/passkeys", body)) == WRONG
    to_sign = await hallveig.options("/session/passkey/options")
    mixed = json.dumps({**json.loads(options), "challenge": json.loads(to_sign)["challenge"]})
    body = {"credential": device.create(mixed), "name": "x"}
    assert AtLocalhost.told(await hallveig.ask("POST", "/me/passkeys", body)) == WRONG
    options = await hallveig.options("/me/passkeys/options", {"password": PASSWORD})
    LATER.passed += 6 * 60_000
    body = {"credential": device.create(options), "name": "x"}
    assert AtLocalhost.told(await hallveig.ask("POST", "/me/passkeys", body)) == WRONG, "too late"


@served()
async def test_a_hall_without_a_name_says_that_passkeys_need_one(hall: Served) -> None:
    leif = await hall.member("Leif Eriksson", PASSWORD)
    body = {"password": PASSWORD}
    assert await leif.refused("POST", "/me/passkeys/options", body) == (400, "NO_PASSKEYS")
