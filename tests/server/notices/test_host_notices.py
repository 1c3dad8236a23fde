"""Hosts hear of trouble, by a real service on this machine."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from typing_extensions import override

from meadhall.core.refusal import Refused
from meadhall.server.notices import host_notices
from meadhall.server.notices.host_notices import HostNotices, open_services
from meadhall.server.notices.troubles import Troubles, Watched

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:.imghdr. is deprecated"),
]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Service(ThreadingHTTPServer):
    """Takes JSON by POST; `answers` are given first."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.heard: list[Any] = []
        self.answers: list[int] = []


class Request(BaseHTTPRequestHandler):
    server: Service  # type: ignore[mutable-override] # the server that is always its server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        code = self.server.answers.pop(0) if self.server.answers else 200
        if code == 200:
            self.server.heard.append(json.loads(body))
        self.send_response(code)
        self.end_headers()

    @override
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def service() -> Iterator[Service]:
    with Service() as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield running
        finally:
            running.shutdown()
            thread.join()


async def test_a_notice_is_tried_again_and_dropped_if_that_does_not_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host_notices, "PAUSES", (0.0, 0.0))
    with service() as heard:
        heard.answers = [503, 503, 503]
        services = open_services(f"json://127.0.0.1:{heard.server_port}/")
        notices = HostNotices(services, ("mail",))
        notices.start()
        for title in ("dropped", "tried twice"):
            notices.tell("database", "not wanted", "text")
            notices.tell("mail", title, "text")
        while not heard.heard:
            await asyncio.sleep(0.01)
        await notices.stop()
    assert [(one["title"], one["message"]) for one in heard.heard] == [("tried twice", "text")]


async def test_without_addresses_nothing_happens_and_a_wrong_one_is_not_shown() -> None:
    notices = HostNotices(open_services(" "), ("mail",))
    notices.start()
    notices.tell("mail", "nobody", "hears it")
    await notices.stop()
    with pytest.raises(Refused, match="address 2") as refused:
        open_services("json://127.0.0.1:9/ nonsense://user:secret@host")
    assert "secret" not in str(refused.value)


async def test_too_many_notices_are_dropped() -> None:
    notices = HostNotices(open_services("json://127.0.0.1:9/"), ("mail",))
    for number in range(host_notices.MOST_WAITING + 5):
        notices.tell("mail", str(number), "")
    assert notices._waiting.qsize() == host_notices.MOST_WAITING
    await notices.stop()


class Told(HostNotices):
    def __init__(self) -> None:
        super().__init__(None, ())
        self.titles: list[str] = []

    @override
    def tell(self, event: str, title: str, text: str) -> None:
        self.titles.append(f"{event}: {title} ({text})")


async def test_a_host_hears_once_of_a_problem_that_lasts_and_once_of_its_end() -> None:
    told, problem = Told(), {"database": "", "mail": ""}
    troubles = Troubles(
        told, (Watched("database", "Database", lambda: problem["database"], 10),
               Watched("mail", "Mail", lambda: problem["mail"], 600)),
    )  # fmt: skip
    for now, database, mail in (
        (0, "full", "slow"), (9, "", "slow"), (20, "gone", "slow"), (31, "gone", "slow"),
        (99, "gone", ""), (100, "", "slow"), (500, "", "slow"), (800, "", "slow"), (801, "", ""),
    ):  # fmt: skip
        problem["database"], problem["mail"] = database, mail
        troubles.look(float(now))
    assert told.titles == [
        "database: Database: does not work (gone)",
        "database: Database: works again (Nothing needs to be done.)",
        "mail: Mail: does not work (slow)",
        "mail: Mail: works again (Nothing needs to be done.)",
    ]
