"""Small boards in lists: they follow a match without being at its table."""

from serving import STONES_SLUG, Served, served

from meadhall.server.protocol.messages import StepMessage, TableUpdate


@served()
async def test_a_glance_from_a_list_follows_the_match_and_is_no_spectator(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    one = await ann.sit(made["match"], *made["tokens"])
    looking = await hall.stranger().sit(one.table.match, glance=True)
    await hall.stranger().sit(one.table.match)
    while one.table.watching == 0:
        await one.until(TableUpdate)
    assert one.table.watching == 1
    await one.act("take 2", seat=0)
    assert (await looking.until(StepMessage)).seat is None
