"""A table with real sockets: joining, playing, talking, taking back, ending, playing again."""

import asyncio
from pathlib import Path

from serving import STONES_SLUG, Later, Served, Sitting, Visit, served, serving

from meadhall.match.clock import GRACE
from meadhall.server.net.table_socket import CROWD
from meadhall.server.protocol.messages import (
    Accepted,
    Looked,
    Pong,
    RematchedMessage,
    Reset,
    SaidMessage,
    StepMessage,
    TableUpdate,
    Thinking,
    Why,
)

CHECKERS = "chinese-checkers"


async def two_at_a_table(
    hall: Served, game: str = STONES_SLUG
) -> tuple[Sitting, Sitting, Visit, Visit]:
    """Ann and Bob at a match that has started."""
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(game, "mine", "open")
    seated = await bob.post(f"/matches/{made['match']}/seats", {})
    one = await ann.sit(made["match"], *made["tokens"])
    two = await bob.sit(made["match"], *seated["tokens"])
    await two.do("ready")
    await one.until(Reset)
    if two.turn == 0:
        await two.until(Reset)
    return one, two, ann, bob


async def play_out(one: Sitting, two: Sitting) -> None:
    """Both take stones one by one until none is left."""
    while one.result is None:
        mover, other = (one, two) if one.moves[0] else (two, one)
        await mover.act("take 1")
        await other.until(StepMessage)


@served()
async def test_two_people_play_to_the_end_and_see_the_same_result(hall: Served) -> None:
    one, two, *_ = await two_at_a_table(hall)
    await play_out(one, two)
    assert one.result == two.result
    assert one.result is not None
    assert [entry.text for entry in one.log[0]] == ["take 1"] * 12
    assert await one.code(one.act("take 1")) == "MATCH_OVER"


