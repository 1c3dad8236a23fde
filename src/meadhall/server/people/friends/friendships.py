"""Who follows whom, who blocks whom, and who is here."""

from collections.abc import Collection
from dataclasses import dataclass

from meadhall.core.refusal import Refused
from meadhall.server.assembly import Hall
from meadhall.server.people.profiles import Profiles
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.friends.friend_cards import Bond, FriendCard, FriendList
from meadhall.store.account import Account
from meadhall.store.people.friends.bonds import Acquaintance, PlaceInNames, SqlBonds

MOST = 500
"""How many people one may follow, and block."""
PAGE = 50
NOTE_SECONDS = 20.0
"""How often a process says who is connected to it, where there are several."""
HERE_MS = 60_000
"""Who was connected to another process so long ago counts as here."""
MOST_HERE = 5_000


@dataclass(frozen=True, slots=True)
class Friendships:
    """Lets people follow and block each other."""

    hall: Hall
    profiles: Profiles
    stored: SqlBonds

    async def bond(self, person: Person, name: str) -> Bond:
        """What is between the person and the one with this name."""
        other = await self.profiles.find(name)
        return Bond(
            follows=await self.stored.follows(person.id, other.id),
            blocks=await self.stored.blocks(person.id, other.id),
            here=await self._is_here(other, person),
        )

    async def follow(self, person: Person, name: str) -> None:
        """Follow the person with this name."""
        other = await self._other(person, name)
        if await self.stored.blocks(person.id, other.id):
            raise Refused.because("NOT_WELCOME", f"You block {other.name}: unblock them first.")
        if not await self.stored.follow(person.id, other.id, self._now(), MOST):
            raise Refused.because("TOO_MANY", f"You follow {MOST} people. Unfollow some first.")

    async def unfollow(self, person: Person, name: str) -> None:
        """Follow the person with this name no longer."""
        await self.stored.unfollow(person.id, (await self.profiles.find(name)).id)

    async def block(self, person: Person, name: str) -> Account:
        """Block the person with this name: no challenges, messages and quick matches."""
        other = await self._other(person, name)
        if not await self.stored.block(person.id, other.id, self._now(), MOST):
            raise Refused.because("TOO_MANY", f"You block {MOST} people. Unblock some first.")
        await self.hall.rights.note_conduct(person.id)
        return other

    async def unblock(self, person: Person, name: str) -> None:
        """Block the person with this name no longer."""
        await self.stored.unblock(person.id, (await self.profiles.find(name)).id)
        await self.hall.rights.note_conduct(person.id)

    async def list_followed(self, person: Person, after: str) -> FriendList:
        """The people whom the person follows, by name, and whether they are here."""
        found = await self.stored.list_followed(person.id, _parse_place(after), PAGE)
        here = await self._here([one.person for one in found])
        hidden = await self.stored.blockers(person.id)
        return _friend_list(found, here - hidden)

    async def list_blocked(self, person: Person, after: str) -> FriendList:
        """The people whom the person blocks, by name."""
        return _friend_list(
            await self.stored.list_blocked(person.id, _parse_place(after), PAGE), frozenset()
        )

    async def list_here(self, maybe: Person | None, after: str) -> FriendList:
        """People with accounts who are here and show it, by name."""
        viewer = maybe.id if maybe else ""
        here = await self._here(None) - await self.stored.blockers(viewer) - {viewer}
        some = sorted(here)[:MOST_HERE]
        found = await self.stored.list_of(some, _parse_place(after), PAGE)
        listed = _friend_list(found, here)
        listed.people = tuple(card for card in listed.people if card.here)
        return listed

    async def note_here(self) -> None:
        """Let other processes know who is connected to this one."""
        if not self.hall.cluster.is_alone:
            now = self._now()
            people = list(self.hall.rights.connections)[:MOST_HERE]
            await self.stored.note_here(people, now, now - 5 * HERE_MS)

    async def _here(self, people: Collection[str] | None) -> frozenset[str]:
        """Those of the people, or of everybody, who are connected to any process."""
        local = frozenset(self.hall.rights.connections)
        if not self.hall.cluster.is_alone:
            local |= await self.stored.here(self._now() - HERE_MS, MOST_HERE)
        return local if people is None else local & frozenset(people)

    async def _is_here(self, other: Account, viewer: Person) -> bool:
        shown = await self.profiles.stored.profile(other.id)
        if not shown.here or await self.stored.blocks(other.id, viewer.id):
            return False
        return bool(await self._here([other.id]))

    async def _other(self, person: Person, name: str) -> Account:
        """The account with that name, which is not the person's own."""
        if not person.account:
            raise Refused.because("NO_ACCOUNT", "Create an account first.")
        other = await self.profiles.find(name)
        if other.id == person.id:
            raise Refused.because("YOURSELF", "That is you.", "name")
        return other

    def _now(self) -> int:
        return self.hall.match_loop.clock()


def _friend_list(found: tuple[Acquaintance, ...], here: frozenset[str]) -> FriendList:
    cards = tuple(FriendCard(one.name, one.shows_here and one.person in here) for one in found)
    last = f"{found[-1].key}\n{found[-1].person}" if len(found) == PAGE else None
    return FriendList(cards, last)


def _parse_place(text: str) -> PlaceInNames | None:
    """Where a list of people continues: the `next` of its previous part."""
    if not text:
        return None
    key, mark, person = text.partition("\n")
    if not mark:
        raise Refused.because("BAD_BOOKMARK", "This is not the `next` of a list.", "after")
    return key, person
