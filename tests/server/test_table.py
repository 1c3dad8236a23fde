"""A table's socket, with real sockets: joining, playing, asking, leaving."""

from serving import STONES_SLUG, Served, served

from meadhall.server.protocol import Accepted, Looked, Pong, Rejected, Step, Why


@served()
async def test_two_people_play_a_match_to_its_end(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open")
    seated = await bob.post(f"/matches/{made['match']}/seats", {})
    one = await ann.sit(made["match"], *made["tokens"])
    two = await bob.sit(made["match"], *seated["tokens"])
    assert one.table.phase == "open"
    assert isinstance(await two.do("ready"), Accepted)
    sitters = [one, two]
    while one.result is None:
        mover = sitters[one.table.to_act[0]] if False else next(s for s in sitters)
        break