@served()
async def test_changes_add_up_to_the_scene_of_a_new_connection(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(CHECKERS, "mine", "mine")
    old = [await ann.sit(made["match"], token) for token in made["tokens"]]
    for number in range(12):
        seat = number % 2
        moves = old[seat].moves[seat]
        await old[seat].act(moves[number % len(moves)][1])
        await old[1 - seat].until(StepMessage)
    for seat, token in enumerate(made["tokens"]):
        new = await ann.sit(made["match"], token)
        was, now = old[seat].scenes[seat], new.scenes[seat]
        assert was is not None
        assert now is not None
        assert set(was.tokens) == set(now.tokens)
        assert set(was.cells) == set(now.cells)
        assert (was.headline, was.gauges, was.arrows) == (now.headline, now.gauges, now.arrows)
        assert old[seat].moves == new.moves
        assert old[seat].log == new.log


@served()
async def test_a_reconnecting_player_gets_what_they_missed_once(hall: Served) -> None:
    one, two, _, bob = await two_at_a_table(hall)
    await one.act("take 1")
    await two.until(StepMessage)
    await one.ask("say", seat=0, text="before")
    await two.until(SaidMessage)
    tokens = (await bob.get(f"/matches/{one.table.match}/seats"))["tokens"]
    await two.leave()
    await one.ask("say", seat=0, text="while away")
    two.line = (await bob.connect(one.table.match)).line
    await two.join(*tokens)
    assert [entry.text for entry in two.log[1]] == ["take 1"]
    assert two.chat == ["before", "while away"]
    await two.act("take 2")
    await one.until(StepMessage)
    fresh = await bob.sit(one.table.match, *tokens)
    assert fresh.log == two.log
    assert fresh.chat == two.chat
    assert fresh.scenes == two.scenes


@served()
async def test_several_tabs_of_one_player_see_the_same(hall: Served) -> None:
    one, two, ann, _ = await two_at_a_table(hall)
    tokens = (await ann.get(f"/matches/{one.table.match}/seats"))["tokens"]
    tab = await ann.sit(one.table.match, *tokens)
    await tab.act("take 3")
    step = await one.until(StepMessage)
    assert step.ply == 1
    assert (await two.until(StepMessage)).ply == 1
    assert one.scenes[0] == tab.scenes[0]
    await tab.leave()
    table = await one.until(TableUpdate)
    assert table.table.seats[0].here, "the other tab is still there"


@served()
async def test_presence_is_announced(hall: Served) -> None:
    one, two, *_ = await two_at_a_table(hall)
    await two.leave()
    update = await one.until(TableUpdate, having=lambda message: not message.table.seats[1].here)
    assert update.table.seats[0].here


@served()
async def test_arrivals_in_a_crowd_are_announced_together(hall: Served) -> None:
    one, *_ = await two_at_a_table(hall)
    strangers = [hall.stranger().sit(one.table.match, name=f"W{n}") for n in range(3 * CROWD)]
    crowd, updates = await asyncio.gather(*strangers), 0
    while one.table.watching < len(crowd):
        await one.until(TableUpdate)
        updates += 1
    assert updates < len(crowd)


@served()
async def test_spectators_have_no_moves_and_a_chat_of_their_own(hall: Served) -> None:
    one, *_ = await two_at_a_table(hall)
    watcher = await hall.stranger().sit(one.table.match, name="Cleo")
    assert watcher.seats == ()
    await one.act("take 2")
    step = await watcher.until(StepMessage)
    assert step.seat is None
    assert step.moves is None
    assert isinstance(await watcher.ask("say", text="what a move"), Accepted)
    assert watcher.chat == ["what a move"]
    assert await watcher.code(watcher.act("take 1", seat=1)) == "NOT_YOUR_SEAT"
    await one.ask("ping")
    assert one.chat == [], "players do not read along"


@served()
async def test_one_device_holds_all_seats_and_undoes_without_consent(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    assert device.seats == (0, 1)
    assert device.table.device
    await device.act("take 2", 0)
    await device.act("take 3", 1)
    assert isinstance(await device.do("undo", 1), Accepted)
    assert device.table.ply == 1
    assert [entry.text for entry in device.log[0]] == ["take 2"]
    assert device.moves[1] != ()


@served()
async def test_undo_online_needs_consent(hall: Served) -> None:
    one, two, *_ = await two_at_a_table(hall)
    await one.act("take 2")
    await two.until(StepMessage)
    await one.do("undo")
    offer = (await two.until(TableUpdate, having=lambda message: message.table.offer)).table.offer
    assert (offer.what, offer.by, offer.waiting) == ("undo", 0, (1,))
    await two.do("refuse-undo")
    await one.until(TableUpdate, having=lambda message: message.table.offer is None)
    await one.do("undo")
    await two.until(TableUpdate, having=lambda message: message.table.offer)
    await two.do("allow-undo")
    assert (await one.until(Reset)).table.ply == 0
    assert one.moves[0] != ()
    assert one.log[0] == []


@served()
async def test_a_draw_is_offered_and_accepted(hall: Served) -> None:
    one, two, *_ = await two_at_a_table(hall)
    await one.do("offer-draw")
    await two.until(TableUpdate, having=lambda message: message.table.offer)
    assert isinstance(await two.do("accept-draw"), Accepted)
    ended = await one.until(TableUpdate, having=lambda message: message.table.phase == "finished")
    assert ended.table.result.reason == "agreed"


@served()
async def test_resigning_loses(hall: Served) -> None:
    one, two, *_ = await two_at_a_table(hall)
    await one.do("resign")
    step = await two.until(StepMessage)
    assert step.result.reason == "left"
    assert step.result.payoffs[1] > step.result.payoffs[0]
    assert step.entries[0].cause == "left"


@served()
async def test_a_rematch_moves_everyone_to_the_next_seat(hall: Served) -> None:
    one, two, ann, bob = await two_at_a_table(hall)
    await play_out(one, two)
    assert await one.code(one.do("rematch")) == ""
    await two.do("rematch")
    invited, other = await one.until(RematchedMessage), await two.until(RematchedMessage)
    assert invited.match == other.match
    first = await ann.sit(invited.match, *invited.tokens)
    second = await bob.sit(other.match, *other.tokens)
    assert (first.seats, second.seats) == ((1,), (0,))
    assert second.moves[0] != ()


@served()
async def test_only_a_person_who_holds_all_seats_can_restart(hall: Served) -> None:
    one, _, ann, _ = await two_at_a_table(hall)
    assert await one.code(one.do("restart")) == "NOT_ALONE"
    made = await ann.match(STONES_SLUG, "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    await device.act("take 1", 0)
    await device.do("restart", 0)
    again = await device.until(RematchedMessage)
    assert len(again.tokens) == 2
    restarted = await ann.sit(again.match, *again.tokens)
    assert (restarted.table.ply, restarted.table.phase) == (0, "playing")


@served()
async def test_leaving_gives_the_seat_to_a_bot_and_closes_the_socket(hall: Served) -> None:
    one, two, *_ = await two_at_a_table(hall)
    await one.leave()
    await two.do("leave")
    assert await two.closed() == 4409


def test_a_bot_can_take_the_seat_of_an_absent_player(tmp_path: Path) -> None:
    clock = Later()

    async def run() -> None:
        async with serving(tmp_path, clock, bot_ms=50) as hall:
            one, two, *_ = await two_at_a_table(hall, game=CHECKERS)
            assert await one.code(one.do("call-bot", target=1)) == "SEAT_TAKEN"
            await two.leave()
            await one.until(TableUpdate, having=lambda message: not message.table.seats[1].here)
            await one.ask("ping")
            assert await one.code(one.do("call-bot", target=1)) == "BACK_SOON"
            clock.passed = GRACE
            assert await one.code(one.do("call-bot", target=1)) == ""
            await one.act(one.moves[0][0][1])
            assert (await one.until(StepMessage)).entries[0].seat == 1

    asyncio.run(run())


@served()
async def test_looking_back_shows_any_ply(hall: Served) -> None:
    one, two, *_ = await two_at_a_table(hall)
    await one.act("take 3")
    await two.until(StepMessage)
    before = await two.ask("look", ply=0, seat=1)
    assert isinstance(before, Looked)
    assert before.scene is not None
    assert len(before.scene.tokens) == 12
    after = await two.ask("look", ply=1, seat=1)
    assert isinstance(after, Looked)
    assert after.entry is not None
    assert after.entry.text == "take 3"
    assert await two.code(two.ask("look", ply=0, seat=0)) == "NOT_YOUR_SEAT"
    assert await two.code(two.ask("look", ply=2, seat=1)) == "NO_SUCH_PLY"


@served()
async def test_ask_is_answered_with_the_refusal(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(CHECKERS, "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])

    async def why(**more: object) -> str:
        answer = await device.ask("ask", **more)
        assert isinstance(answer, Why)
        return answer.refusal.code if answer.refusal else ""

    gesture = device.moves[0][0][0]
    assert await why(seat=0, gesture=gesture) == ""
    assert await why(seat=0, gesture=gesture[:1]) == ""
    assert await why(seat=1, text=device.moves[0][0][1]) == "NOT_YOUR_TURN"
    assert await why(seat=1, gesture=gesture) == "NOT_YOUR_TURN"
    assert await why(seat=0, gesture=["c60"]) == "EMPTY_CELL"


@served()
async def test_pings_are_answered_with_the_servers_time(hall: Served) -> None:
    one, *_ = await two_at_a_table(hall)
    pong = await one.ask("ping")
    assert isinstance(pong, Pong)
    assert abs(pong.now - hall.hall.match_loop.clock()) < 60_000


@served(bot_ms=50)
async def test_a_bot_plays_and_undo_takes_its_move_back_too(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(CHECKERS, "mine", "greedy")
    sitting = await ann.sit(made["match"], *made["tokens"])
    await sitting.act(sitting.moves[0][0][1])
    thinking = await sitting.until(Thinking, having=lambda message: message.done)
    assert thinking.line, "nothing is hidden here, so people may watch it think"
    assert (await sitting.until(StepMessage)).entries[0].seat == 1
    await sitting.do("undo")
    assert sitting.table.ply == 0


@served(bot_ms=50)
async def test_undo_while_the_bot_thinks_interrupts_it(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(CHECKERS, "mine", "greedy")
    sitting = await ann.sit(made["match"], *made["tokens"])
    first, second = sitting.moves[0][0][1], sitting.moves[0][1][1]
    await sitting.act(first)
    await sitting.do("undo")
    await sitting.act(second)
    step = await sitting.until(StepMessage)
    assert sitting.log[0][0].text == second
    assert step.ply == 2


@served()
async def test_a_clock_that_runs_out_plays_the_default_action(hall: Served) -> None:
    ann = await hall.guest("Ann")
    clock = {"mode": "turn", "base": 300}
    made = await ann.match(STONES_SLUG, "mine", "mine", clock=clock)
    device = await ann.sit(made["match"], *made["tokens"])
    assert device.table.clock.deadline is not None
    step = await device.until(StepMessage)
    assert step.entries[0].cause == "clock"
    assert step.clock.deadline > device.table.clock.deadline


@served()
async def test_programs_get_views_instead_of_scenes(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    program = await ann.sit(made["match"], made["tokens"][0], show="view")
    assert program.scenes == {0: None}
    step = await program.act("take 2")
    assert isinstance(step, StepMessage)
    assert step.view is not None
    assert bytes(step.view) == b'{"stones":10,"turn":1}'
    assert step.motions == ()


@served()
async def test_repeated_and_simultaneous_actions_and_foreign_tokens(hall: Served) -> None:
    one, two, ann, _ = await two_at_a_table(hall)
    first = {"kind": "act", "id": "a", "seat": 0, "turn": one.turn, "text": "take 1"}
    second = {"kind": "act", "id": "b", "seat": 1, "turn": one.turn, "text": "take 1"}
    await asyncio.gather(one.send(first), two.send(second))
    assert isinstance(await one.answer("a"), StepMessage)
    assert await two.code(two.answer("b")) in ("NOT_YOUR_TURN", "STALE_TURN")
    await one.send({"kind": "ping", "id": "p"})
    while not isinstance(message := await one.hear(), Pong):
        assert not isinstance(message, Accepted), "the step was the answer"
    await one.send(first)
    again = await one.answer("a")
    assert isinstance(again, Accepted)
    assert again.version == one.version, "answered again, carried out once"
    assert one.log[0][-1].ply == 1
    other = await ann.match(STONES_SLUG, "mine", "mine")
    late = await ann.connect(one.table.match)
    await late.send({"kind": "join", "tokens": other["tokens"]})
    assert await late.closed() == 4401


@served()
async def test_an_unknown_match_closes_the_socket(hall: Served) -> None:
    late = await hall.stranger().connect("nowhere")
    await late.send({"kind": "join"})
    assert await late.closed() == 4404


@served()
async def test_the_first_message_must_be_join(hall: Served) -> None:
    one, _, ann, _ = await two_at_a_table(hall)
    late = await ann.connect(one.table.match)
    await late.send({"kind": "ping", "id": "x"})
    assert await late.closed() == 4400


@served()
async def test_joining_twice_is_refused(hall: Served) -> None:
    one, *_ = await two_at_a_table(hall)
    await one.send({"kind": "join"})
    assert await one.code(one.answer("")) == "ALREADY_JOINED"
