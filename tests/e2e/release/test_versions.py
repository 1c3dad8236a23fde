"""What a page does where it and the server, or the server and a match, do not fit together."""

import json
import re
from pathlib import Path

from playwright.sync_api import WebSocketRoute
from sqlalchemy import create_engine
from tests.e2e.people import Server, Visitor
from tests.store.matches import in_play

from meadhall.match.ports import Append
from meadhall.store.backend import fact_rows
from meadhall.store.schema import METADATA

TABLE = re.compile(r"/api/matches/.*/socket")


def newer(route: WebSocketRoute) -> None:
    """A server that speaks the next version of the protocol."""
    line = route.connect_to_server()

    def say(message: str | bytes) -> None:
        told = json.loads(message)
        if told["kind"] == "welcome":
            told["protocol"] += 1
        route.send(json.dumps(told))

    line.on_message(say)


def test_the_page_of_an_earlier_protocol_is_loaded_again_once(visitor: Visitor) -> None:
    loads: list[str] = []
    visitor.page.on("load", lambda page: loads.append(page.url))
    visitor.page.route_web_socket(TABLE, newer)
    visitor.set_up("jarls", {0: "mine", 1: "weak"})
    assert visitor.wait_for_turn()
    assert ["/#/table/" in address for address in loads] == [False, True]
    visitor.page.reload()
    assert visitor.wait_for_turn()
    assert len(loads) == 3, "the visitor's own"


def test_a_match_whose_game_is_not_installed_is_named_as_that(
    visitor: Visitor, server: Server
) -> None:
    _, stored = in_play("elsewhere")
    store_beside(server.db, stored)
    visitor.go("table/elsewhere")
    visitor.page.get_by_role("heading", name="This game is not here").wait_for()
    visitor.page.get_by_text("a match of 'template', a game that is not installed here").wait_for()
    visitor.go("replay/elsewhere")
    visitor.page.get_by_role("heading", name="This match cannot be replayed").wait_for()
    visitor.page.get_by_text("a match of 'template', a game that is not installed here").wait_for()


def store_beside(db: Path, entry: Append) -> None:
    """Store a match while the server runs, as one that had its game would have."""
    summary = entry.summary
    assert summary is not None
    matches, facts = METADATA.tables["matches"], METADATA.tables["facts"]
    engine = create_engine(f"sqlite:///{db}")
    with engine.begin() as database:
        database.execute(
            matches.insert().values(
                id=entry.match,
                version=len(entry.facts),
                game=summary.game,
                phase=summary.phase,
                seats=summary.seats,
                free=0,
                created=summary.created,
                code=summary.code,
                listed=False,
                locked=False,
                result="",
            )
        )
        database.execute(facts.insert().values([*fact_rows(entry)]))
    engine.dispose()
