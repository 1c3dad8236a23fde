"""All settings: flags of `meadhall serve`, else variables `MEADHALL_…`, else a file in TOML."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeAlias, TypeVar

from meadhall.core.refusal import Refused

PREFIX = "MEADHALL_"
Value: TypeAlias = str | int | bool
V = TypeVar("V", str, int, bool)
ADAPTERS = ("fast", "plain")
READERS = ("local", "all", "none")
ENCRYPTIONS = ("starttls", "tls", "none")
HOST_EVENTS = ("database", "mail", "ratings", "reports")
LEVELS = ("debug", "info", "warning", "error")
FLAGS = ("host", "port", "unix_socket", "prefix", "db", "workers", "config")
"""The settings that `meadhall serve` takes as flags too."""
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")
_HIGHEST_PORT = 65_535
_URL = re.compile(r"https?://[^\s/]+(/\S*)?")
_SENDER = re.compile(r"[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+")
_PATH = re.compile(r"(/[\w.~-]+)*/?", re.ASCII)


def setting(default: V, text: str) -> V:
    """A field of `Settings` with its default and its help text."""
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of a server, each with the help text that the documentation prints."""

    host: str = setting("127.0.0.1", "Address to listen on; 0.0.0.0 for all.")
    port: int = setting(8710, "Port to listen on; 0 takes a free one.")
    unix_socket: str = setting("", "Unix socket to listen on instead; its group may connect.")
    prefix: str = setting("", "Path that the hall is under, such as /hall; a proxy has to keep it.")
    config: str = setting("", "File with settings in TOML, each by its name: port = 8710.")
    db: str = setting("meadhall.db", "SQLite file, or a postgresql:// address.")
    workers: int = setting(
        1, "Processes behind the address, each also on a port after it; from 2 on with PostgreSQL."
    )
    address: str = setting(
        "", "Where clients reach this process, e.g. https://a.example; empty: any process will do."
    )
    heartbeat_ms: int = setting(
        2000, "Milliseconds after which a process that the others do not hear of counts as dead."
    )
    secret: str = setting("", "Key that signs tokens; empty: the one in the secret file.")
    secret_file: str = setting(
        "", "File with that key, for its owner only; empty: beside the database file."
    )
    hosts: str = setting(
        "", "Host names it answers for, separated by commas; empty: what it listens on; *: any."
    )
    origins: str = setting("", "Origins of other pages that may connect, separated by commas.")
    https: bool = setting(
        default=False, text="Reached over https: cookies and, for a year, browsers use only that."
    )
    proxy: bool = setting(default=False, text="Behind a proxy: trust X-Forwarded-For.")
    static: str = setting("", "Folder of the built page; empty: the one in the package.")
    offline: str = setting(
        "", "Folder of `./dev site`, offered at /offline/ to play without a network; empty: none."
    )
    public_url: str = setting(
        "", "Address of the hall in mails and notices, such as https://hall.example."
    )
    smtp_host: str = setting("", "Mail server that takes the hall's mails; empty: it sends none.")
    smtp_port: int = setting(587, "Port of the mail server.")
    smtp_tls: str = setting("starttls", "How mails are encrypted: starttls, tls or none.")
    smtp_user: str = setting("", "Name for the mail server; empty: it asks for none.")
    smtp_password: str = setting("", "Password for the mail server.")
    smtp_password_file: str = setting("", "File with that password instead.")
    mail_from: str = setting("", "Sender of mails, such as Hall <hall@hall.example>.")
    host_notices: str = setting(
        "", "Where the host is told of trouble: addresses of Apprise, separated by blanks."
    )
    host_events: str = setting(
        "database mail ratings reports", "What the host is told of, of these, separated by blanks."
    )
    log: str = setting("info", "Least severe level to log: debug, info, warning or error.")
    log_json: bool = setting(default=False, text="Log one JSON object per line.")
    metrics: str = setting("local", "Who may read /metrics: local (this machine), all or none.")
    bots: int = setting(2, "Number of processes for bots.")
    compile_ahead: bool = setting(
        default=True, text="Compile the games for bots in the background after the start."
    )
    bot_ms: int = setting(1500, "Milliseconds that a bot may think per turn.")
    bot_patience_ms: int = setting(45_000, "Milliseconds after which a silent bot is stopped.")
    bot_programs: str = setting("", "Local programs as bots: NAME=COMMAND, one per line.")
    bot_networks: str = setting(
        "", "Trained networks as bots: NAME=GAME:FILE, one per line; tables name them net:NAME."
    )
    analysis_ms: int = setting(60_000, "Milliseconds of thinking per analysis of a match.")
    adapter: str = setting("fast", "How sockets are read: fast (over uvicorn) or plain (ASGI).")
    message_bytes: int = setting(16_384, "Largest message on a socket, in bytes.")
    message_rate: int = setting(20, "Messages per second on one socket, on average.")
    chat_rate: int = setting(60, "Messages per minute that one person may write, on average.")
    backlog_bytes: int = setting(
        1_048_576, "Bytes that may wait on a socket for a client that reads slowly."
    )
    request_rate: int = setting(30, "Ordinary requests per second from one address, on average.")
    sign_in_rate: int = setting(30, "Password checks per minute from one address, on average.")
    sockets: int = setting(
        200,
        "Open sockets from one address, at most half for spectators; as many connections for HTTP.",
    )
    reserve: int = setting(
        100, "File descriptors that connections leave free, half of them for health checks."
    )
    head_seconds: int = setting(10, "Seconds for the head of a request to arrive.")
    body_seconds: int = setting(30, "Seconds for the body of a request to arrive.")
    join_seconds: int = setting(10, "Seconds from the opening of a socket to its `join`.")
    stall_seconds: int = setting(10, "Seconds in which a client must read some of its answer.")
    link_minutes: int = setting(15, "Minutes in which a link can move a seat to another device.")
    tables: int = setting(20, "Unfinished matches that one person may have.")
    vacation_days: int = setting(
        21, "Vacation days that a person has in a year, for matches with days per turn."
    )
    deserted_days: int = setting(
        30, "Days after which a match without a clock that everybody has left is ended."
    )
    watch_delay: int = setting(
        60, "Seconds that spectators of matches with secrets are behind; 0: they see them live."
    )
    idle_minutes: int = setting(
        30, "Minutes until an idle match is unloaded from memory; finished ones after 5 seconds."
    )

    def allowed_origins(self) -> tuple[str, ...]:
        """The origins of `origins`, as browsers send them."""
        return tuple(part.strip().rstrip("/") for part in self.origins.split(",") if part.strip())

    def host_names(self) -> tuple[str, ...]:
        """The names of `hosts`, in lower case."""
        return tuple(part.strip().lower() for part in self.hosts.split(",") if part.strip())

    def link(self, path: str) -> str:
        """An address in the hall, for mails and notices; the path begins with a slash."""
        return f"{self.public_url.rstrip('/')}{path}"

    def root(self) -> str:
        """The prefix without a slash at its end; empty where there is none."""
        return self.prefix.rstrip("/")

    def db_without_password(self) -> str:
        """The database's address, for messages that people read."""
        return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:…@", self.db)

    def told_host_events(self) -> tuple[str, ...]:
        """The events of `host_events`."""
        return tuple(self.host_events.split())

    def programs(self) -> dict[str, str]:
        """The commands of `bot_programs` by name."""
        lines = [line.partition("=") for line in self.bot_programs.splitlines() if line.strip()]
        return {name.strip(): command.strip() for name, _, command in lines}

    def networks(self) -> dict[str, dict[str, str]]:
        """The files of `bot_networks`, by game and then by name."""
        found: dict[str, dict[str, str]] = {}
        for line in self.bot_networks.splitlines():
            name, _, place = line.partition("=")
            game, _, file = place.partition(":")
            if line.strip():
                found.setdefault(game.strip(), {})[name.strip()] = file.strip()
        return found

    def check(self) -> None:
        """Raise `Refused` for values that no server can run with."""
        for name, value in ((known.name, getattr(self, known.name)) for known in fields(self)):
            is_number = isinstance(value, int) and not isinstance(value, bool) and name != "port"
            least = 0 if name == "watch_delay" else 1
            if is_number and value < least:
                raise _bad(name, value, f"at least {least}")
        if not 0 <= self.port <= _HIGHEST_PORT:
            raise _bad("port", self.port, f"0 to {_HIGHEST_PORT}")
        self._check_workers()
        self._check_words()

    def _check_words(self) -> None:
        if not _PATH.fullmatch(self.prefix):
            raise _bad("prefix", self.prefix, "a path that begins with a slash, such as /hall")
        if self.log.lower() not in LEVELS:
            raise _bad("log", self.log, ", ".join(LEVELS))
        if self.adapter not in ADAPTERS:
            raise _bad("adapter", self.adapter, " or ".join(ADAPTERS))
        if self.metrics not in READERS:
            raise _bad("metrics", self.metrics, ", ".join(READERS))
        if not all(name and command for name, command in self.programs().items()):
            raise _bad("bot_programs", self.bot_programs, "NAME=COMMAND, one per line")
        for networks in self.networks().values():
            if not all(name and Path(file).is_file() for name, file in networks.items()):
                raise _bad(
                    "bot_networks", self.bot_networks, "NAME=GAME:FILE, one per line, of files"
                )
        self._check_offline()
        self._check_mail()

    def _check_mail(self) -> None:
        if not {*self.told_host_events()} <= {*HOST_EVENTS}:
            raise _bad("host_events", self.host_events, " ".join(HOST_EVENTS))
        if self.public_url and not _URL.fullmatch(self.public_url):
            raise _bad("public_url", self.public_url, "an address such as https://hall.example")
        if not self.smtp_host:
            return
        if self.smtp_tls not in ENCRYPTIONS:
            raise _bad("smtp_tls", self.smtp_tls, ", ".join(ENCRYPTIONS))
        if not _SENDER.fullmatch(self.mail_from):
            raise _bad("mail_from", self.mail_from, "a sender such as Hall <hall@hall.example>")
        if not self.public_url:
            raise _bad("public_url", "", "the address that links in mails begin with")
        if self.smtp_password_file and not os.access(self.smtp_password_file, os.R_OK):
            raise _bad("smtp_password_file", self.smtp_password_file, "a file that can be read")

    def _check_offline(self) -> None:
        if self.offline and not Path(self.offline, "site.json").is_file():
            raise _bad("offline", self.offline, "a folder that `./dev site` has written")

    def _check_workers(self) -> None:
        """Refuse several workers where they cannot work."""
        if self.workers == 1:
            return
        if not self.db.startswith("postgresql"):
            raise _wrong(
                f"{self.workers} workers need PostgreSQL, because a SQLite file serves one process."
                " Name a database with --db postgresql://…, or leave out --workers.",
                "db",
            )
        if self.port + self.workers > _HIGHEST_PORT:
            raise _bad("port", self.port, f"room for {self.workers} ports after it")
        if os.name == "nt":
            raise _wrong("Windows runs one worker only; leave out --workers.", "workers")


