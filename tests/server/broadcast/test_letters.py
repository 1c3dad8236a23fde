"""Letters over real sockets: whom one can write to, and whom a letter says it was for."""

from serving import Served, Sitting, decode, served

from meadhall.server.protocol.chat_messages import ChatLine
from meadhall.server.protocol.messages import (
    AudienceCard,
    SaidMessage,
    StepMessage,
    Welcome,
)


async def three_players(hall: Served) -> tuple[list[str], list[Sitting]]:
    """The tokens and connections of three players of Secret Toaster, each on a device."""
    ann = await hall.guest("Ann")
    made = await ann.match("secret-toaster", "mine", "mine", "mine")
    return made["tokens"], [await ann.sit(made["match"], token) for token in made["tokens"]]


async def ally(leader: Sitting, guest: Sitting, name: str) -> None:
    """The leader creates an alliance of that name and takes the guest in."""
    await leader.act(f"ally create {name}")
    await guest.act(f"ally ask {name}")
    await leader.until(StepMessage, having=lambda step: step.seat == leader.seats[0])
    (accept,) = [
        text for _, text in leader.moves[leader.seats[0]] if text.startswith("ally accept")
    ]
    await leader.act(accept)


async def letters(sitting: Sitting) -> list[ChatLine]:
    """What the player has been sent to read."""
    await sitting.ask("ping")
    heard = map(decode, sitting.raw)
    return [message.line for message in heard if isinstance(message, SaidMessage)]


async def alliance(sitting: Sitting) -> tuple[str, tuple[int, ...]]:
    """The alliance that the player can write to, as a page knows it."""
    await sitting.ask("ping")
    known: tuple[AudienceCard, ...] = ()
    for message in map(decode, sitting.raw):
        if isinstance(message, Welcome):
            known = message.seat_views[0].audiences
        elif isinstance(message, StepMessage) and message.audiences is not None:
            known = message.audiences
    return next((card.label, card.seats) for card in known if card.id == "alliance")


@served()
async def test_audiences_follow_the_alliances(hall: Served) -> None:
    _, (one, two, three) = await three_players(hall)
    alone = await alliance(three)
    assert (await alliance(two))[1] == (1,)
    await ally(one, two, "Wolves")
    assert await alliance(one) == await alliance(two) == ("Wolves", (0, 1))
    await one.act("ally rename Bears")
    assert await alliance(one) == await alliance(two) == ("Bears", (0, 1))
    assert await alliance(three) == alone
    await two.act("ally leave")
    assert (await alliance(one), (await alliance(two))[1]) == (("Bears", (0,)), (1,))


@served()
async def test_a_step_that_leaves_audiences_alone_does_not_send_them(hall: Served) -> None:
    _, (one, two, _) = await three_players(hall)
    await one.act("ready")
    heard = [await sitting.until(StepMessage) for sitting in (two,)]
    assert [step.audiences for step in heard] == [None]


@served()
async def test_a_letter_keeps_the_label_and_the_readers_it_had(hall: Served) -> None:
    tokens, (one, two, three) = await three_players(hall)
    await ally(one, two, "Wolves")
    await one.ask("say", seat=0, text="we two", audience="alliance")
    await one.act("ally rename Bears")
    await two.act("ally leave")
    await one.ask("say", seat=0, text="you two", audience="seats", seats=[1, 2])
    sent = await letters(two)
    ann = await hall.guest("Ann")
    again = await ann.connect(one.table.match)
    welcome = await again.join(tokens[1])
    assert list(welcome.chat) == sent
    assert [(line.label, line.seats) for line in sent] == [("Wolves", (0, 1)), ("", (1, 2))]
    assert await letters(three) == sent[1:]
