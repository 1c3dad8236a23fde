"""Friends, challenges, moderation and ways to sign in, stored on both databases."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection, Text, cast, select

from meadhall.store import Store
from meadhall.store.account import Account
from meadhall.store.notices.mails import Mail, SqlMails
from meadhall.store.people.forgetting import SqlDepartures
from meadhall.store.people.friends.bonds import SqlBonds
from meadhall.store.people.friends.stored_challenges import (
    ChallengeLimits,
    SqlChallenges,
    StoredChallenge,
)
from meadhall.store.people.kept_data import kept_data
from meadhall.store.people.moderation.sql_conduct import SqlConduct
from meadhall.store.people.moderation.stored_acts import ModerationAct, SqlModeration
from meadhall.store.people.moderation.stored_reports import SqlReports, StoredReport
from meadhall.store.people.sign_in.one_time_keys import SqlOneTimeKeys
from meadhall.store.people.sign_in.sign_in_tables import ONE_TIME_KEYS
from meadhall.store.people.sign_in.stored_passkeys import SqlPasskeys, StoredPasskey
from meadhall.store.people.sign_in.stored_recovery import SqlRecovery
from meadhall.store.schema import METADATA

pytestmark = pytest.mark.anyio
ANN, BOB, CID = "id-of-ann", "id-of-bob", "id-of-cid"
CHALLENGE = StoredChallenge("c", "m", ANN, "Ann", BOB, "Bob", "{}", 5, 50, "open")
REPORT = StoredReport("r", 5, BOB, "Bob", ANN, "Ann", "", "name", "", "[]")
BAN = ModerationAct(id="a", at=6, moderator="Cid", kind="ban", person=ANN, name="Ann", until=60)
PASSKEY = StoredPasskey("p", ANN, "phone", b"\x00\xff", 0, 5)


async def people(store: Store) -> None:
    for id_, name in ((ANN, "Ann"), (BOB, "Bob"), (CID, "Cid")):
        await store.accounts.add(Account(id_, name, "hash", 1))


async def leave_traces(store: Store) -> None:
    """Everything that can be stored about Ann."""
    backend = store.backend
    await people(store)
    for one, other in ((ANN, BOB), (BOB, ANN)):
        await SqlBonds(backend).follow(one, other, 1, 9)
        await SqlChallenges(backend).add(
            replace(CHALLENGE, id=one, challenger=one, challenged=other)
        )
    for one, other in ((ANN, CID), (CID, ANN)):
        await SqlBonds(backend).block(one, other, 1, 9)
        await SqlReports(backend).add(replace(REPORT, id=one, reporter=one, person=other), 9)
    await SqlBonds(backend).note_here([ANN], 1, 0)
    await SqlModeration(backend).act(BAN)
    await SqlModeration(backend).act(replace(BAN, id="g", kind="grant"))
    await SqlPasskeys(backend).add(PASSKEY, 9)
    await SqlRecovery(backend).set_codes(ANN, ["x"])
    await SqlRecovery(backend).set_address(ANN, "ann@b.example", 1)
    await SqlMails(backend).add(Mail("ann@b.example", "", ""), 1)
    await SqlOneTimeKeys(backend).add("k", "recovery", person=ANN, now=1, until=9)


def traces(database: Connection, *words: str) -> set[str]:
    """The tables in which a word stands."""
    found = set()
    for table in METADATA.sorted_tables:
        texts = [column for column in table.c if isinstance(column.type, Text)]
        for row in database.execute(select(*(cast(one, Text) for one in texts))) if texts else ():
            if any(word in (text or "") for text in row for word in words):
                found.add(table.name)
    return found


async def test_nothing_of_a_person_who_has_gone_stays_behind(store: Store) -> None:
    await leave_traces(store)
    words = (ANN, "Ann", "ann@b.example")
    before = await store.backend.read(lambda database: traces(database, *words))
    assert before >= {"follows", "blocks", "challenges", "reports", "sanctions", "moderators"}
    assert before >= {"moderation_acts", "passkeys", "recovery_codes", "mail_addresses", "mails"}
    assert before >= {"one_time_keys", "here"}
    kept = await store.backend.read(lambda database: kept_data(database, ANN))
    assert kept["mail_address"] == [{"address": "ann@b.example"}]
    assert {name for name, rows in kept.items() if not rows} == {"vacations"}
    await SqlDepartures(store.backend).depart(ANN, "gone-x", 9)
    after = await store.backend.read(lambda database: traces(database, *words))
    assert after <= {"ended_sessions"}, "only that the tokens no longer count"


async def test_follows_and_blocks_are_counted_once_and_limited(store: Store) -> None:
    await people(store)
    bonds = SqlBonds(store.backend)
    assert [await bonds.follow(ANN, BOB, 1, 1) for _ in range(2)] == [True, True]
    assert not await bonds.follow(ANN, CID, 1, 1)
    (found,) = await bonds.list_followed(ANN, None, 9)
    assert (found.name, found.shows_here) == ("Bob", True)
    assert await bonds.list_followed(ANN, (found.key, found.person), 9) == ()
    assert await bonds.block(BOB, ANN, 1, 9)
    assert not await bonds.follows(ANN, BOB), "a block ends it"
    assert await bonds.blockers(ANN) == {BOB}
    conduct = SqlConduct(store.backend)
    assert await conduct.blocks_of(BOB) == {ANN, "Ann"}
    for one, other in ((ANN, BOB), (BOB, ANN)):
        assert await conduct.are_apart(one, [CID, other])
    assert not await conduct.are_apart(CID, [ANN, BOB])


async def test_a_challenge_ends_once(store: Store) -> None:
    await people(store)
    challenges = SqlChallenges(store.backend)
    await challenges.add(CHALLENGE)
    assert await challenges.by_id("c") == CHALLENGE
    assert await challenges.open_of(BOB, None, 9) == (CHALLENGE,)
    assert await challenges.open_of(BOB, (5, "c"), 9) == ()
    assert await challenges.people_with_news(5, [BOB, CID]) == {BOB}
    assert [await challenges.end("c", "declined", 7) for _ in range(2)] == [True, False]
    assert await challenges.open_of(BOB, None, 9) == ()
    await challenges.forget_old(8)
    assert await challenges.by_id("c") is None


@pytest.mark.parametrize(
    ("limits", "obstacle"),
    [
        (ChallengeLimits(1, 9, 9, 9), "open"),
        (ChallengeLimits(9, 1, 9, 9), "an_hour"),
        (ChallengeLimits(9, 9, 9, 9), "pair"),
    ],
)
async def test_challenges_are_limited(store: Store, limits: ChallengeLimits, obstacle: str) -> None:
    await people(store)
    challenges = SqlChallenges(store.backend)
    assert await challenges.obstacle(ANN, BOB, 6, limits) == ""
    await challenges.add(CHALLENGE)
    assert await challenges.obstacle(ANN, BOB, 6, limits) == obstacle
    assert await challenges.obstacle(CID, BOB, 6, limits) == ""
    assert await challenges.obstacle(CID, BOB, 6, ChallengeLimits(9, 9, 1, 9)) == "waiting"


async def test_acts_are_logged_applied_and_carried_out_once(store: Store) -> None:
    moderation, conduct = SqlModeration(store.backend), SqlConduct(store.backend)
    await SqlReports(store.backend).add(REPORT, 9)
    await moderation.act(replace(BAN, report="r", reason="why"))
    assert await conduct.ban(ANN) == (60, "why")
    assert await conduct.mute(ANN) == (0, "")
    report = await SqlReports(store.backend).by_id("r")
    assert report is not None
    assert (report.settled, report.settled_by, report.note) == (6, "Cid", "ban: why")
    (act,) = await moderation.open_acts(9)
    await moderation.finish(act.id)
    assert await moderation.open_acts(9) == ()
    await moderation.act(replace(BAN, id="b", at=7, kind="unban"))
    assert await conduct.ban(ANN) == (0, "")
    assert [one.id for one in await moderation.log(None, 9)] == ["b", "a"]
    assert [one.id for one in await moderation.log((7, "b"), 9)] == ["a"]
    await moderation.act(replace(BAN, id="c", at=8))
    assert [one.until for one in await moderation.sanctions(59, None, 9)] == [60]
    assert await moderation.sanctions(60, None, 9) == ()
    await moderation.forget_old(60)
    assert await conduct.ban(ANN) == (0, "")


async def test_one_time_keys_work_once_for_one_purpose_and_are_stored_as_hashes(
    store: Store,
) -> None:
    keys = SqlOneTimeKeys(store.backend)
    await keys.add("secret", "recovery", person=ANN, value="v", now=1, until=9)
    assert await keys.count(ANN, "recovery", 0) == 1
    rows = select(ONE_TIME_KEYS)
    stored = await store.backend.read(lambda database: repr(database.execute(rows).all()))
    assert "secret" not in stored
    assert await keys.use("secret", "passkey", 2) is None
    assert await keys.use("secret", "recovery", 2) == (ANN, "v")
    assert await keys.use("secret", "recovery", 2) is None
    await keys.add("late", "recovery", person=ANN, now=1, until=9)
    assert await keys.use("late", "recovery", 10) is None
    await keys.add("old", "recovery", person=ANN, now=1, until=9)
    await keys.add("new", "recovery", person=ANN, now=10, until=99)
    assert await keys.count(ANN, "recovery", 0) == 1, "what is too old is forgotten"


async def test_passkeys_and_codes_are_kept_apart_by_person(store: Store) -> None:
    passkeys, recovery = SqlPasskeys(store.backend), SqlRecovery(store.backend)
    assert await passkeys.add(PASSKEY, 9)
    assert not await passkeys.add(replace(PASSKEY, person=BOB), 9), "it is known"
    assert not await passkeys.add(replace(PASSKEY, id="q"), 1), "too many"
    await passkeys.note_use("p", 4, 8)
    assert await passkeys.by_id("p") == replace(PASSKEY, signatures=4, used=8)
    assert not await passkeys.rename(BOB, "p", "x")
    assert not await passkeys.remove(BOB, "p")
    assert await passkeys.remove(ANN, "p")
    await recovery.set_codes(ANN, ["one", "two"])
    await recovery.set_codes(BOB, ["one"])
    assert not await recovery.use_code(BOB, "two")
    assert [await recovery.use_code(ANN, "one") for _ in range(2)] == [True, False]
    assert [await recovery.count_codes(one) for one in (ANN, BOB)] == [1, 1]
    await recovery.set_address(ANN, "Ann@b.example", 1)
    assert await recovery.addresses_of([ANN, BOB]) == {ANN: "Ann@b.example"}
    assert await recovery.people_at("ANN@B.example", 9) == ((ANN, "Ann@b.example"),)
    await recovery.set_address(ANN, "", 1)
    assert await recovery.address_of(ANN) == ""
