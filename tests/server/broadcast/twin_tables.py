"""Twin matches on real servers: everything that their viewer is sent or can ask for, as bytes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from serving import Served, Sitting, Visit, games, serving
from twins import Twins

from meadhall.core.codec import encode, to_plain
from meadhall.core.options import Value, parse_options
from meadhall.match.facts import Origin, Player, Setup
from meadhall.match.fork import open_match
from meadhall.server.live.match_loop import Games, raise_if_refused
from meadhall.server.protocol.messages import StepMessage
from meadhall.testing.playthrough import all_legal
from meadhall.testing.samples import spread

NOW = 1_000_000
MOST_TRIED = 8
"""Actions of any seat that the viewer asks about and tries to play."""
REQUESTS = ("offer-draw", "decline-draw", "rematch", "call-bot", "restart", "start", "undo")

Heard = dict[str, list[bytes]]
"""What came out of the server, by the way that it took."""


# What depends on time or chance and not on secrets is the same for both matches: ids, codes and
# names are given here, the clock stands still, and the server has the same seed. So nothing has to
# be taken out of the bytes before they are compared.
def twin_setup(twins: Twins, number: int, side: int) -> Setup:
    """The match of one side, which starts from its position."""
    options = parse_options(twins.game.types.options, twins.options)
    return Setup(
        id=f"match{number}",
        code=f"CODE{number}",
        game=twins.game.spec.slug,
        rules_version=twins.game.spec.rules_version,
        seats=twins.seats,
        seed="the same",
        options=tuple(cast("dict[str, Value]", to_plain(options)).items()),
        origin=Origin(encode(twins.starts[side]).decode()),
    )


@dataclass(frozen=True)
class TwinTable:
    """One of two twin matches. `people` are one for each seat, and at the end a spectator."""

    running: Served
    people: Sequence[Visit]
    twins: Twins
    setup: Setup
    side: int

    @property
    def viewer(self) -> Visit:
        """The person who must not notice anything."""
        return self.people[-1 if self.twins.viewer is None else self.twins.viewer]

    async def hear(self) -> Heard:
        """What the seats are sent while play goes on, and all that the viewer can find out."""
        await self.open()
        places = [await self.sit(person) for person in self.people]
        program = await self.sit(self.viewer, show="view")
        await self.write_letters(places)
        await self.play(places)
        heard = {f"seat {seat}": [*place.raw] for seat, place in enumerate(places[:-1])}
        late, returning = await self.sit(self.viewer), await self.sit(self.viewer, since=6)
        viewer = places[self.people.index(self.viewer)]
        await self.look_around(viewer)
        heard["http"] = await self.ask_over_http()
        views = {"viewer": viewer, "program": program, "late": late, "returning": returning}
        for name, sitting in views.items():
            await sitting.ask("ping")
            heard[name] = sitting.raw
        for sitting in (*places, program, late, returning):
            await sitting.leave()
        return heard

    async def open(self) -> None:
        """Start the match. The API cannot: there, dice to come are always new."""
        ids = [(await person.get("/me"))["id"] for person in self.people[:-1]]
        players = tuple(Player(f"Player {seat}", id_) for seat, id_ in enumerate(ids))
        outcome = raise_if_refused(open_match(self.twins.game, self.setup, players, NOW))
        await self.running.hall.match_loop.open(outcome)

    async def sit(self, person: Visit, **more: object) -> Sitting:
        """The person's own seat, or a spectator's place."""
        seats = await person.get(f"/matches/{self.setup.id}/seats")
        return await person.sit(self.setup.id, *seats["tokens"], **{"name": "Dora", **more})

    async def write_letters(self, places: Sequence[Sitting]) -> None:
        """Others write to each other: more often on one side, and something else."""
        texts = (("yes",), ("certainly not", "really"))[self.side]
        writer, *readers = [
            place for place in places if self.twins.viewer not in (place.seats or (None,))
        ]
        seats = [reader.seats[0] for reader in readers if reader.seats]
        for text in texts:
            if seats:
                await writer.ask(
                    "say", seat=writer.seats[0], text=text, audience="seats", seats=seats
                )
            if self.twins.viewer is not None:
                await places[-1].ask("say", text=text)

    async def play(self, places: Sequence[Sitting]) -> None:
        """The plies of this side."""
        for number, (seat, *texts) in enumerate(self.twins.plies):
            await places[seat].ask("ping")
            answer = await places[seat].act(texts[self.side], name=f"act {number}")
            assert isinstance(answer, StepMessage), answer
        for place in places:
            await place.ask("ping")

    async def look_around(self, sitting: Sitting) -> None:
        """Ask for everything that can be asked for over the socket, and try what is refused."""
        for ply in range(sitting.table.ply + len(self.twins.plies) + 2):
            for seat in (self.twins.viewer, 0):
                await sitting.ask("look", ply=ply, seat=seat)
        await sitting.ask("say", seat=self.twins.viewer, text="hello")
        for number in (*sitting.chat_numbers, 12_345):
            await sitting.ask("chat", before=number)
        if self.twins.viewer is not None:
            await self.try_actions(sitting, self.twins.viewer)
            for name in ("alliance", "seat-2", "player-2", "spectators"):
                await sitting.ask("say", seat=self.twins.viewer, text="psst", audience=name)
            for request in REQUESTS:
                await sitting.do(request)

    async def try_actions(self, sitting: Sitting, seat: int) -> None:
        """Ask about actions of all seats, and send those that the rules refuse."""
        game, state = self.twins.game, self.running.hall.match_loop.rooms[self.setup.id].match.state
        legal = [a for _, a in all_legal(game, self.twins.starts[0], self.twins.seats)]
        own = game.legal_actions(state, seat)
        for action in spread([*legal, *own], MOST_TRIED):
            text = game.notation.write(action)
            await sitting.ask("ask", seat=seat, text=text)
            if game.present is not None:
                await sitting.ask("ask", seat=seat, gesture=game.present.gesture(action)[:1])
            if game.refusal(state, seat, action) is not None:
                await sitting.act(text, name=f"try {text}")
        await sitting.act("nonsense", name="nonsense")

    async def ask_over_http(self) -> list[bytes]:
        """Lists, and what is there to read before the end: statuses, types and texts."""
        match, seats = self.setup.id, [{"kind": "mine"}] * self.twins.seats
        wanted: list[tuple[str, str, object]] = [
            ("GET", "/matches?phase=playing", None),
            ("GET", "/matches?mine=true", None),
            ("GET", f"/matches/{match}", None),
            ("GET", f"/codes/{self.setup.code}", None),
            ("GET", f"/matches/{match}/record", None),
            ("GET", f"/matches/{match}/replay", None),
            ("GET", f"/matches/{match}/replay?seat=0", None),
            ("POST", f"/matches/{match}/seats", {"seat": 0}),
            ("POST", "/analyses", {"match": match}),
            ("POST", "/continuations", {"match": match, "ply": 0, "seats": seats}),
        ]
        answers = [await self.viewer.ask(*request) for request in wanted]
        return [
            f"{answer.status_code} {answer.headers['content-type']} ".encode() + answer.content
            for answer in answers
        ]


async def hear_side(
    folder: Path, cases: Sequence[Twins], side: int, offer: Games = games
) -> list[Heard]:
    """What comes out of one server with the matches of one side."""
    async with serving(folder, lambda: NOW, offer) as running:
        seated = [
            await running.guest(f"Player {seat}") for seat in range(max(c.seats for c in cases))
        ]
        spectator = await running.guest("Dora")
        return [
            await TwinTable(
                running,
                [*seated[: twins.seats], spectator],
                twins,
                twin_setup(twins, number, side),
                side,
            ).hear()
            for number, twins in enumerate(cases)
        ]


def hear_both(
    folder: Path, cases: Sequence[Twins], offer: Games = games
) -> list[tuple[Twins, Heard, Heard]]:
    """Each case with what came out on both sides."""
    folders = [folder / "one", folder / "other"]
    for each in folders:
        each.mkdir()
    sides = [asyncio.run(hear_side(each, cases, n, offer)) for n, each in enumerate(folders)]
    return list(zip(cases, *sides, strict=True))


def leaks(one: Heard, other: Heard) -> dict[str, tuple[bytes, bytes]]:
    """The first difference that the viewer could notice, for every way out of the server."""
    ways = [way for way in one if not way.startswith("seat ")]
    return {way: pair for way in ways if (pair := _first_difference(one[way], other[way]))}


def _first_difference(one: list[bytes], other: list[bytes]) -> tuple[bytes, bytes] | None:
    longest = max(len(one), len(other))
    padded = ([*texts, *[b""] * (longest - len(texts))] for texts in (one, other))
    return next((pair for pair in zip(*padded, strict=True) if pair[0] != pair[1]), None)
