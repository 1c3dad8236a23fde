"""Guests and accounts: who sends a request."""

from dataclasses import dataclass, field
from time import monotonic
from unicodedata import normalize

from meadhall.core.refusal import Refused
from meadhall.match.decide.lobby import name_refusal
from meadhall.match.facts import Player
from meadhall.server.api.passwords import Passwords
from meadhall.server.net.rights import Rights
from meadhall.server.protocol.bodies import Credentials, NewGuest, PasswordChange, Person
from meadhall.server.protocol.people.person_pages import Farewell
from meadhall.server.protocol.problem import TooMany
from meadhall.server.protocol.tokens import GUEST, SessionToken, random_id
from meadhall.server.rate_limits import GuessDelays
from meadhall.store.account import Account, name_key
from meadhall.store.accounts import SqlAccounts
from meadhall.store.name_looks import without_invisible

DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$" + "A" * 43
"""Checked when no account has the name, so that the response time does not reveal that."""


@dataclass(frozen=True, slots=True)
class People:
    """Creates guests and accounts, lets people sign in, and ends their sessions."""

    rights: Rights
    accounts: SqlAccounts
    passwords: Passwords
    guesses: GuessDelays = field(default_factory=GuessDelays)

    async def create_guest(self, new: NewGuest) -> Person:
        """A new guest with this name."""
        name = parse_name(new.name)
        await self.rights.check_name(name)
        return self._sign_in(GUEST + random_id(), name, "")

    async def rename(self, person: Person, new: NewGuest) -> Person:
        """Rename a guest, who keeps all seats and matches."""
        if person.account:
            raise Refused.because("HAS_ACCOUNT", "An account's name cannot be changed.", "name")
        name = parse_name(new.name)
        await self.rights.check_name(name)
        session = self.rights.tokens.read_session(person.token)
        # The session stays the same, so the guest's seats stay too.
        return self._sign_in(person.id, name, "", session.id)

    async def register(self, new: Credentials, now: int, maybe: Person | None = None) -> Person:
        """Create an account and sign in to it. A guest's seats and matches are then the account's.

        The guest's id becomes the account's, so nothing has to be moved.
        """
        name = parse_name(new.name)
        hashed = await self.passwords.hash(new.password)
        guest = maybe if maybe and not maybe.account else None
        account = Account(guest.id if guest else random_id(), name, hashed, now)
        if not await self.accounts.add(account):
            raise Refused.because("NAME_TAKEN", f"The name {name!r} is taken.", "name")
        session = self.rights.tokens.read_session(guest.token).id if guest else ""
        return self._sign_in_to(account, session)

    async def sign_in(self, given: Credentials, address: str) -> Person:
        """Sign in to the account with this name and password."""
        name = given.name.strip()
        # Counted by the name, so that the answer does not reveal whether it is an account's.
        self.count_guess(name_key(name), address)
        account = await self.accounts.by_name(name)
        stored = account.password_hash if account else DUMMY_HASH
        matches = await self.passwords.matches(stored, given.password)
        if account is None or not matches:
            raise _wrong_password()
        self.guesses.note_success(name_key(name), address)
        return await self.begin_session(account)

    async def begin_session(self, account: Account) -> Person:
        """Sign in to an account whose owner has been recognised."""
        await self.rights.check_ban(account.id)
        return self._sign_in_to(account)

    async def sign_out(self, person: Person) -> None:
        """End this session of the person."""
        await self.rights.end_session(self.rights.tokens.read_session(person.token))

    async def sign_out_everywhere(self, person: Person) -> None:
        """End all sessions of the person. A guest has only one."""
        if not person.account:
            await self.sign_out(person)
            return
        await self.accounts.sign_out_everywhere(person.id)
        self.rights.end_all_sessions(person.id)

    async def change_password(self, person: Person, change: PasswordChange) -> Person:
        """Set a new password, end all sessions and begin a new one."""
        account = await self.check_password(person, change.old)
        return await self.set_password(account, change.new)

    async def set_password(self, account: Account, password: str) -> Person:
        """Set a new password, end all sessions and begin a new one."""
        await self.accounts.set_password(account.id, await self.passwords.hash(password))
        self.rights.end_all_sessions(account.id)
        # Read again: the new password has raised the epoch, which the token needs.
        changed = await self.accounts.by_id(account.id)
        return await self.begin_session(changed or account)

    async def check_farewell(self, person: Person, farewell: Farewell) -> Account:
        """The account that shall be deleted; raises `Refused` without its name and password."""
        account = await self.check_password(person, farewell.password)
        if name_key(farewell.name.strip()) != name_key(account.name):
            raise Refused.because(
                "WRONG_NAME", "Type the name of your account to confirm that it goes.", "name"
            )
        return account

    async def check_password(self, person: Person, password: str) -> Account:
        """The person's account; raises `Refused` for a wrong password."""
        account = await self.accounts.by_id(person.id) if person.account else None
        if account is None:
            raise Refused.because("NO_ACCOUNT", "A guest has no account.")
        # By the person, not the address: strangers have no session, so they cannot delay the owner.
        self.count_guess(account.id, person.id)
        if not await self.passwords.matches(account.password_hash, password):
            raise _wrong_password()
        self.guesses.note_success(account.id, person.id)
        return account

    def count_guess(self, account: str, address: str) -> None:
        """Count a guess at what opens the account; raises `TooMany` where it came too early."""
        wait = self.guesses.take(account, address, monotonic())
        if wait:
            raise TooMany(wait)

    def _sign_in_to(self, account: Account, session: str = "") -> Person:
        return self._sign_in(account.id, account.name, str(account.epoch), session)

    def _sign_in(self, person: str, name: str, stamp: str, session: str = "") -> Person:
        claim = SessionToken(person, name, stamp, session or random_id())
        token = self.rights.tokens.sign_session(claim)
        return Person(person, name, bool(stamp), token)


def parse_name(name: str) -> str:
    """The name without invisible characters and outer spaces; raises `Refused` for a bad one."""
    name = normalize("NFC", without_invisible(name)).strip()
    refusal = name_refusal(Player(name))
    if refusal is not None:
        raise Refused.because(refusal.code, refusal.sentence, "name")
    return name


def _wrong_password() -> Refused:
    return Refused.because("WRONG_PASSWORD", "Wrong name or password.", "password")
