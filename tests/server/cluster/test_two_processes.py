"""Two processes on one database serve one hall: nobody notices where the others are."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from serving import STONES_SLUG, Served, Sitting
from tests.server.cluster.conftest import Play, until
from websockets.asyncio.client import connect

from meadhall.match.commands import Say
from meadhall.match.facts import Acted
from meadhall.match.match import Outcome
from meadhall.match.ports import Append, StoreUnavailable
from meadhall.server.broadcast.encoder import Encoder
from meadhall.server.live.learning import StoredFact
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room, load_room
from meadhall.server.neighbours import Neighbours
from meadhall.server.net.rights import Rights
from meadhall.server.protocol.messages import Accepted, RematchedMessage, StepMessage, TableUpdate
from meadhall.server.protocol.people.inbox_cards import InboxChange

UNTIMED = {"mode": "none"}


async def opponents(one: Served, two: Served, **more: Any) -> tuple[Sitting, Sitting, str]:
    """Ann at the first process and Bob at the second, at one table."""
    ann, bob = await one.guest("Ann"), await two.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open", **{"clock": UNTIMED, **more})
    match = made["match"]
    sat = await bob.post(f"/matches/{match}/seats", {})
    first, second = await ann.sit(match, *made["tokens"]), await bob.sit(match, *sat["tokens"])
    await first.do("ready")
    await second.do("ready")
    for sitting in (first, second):
        while sitting.table.phase != "playing":
            await sitting.hear()
    return first, second, match


def test_people_at_two_processes_play_one_match(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        first, second, _ = await opponents(one, two)
        for ply in range(4):
            mover, other = (first, second) if ply % 2 == 0 else (second, first)
            assert isinstance(await mover.act("take 1"), StepMessage)
            step = await other.until(StepMessage)
            assert step.version == mover.version == other.version
        seat = first.seats[0]
        assert [entry.text for entry in first.log[seat]] == ["take 1"] * 4
        say = {"kind": "say", "id": "hello", "seat": seat, "audience": "everyone", "text": "Hi"}
        await first.send(say)
        while not second.chat:
            await second.hear()
        third = await two.stranger().sit(first.table.match)
        assert third.scenes[None] is not None
        assert third.chat == second.chat

    play(test)


def store_together(loop: MatchLoop, gate: asyncio.Barrier) -> None:
    """Hold the first commit back until the other process has decided too: one is in conflict."""
    append = loop.store.append

    async def append_together(batch: Sequence[Append]) -> tuple[str, ...]:
        loop.store.append = append  # type: ignore[method-assign] # for one commit only
        await gate.wait()
        return await append(batch)

    loop.store.append = append_together  # type: ignore[method-assign] # the same


def test_commands_at_two_processes_at_once_are_all_carried_out(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        first, second, match = await opponents(one, two)
        loops = [served.hall.match_loop for served in (one, two)]
        rooms = [loop.rooms[match] for loop in loops]
        gate = asyncio.Barrier(2)
        for loop in loops:
            store_together(loop, gate)
        talk = [
            loop.carry_out(room, Say(seat, f"{seat}-{number}"))
            for number in range(20)
            for seat, (loop, room) in enumerate(zip(loops, rooms, strict=True))
        ]
        said = await asyncio.gather(*talk)
        assert all(isinstance(outcome, Outcome) for outcome in said)
        for sitting in (first, second):
            while len(sitting.chat) < 40:
                await sitting.hear()
            assert len(set(sitting.chat)) == 40
        texts = [loop.metrics.text() for loop in loops]
        assert not all(b"meadhall_conflicts_total 0.0" in text for text in texts)
        facts = await loops[0].store.facts(match)
        assert len(facts) == rooms[0].match.version == rooms[1].match.version

    play(test)


def test_a_command_that_is_repeated_elsewhere_is_stored_once(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann = await one.guest("Ann")
        made = await ann.match(STONES_SLUG, "mine", "mine", clock=UNTIMED)
        first = await ann.sit(made["match"], *made["tokens"])
        turn = first.turn
        assert isinstance(await first.act("take 1", 0, name="mine"), StepMessage)
        second = await two.stranger().sit(made["match"], *made["tokens"])
        assert isinstance(await second.act("take 1", 0, name="mine", turn=turn), Accepted)
        facts = await one.hall.match_loop.store.facts(made["match"])
        assert [fact.id for fact in facts if isinstance(fact, Acted)] == ["mine"]

    play(test)


def test_a_bot_plays_once_however_many_processes_show_its_match(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann = await one.guest("Ann")
        made = await ann.match(STONES_SLUG, "mine", "greedy", clock=UNTIMED)
        first = await ann.sit(made["match"], *made["tokens"])
        second = await two.stranger().sit(made["match"])
        await first.act("take 1")
        for sitting, seat in ((first, 0), (second, None)):
            while len(sitting.log[seat]) < 2:
                await sitting.hear()
        facts = await one.hall.match_loop.store.facts(made["match"])
        assert [fact.seat for fact in facts if isinstance(fact, Acted)] == [0, 1]
        assert second.log[None] == first.log[0]

    play(test)


def test_everybody_sees_who_is_here_wherever_they_are(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        first, second, match = await opponents(one, two)
        while not all(seat.here for seat in first.table.seats):
            await first.hear()
        room = one.hall.match_loop.rooms[match]
        await second.leave()
        await first.until(TableUpdate, having=lambda told: not told.table.seats[1].here)
        await until(lambda: room.match.away[1] is not None)
        third = await two.stranger().sit(match)
        assert [seat.here for seat in third.table.seats] == [True, False]

    play(test)


def test_who_waits_at_one_process_is_found_at_the_other(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann, bob, cleo = await one.guest("Ann"), await two.guest("Bob"), await two.guest("Cleo")
        made = await ann.post("/quick", {"game": STONES_SLUG})
        sitting = await ann.sit(made["match"], *made["tokens"])
        cards = (await cleo.get(f"/matches?game={STONES_SLUG}&phase=open"))["matches"]
        assert [card["waiting"] for card in cards if card["match"] == made["match"]] == [True]
        both = await asyncio.gather(
            bob.post("/quick", {"game": STONES_SLUG}),
            (await one.guest("Dora")).post("/quick", {"game": STONES_SLUG}),
        )
        assert [other["match"] for other in both].count(made["match"]) == 1
        await sitting.until(TableUpdate, having=lambda told: told.table.seats[1].kind == "person")

    play(test)


def test_a_rematch_invites_people_at_both_processes(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        first, second, _ = await opponents(one, two)
        await first.do("resign")
        while second.result is None:
            await second.hear()
        await first.do("rematch")
        while second.table.offer is None:
            await second.hear()
        await second.do("rematch")
        invited = [await sitting.until(RematchedMessage) for sitting in (first, second)]
        assert invited[0].match == invited[1].match
        for served, told in ((one, invited[0]), (two, invited[1])):
            sitting = await served.stranger().sit(told.match, *told.tokens)
            assert len(sitting.seats) == 1

    play(test)


def test_rights_that_end_at_one_process_end_at_the_other(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann = await one.member("Anna", "a long password")
        made = await ann.match(STONES_SLUG, "mine", "open", clock=UNTIMED)
        there = await two.stranger().sit(made["match"], *made["tokens"])
        answer = await ann.ask("DELETE", "/session?everywhere=true")
        assert answer.status_code == 204
        assert await there.closed() == 4410

    play(test)


def test_an_inbox_at_one_process_hears_of_moves_at_the_other(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann, bob = await one.guest("Aud"), await two.guest("Bue")
        made = await ann.match(STONES_SLUG, "mine", "open", clock=UNTIMED)
        match = made["match"]
        sat = await bob.post(f"/matches/{match}/seats", {})
        at_two = await bob.sit(match, *sat["tokens"])
        await at_two.do("ready")
        await at_two.leave()
        headers = {"Authorization": f"Bearer {bob.token}"}
        address = f"ws://{two.address}/api/hall/socket?lists=none"
        async with connect(address, additional_headers=headers) as line:
            sitting = await ann.sit(match, *made["tokens"])
            while sitting.table.phase != "playing":
                await sitting.hear()
            assert isinstance(await sitting.act("take 1"), StepMessage)
            while True:
                change = msgspec.json.decode(await line.recv(), type=InboxChange)
                if change.turns == 1:
                    break
        assert [card.match for card in change.put] == [match]
        assert (await bob.get("/inbox"))["turns"] == 1

    play(test)


def while_reading(loop: MatchLoop, match: str, happen: Callable[[], object]) -> None:
    """Let something happen the next time that missed facts of the match have been read."""
    missed = loop.missed
    assert missed is not None

    async def read(versions: Mapping[str, int]) -> Mapping[str, Sequence[StoredFact]]:
        found = await missed(versions)
        if match in versions:
            loop.missed = missed
            happen()
        return found

    loop.missed = read


async def older_copy(loop: MatchLoop, match: str, facts: int) -> Room:
    """The match as it was after so many facts."""
    stored = (await loop.store.facts(match))[:facts]
    game = loop.games(STONES_SLUG)
    return await load_room(game, stored, Encoder(game), asyncio.Lock())


def test_an_older_copy_that_is_loaded_meanwhile_is_neither_shown_nor_given_a_hole(
    play: Play,
) -> None:
    """Found by the nemesis: players were sent back, and saw plies twice."""

    async def test(one: Served, two: Served) -> None:
        first, second, match = await opponents(one, two)
        await first.act("take 1")
        await second.until(StepMessage)
        await second.act("take 1")
        loop = two.hall.match_loop
        newest = len(await loop.store.facts(match))
        known, older = [await older_copy(loop, match, newest - missing) for missing in (1, 2)]
        loop.forget(loop.rooms[match])
        loop.rooms[match] = known
        while_reading(loop, match, lambda: loop.rooms.update({match: older}))
        room = await loop.room(match)
        assert room is older
        assert room.match.version >= newest
        assert len(room.match.plies) == len(room.channel.events) == 2

    play(test)


def test_a_copy_that_is_dropped_while_somebody_enters_is_not_entered(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        first, _, match = await opponents(one, two)
        loop = two.hall.match_loop

        loop.forget(loop.rooms[match])
        # At the end of loading it.
        while_reading(loop, match, lambda: loop.forget(loop.rooms[match]))
        with pytest.raises(StoreUnavailable):
            await loop.room(match)
        assert match not in loop.rooms

        async def drop_then_find_nothing(*_: object) -> int:
            loop.forget(loop.rooms[match])
            return 0

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Rights, "closing_code", drop_then_find_nothing)
            late = await two.stranger().connect(match)
            await late.send({"kind": "join", "tokens": [], "since": 0})
            assert await late.closed() == 1013
        again = await two.stranger().sit(match)
        assert again.version >= first.version

    play(test)


def test_what_is_played_while_somebody_is_let_in_is_shown_at_once(play: Play) -> None:
    """Found by a benchmark: the news came before anybody followed the match there."""

    async def test(one: Served, two: Served) -> None:
        ann = await one.guest("Ann")
        made = await ann.match(STONES_SLUG, "mine", "mine", clock=UNTIMED)
        match, first, heard = made["match"], await ann.sit(made["match"], *made["tokens"]), []
        follows = Neighbours.follows

        def note(self: Neighbours, matches: Collection[str]) -> bool:
            is_followed, is_two = follows(self, matches), self is two.hall.neighbours
            heard.extend([is_followed] if is_two and match in matches else [])
            return is_followed

        async def play_then_find_nothing(*_: object) -> int:
            await first.act("take 1", 0)
            await until(lambda: bool(heard))
            return 0

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Neighbours, "follows", note)
            patch.setattr(Rights, "closing_code", play_then_find_nothing)
            late = await two.stranger().sit(match)
        assert heard == [False]
        await late.ask("ping")
        assert [entry.text for entry in late.log[None]] == ["take 1"]

    play(test)
