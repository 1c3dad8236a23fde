"""Talk over real sockets: who hears what, and what becomes readable later."""

from serving import Served, Sitting, served

from meadhall.server.protocol import Said


@served()
async def test_messages_reach_their_audience_only(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("chinese-checkers", "mine", "mine", "mine")
    one, two, three = [await ann.sit(made["match"], token) for token in made["tokens"]]
    await one.ask("say", seat=0, text="to all")
    await one.ask("say", seat=0, text="psst", audience="seats", seats=[2])
    assert (await three.until(Said, having=lambda said: said.line.text == "psst")).line.seat == 0
    await two.ask("ping")
    assert two.chat == ["to all"]
    assert await two.code(two.ask("say", seat=0, text="as another")) == "NOT_YOUR_SEAT"
    assert await one.code(one.ask("say", seat=0, text="x" * 2001)) == "BAD_TEXT"


async def three_who_write(hall: Served, **options: object) -> list[Sitting]:
    """Three at a table of Secret Toaster, and a spectator."""
    ann = await hall.guest("Ann")
    made = await ann.match("secret-toaster", "mine", "mine", "mine", options=options)
    seated = [await ann.sit(made["match"], token) for token in made["tokens"]]
    return [*seated, await hall.stranger().sit(made["match"], name="Dora")]


async def end_of(one: Sitting, two: Sitting, everybody: list[Sitting]) -> None:
    """Two of three give up, and everybody has been told all that comes of it."""
    for loser in (one, two):
        await loser.do("resign")
    for sitting in everybody:
        await sitting.ask("ping")


@served()
async def test_letters_that_the_end_opens_reach_all_who_are_there_once_and_in_order(
    hall: Served,
) -> None:
    *seated, watcher = everybody = await three_who_write(hall, open_letters=True)
    one, two, three = seated
    await one.ask("say", seat=0, text="against red?", audience="seats", seats=[1])
    await one.ask("say", seat=0, text="hail", audience="everyone")
    await two.ask("say", seat=1, text="gladly", audience="seats", seats=[0])
    await watcher.ask("say", text="I would not")
    for sitting in everybody:
        await sitting.ask("ping")
    assert [sitting.chat_numbers for sitting in everybody] == [[0, 1, 2], [0, 1, 2], [1], [1, 3]]
    await end_of(two, three, everybody)
    assert one.result is not None
    assert one.chat_numbers == two.chat_numbers == [0, 1, 2, 3]
    assert three.chat_numbers == [1, 0, 2, 3]
    assert watcher.chat_numbers == [1, 3, 0, 2]
    assert watcher.chat[-2:] == ["against red?", "gladly"]


@served()
async def test_letters_stay_closed_where_the_match_was_set_up_so(hall: Served) -> None:
    one, two, three, watcher = everybody = await three_who_write(hall, open_letters=False)
    await one.ask("say", seat=0, text="against red?", audience="seats", seats=[1])
    await watcher.ask("say", text="I would not")
    await end_of(two, three, everybody)
    assert three.chat == ["I would not"], "what spectators said is open to all at the end"
    assert watcher.chat == ["I would not"]


@served()
async def test_who_comes_back_after_the_end_gets_the_letters_too(hall: Served) -> None:
    one, two, three, watcher = await three_who_write(hall, open_letters=True)
    await one.ask("say", seat=0, text="against red?", audience="seats", seats=[1])
    await one.ask("say", seat=0, text="hail", audience="everyone")
    await watcher.until(Said)
    await watcher.leave()
    await end_of(two, three, [one])
    watcher.line = (await hall.stranger().connect(one.table.match)).line
    await watcher.join()
    assert watcher.chat == ["hail", "against red?"]


@served()
async def test_who_joins_an_alliance_of_the_old_kind_reads_its_letters_at_once(
    hall: Served,
) -> None:
    one, two, three, watcher = await three_who_write(hall, ruleset="legacy")
    for sitting in (one, two):
        await sitting.act("ally join Wolves")
    await one.ask("say", seat=0, text="we two", audience="alliance")
    await three.ask("ping")
    assert three.chat == []
    await three.act("ally join Wolves")
    assert (await three.until(Said)).line.text == "we two"
    for sitting in (two, watcher):
        await sitting.ask("ping")
    assert (two.chat, watcher.chat) == (["we two"], [])
