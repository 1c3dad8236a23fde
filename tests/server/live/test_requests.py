"""What a player asks for at a table besides moves: looking back, offers, starting again."""

from serving import STONES_SLUG, Served, Sitting, served

from meadhall.server.protocol.messages import Looked, RematchedMessage, Reset, TableUpdate


async def in_play(hall: Served, *kinds: str) -> Sitting:
    """Ann at a table where all the other seats are hers, open or of bots."""
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, *kinds)
    return await ann.sit(made["match"], *made["tokens"])


async def look(sitting: Sitting, ply: int, seat: int | None) -> str:
    """The code of the refusal; empty where the position was shown."""
    answer = await sitting.ask("look", ply=ply, seat=seat)
    return "" if isinstance(answer, Looked) else answer.refusal.code  # type: ignore[union-attr]


@served()
async def test_only_positions_and_seats_that_exist_can_be_looked_at(hall: Served) -> None:
    device = await in_play(hall, "mine", "mine")
    assert await look(device, 0, 0) == ""
    for ply in (-1, 1):
        assert await look(device, ply, 0) == "NO_SUCH_PLY"
    await device.do("resign", 0)
    assert await look(device, 1, 1) == ""
    for seat in (-1, 2):
        assert await look(device, 1, seat) == "NO_SUCH_SEAT"
    watcher = await hall.stranger().sit(device.table.match)
    for place in (None, 0, 1):
        assert await look(watcher, 1, place) == ""


@served()
async def test_before_the_end_spectators_look_from_no_seat_and_players_only_from_theirs(
    hall: Served,
) -> None:
    device = await in_play(hall, "mine", "mine")
    watcher = await hall.stranger().sit(device.table.match)
    assert await look(watcher, 0, None) == ""
    assert await look(watcher, 0, 0) == "NOT_YOUR_SEAT"
    assert await look(device, 0, None) == "NOT_YOUR_SEAT"


@served()
async def test_nothing_can_be_looked_at_or_restarted_before_the_start(hall: Served) -> None:
    host = await in_play(hall, "mine", "open")
    assert await look(host, 0, 0) == "NO_SUCH_PLY"
    assert await host.code(host.do("restart")) == "NOT_STARTED"


@served()
async def test_a_restart_keeps_the_seats_and_ends_the_match(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "greedy")
    sitting = await ann.sit(made["match"], *made["tokens"])
    await sitting.do("restart")
    again = await sitting.until(RematchedMessage)
    following = await ann.sit(again.match, *again.tokens)
    assert following.seats == (0,)
    assert following.table.code != sitting.table.code
    assert len(following.table.code) == 6
    old = await ann.sit(made["match"], *made["tokens"])
    assert (old.table.phase, old.table.result and old.table.result.reason) == (
        "finished",
        "abandoned",
    )


@served()
async def test_an_offer_can_be_declined_and_readiness_taken_back(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open")
    seated = await bob.post(f"/matches/{made['match']}/seats", {})
    one = await ann.sit(made["match"], *made["tokens"])
    before = one.table
    await one.do("unready")
    assert (before.seats[0].ready, one.table.seats[0].ready) == (True, False)
    two = await bob.sit(made["match"], *seated["tokens"])
    await two.do("ready")
    waiting = two.table
    await one.do("ready")
    await one.until(Reset)
    for reply in ("decline-draw", "accept-draw"):
        await one.do("offer-draw")
        await two.until(TableUpdate, having=lambda message: message.table.offer)
        assert await two.code(two.do(reply)) == ""
    assert (waiting.phase, two.table.phase) == ("open", "finished")