def from_environment(environ: Mapping[str, str] = os.environ, **flags: Value | None) -> Settings:
    """Settings from flags, else from the environment, else from a file, else the defaults."""
    file = flags.get("config") or environ.get(f"{PREFIX}CONFIG")
    values = read_file(Path(str(file))) if file else {}
    for known in fields(Settings):
        flag = flags.get(known.name)
        text = environ.get(PREFIX + known.name.upper())
        if flag is not None:
            values[known.name] = flag
        elif text is not None:
            values[known.name] = _read(known.name, text, known.default)
    settings = Settings(**values)  # type: ignore[arg-type] # each value has its field's type
    settings.check()
    return settings


def flag_variables(settings: Settings) -> dict[str, str]:
    """The settings that may have been flags, as environment variables for another process."""
    return {PREFIX + name.upper(): str(getattr(settings, name)) for name in FLAGS}


def read_file(path: Path) -> dict[str, Value]:
    """The settings of a file in TOML. Raises `Refused` for what is no setting."""
    import tomllib  # noqa: PLC0415 - Python in a browser's tab has none

    try:
        read = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise _wrong(f"Cannot read the settings in {path}: {why}.", "config") from None
    defaults = {known.name: known.default for known in fields(Settings)}
    for name, value in read.items():
        if name not in defaults:
            raise _wrong(f"{path} has {name!r}, which is no setting.", "config")
        wanted = type(defaults[name])
        if type(value) is not wanted:
            kinds = {str: "a text in quotation marks", int: "a whole number"}
            raise _bad(name, value, kinds.get(wanted, "true or false"), str(path))
    return read


def table() -> tuple[tuple[str, str, str], ...]:
    """Every setting as (environment variable, default, help), for the docs."""
    return tuple(
        (PREFIX + known.name.upper(), _default_text(known.default), known.metadata["help"])
        for known in fields(Settings)
    )


def _default_text(default: object) -> str:
    return str(default).lower() if isinstance(default, bool) else str(default) or "(empty)"


def _read(name: str, text: str, default: object) -> Value:
    word = text.strip().lower()
    if isinstance(default, bool):
        if word not in _TRUE + _FALSE:
            raise _bad(name, text, "true or false")
        return word in _TRUE
    if isinstance(default, int):
        if not word.isdecimal():
            raise _bad(name, text, "a whole number")
        return int(word)
    return text


def _bad(name: str, given: object, expected: str, file: str = "") -> Refused:
    shown = f"{name} in {file}" if file else PREFIX + name.upper()
    return _wrong(f"{shown} is {given!r}; expected {expected}.", name)


def _wrong(sentence: str, name: str) -> Refused:
    return Refused.because("BAD_SETTING", sentence, PREFIX + name.upper())
