"""Chat over real sockets: who may read what, and what becomes readable later."""

from serving import Served, Sitting, decode, served

from meadhall.server.protocol.chat_messages import ChatPage
from meadhall.server.protocol.messages import Rejected, SaidMessage

CHAT_PAGE = 50


@served()
async def test_messages_reach_only_their_audience(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("chinese-checkers", "mine", "mine", "mine")
    one, two, three = [await ann.sit(made["match"], token) for token in made["tokens"]]
    await one.ask("say", seat=0, text="to all")
    await one.ask("say", seat=0, text="psst", audience="seats", seats=[2])
    secret = await three.until(SaidMessage, having=lambda said: said.line.text == "psst")
    assert secret.line.seat == 0
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
    """Two of three resign, and everyone has received all that follows."""
    for loser in (one, two):
        await loser.do("resign")
    for sitting in everybody:
        await sitting.ask("ping")


@served()
async def test_letters_opened_at_the_end_are_sent_once_and_in_order(
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
    asked, hail, answer, remark = *one.chat_numbers, watcher.chat_numbers[-1]
    assert two.chat_numbers == [asked, hail, answer]
    assert three.chat_numbers == [hail]
    assert watcher.chat_numbers == [hail, remark]
    await end_of(two, three, everybody)
    assert one.result is not None
    assert one.chat_numbers == two.chat_numbers == [asked, hail, answer, remark]
    assert three.chat_numbers == [hail, asked, answer, remark]
    assert watcher.chat_numbers == [hail, remark, asked, answer]
    assert watcher.chat[-2:] == ["against red?", "gladly"]


@served()
async def test_letters_stay_secret_if_the_options_say_so(hall: Served) -> None:
    one, two, three, watcher = everybody = await three_who_write(hall, open_letters=False)
    await one.ask("say", seat=0, text="against red?", audience="seats", seats=[1])
    await watcher.ask("say", text="I would not")
    await end_of(two, three, everybody)
    assert three.chat == ["I would not"], "what spectators said is open to all at the end"
    assert watcher.chat == ["I would not"]


@served()
async def test_a_connection_after_the_end_gets_the_opened_letters(hall: Served) -> None:
    one, two, three, watcher = await three_who_write(hall, open_letters=True)
    await one.ask("say", seat=0, text="against red?", audience="seats", seats=[1])
    await one.ask("say", seat=0, text="hail", audience="everyone")
    await watcher.until(SaidMessage)
    await watcher.leave()
    await end_of(two, three, [one])
    watcher.line = (await hall.stranger().connect(one.table.match)).line
    await watcher.join()
    assert watcher.chat == ["hail", "against red?"]


@served()
async def test_a_new_member_of_a_legacy_alliance_gets_its_letters(
    hall: Served,
) -> None:
    one, two, three, watcher = await three_who_write(hall, ruleset="legacy")
    for sitting in (one, two):
        await sitting.act("ally join Wolves")
    await one.ask("say", seat=0, text="we two", audience="alliance")
    await three.ask("ping")
    assert three.chat == []
    await three.act("ally join Wolves")
    assert (await three.until(SaidMessage)).line.text == "we two"
    for sitting in (two, watcher):
        await sitting.ask("ping")
    assert (two.chat, watcher.chat) == (["we two"], [])


async def heard_by_the_third(hall: Served, *letters: str) -> list[tuple[str, int]]:
    """The kinds and versions of what a player is sent while two others write to each other."""
    one, two, three, _ = everybody = await three_who_write(hall)
    for text in letters:
        await one.ask("say", seat=0, text=text, audience="seats", seats=[1])
    await two.do("resign")
    await two.ask("say", seat=1, text="farewell")
    for sitting in everybody:
        await sitting.ask("ping")
    return [
        (type(heard).__name__, getattr(heard, "version", 0)) for heard in map(decode, three.raw)
    ]


@served()
async def test_nobody_can_count_the_letters_of_others(hall: Served) -> None:
    assert await heard_by_the_third(hall, "psst", "now") == await heard_by_the_third(hall)


async def write(sitting: Sitting, count: int, **to: object) -> None:
    for number in range(count):
        await sitting.ask("say", seat=sitting.seats[0], text=f"{number}", **to)


async def read_back(sitting: Sitting) -> list[str]:
    """Everything the connection may read, page by page, the oldest first."""
    page = ChatPage("", (), earlier=True)
    texts, oldest = list(sitting.chat), sitting.chat_numbers[0]
    while page.earlier:
        answer = await sitting.ask("chat", before=oldest)
        assert isinstance(answer, ChatPage)
        assert 0 < len(answer.lines) <= CHAT_PAGE
        page, oldest = answer, answer.lines[0].number
        texts = [line.text for line in page.lines] + texts
    return texts


@served()
async def test_a_welcome_has_the_newest_page_and_older_ones_are_asked_for(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("chinese-checkers", "mine", "mine", "mine")
    one = await ann.sit(made["match"], made["tokens"][0])
    public, letters = 2 * CHAT_PAGE + 20, 10
    await write(one, letters, audience="seats", seats=[2])
    await write(one, public)
    writer, stranger, reader = [await ann.sit(made["match"], token) for token in made["tokens"]]
    everything = [f"{number}" for number in range(public)]
    for sitting in (writer, stranger, reader):
        assert sitting.chat == everything[-CHAT_PAGE:]
    assert await read_back(stranger) == everything
    private = [f"{number}" for number in range(letters)]
    assert await read_back(writer) == await read_back(reader) == private + everything


@served()
async def test_nobody_learns_of_a_letter_by_asking_for_what_is_before_it(hall: Served) -> None:
    one, two, three, _ = await three_who_write(hall)
    await write(one, 1)
    await write(one, 1, audience="seats", seats=[1])
    await two.until(SaidMessage, having=lambda said: said.line.audience == "seats")
    answers = [await three.ask("chat", before=number) for number in (two.chat_numbers[-1], 12_345)]
    refusals = [answer.refusal for answer in answers if isinstance(answer, Rejected)]
    assert refusals == [refusals[0]] * 2
    assert refusals[0].code == "NO_SUCH_MESSAGE"


@served()
async def test_when_many_letters_are_opened_at_once_the_newest_page_is_sent(hall: Served) -> None:
    one, two, three, watcher = await three_who_write(hall, open_letters=True)
    await write(one, CHAT_PAGE + 1, audience="seats", seats=[1])
    for loser in (two, three):
        await loser.do("resign")
    page = await watcher.until(ChatPage)
    assert page.id == ""
    assert [line.text for line in page.lines] == [f"{number}" for number in range(1, CHAT_PAGE + 1)]
    earlier = await watcher.ask("chat", before=page.lines[0].number)
    assert isinstance(earlier, ChatPage)
    assert ([line.text for line in earlier.lines], earlier.earlier) == (["0"], False)
    assert watcher.chat == [], "not one by one"
