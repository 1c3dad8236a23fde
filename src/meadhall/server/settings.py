"""What can be set: by flags of `meadhall serve`, else by environment variables `MEADHALL_…`."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TypeAlias, TypeVar

from meadhall.core.refusal import Refused

PREFIX = "MEADHALL_"
Value: TypeAlias = str | int | bool
V = TypeVar("V", str, int, bool)
LEVELS = ("debug", "info", "warning", "error")
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")
_HIGHEST_PORT = 65_535


def setting(default: V, text: str) -> V:
    """A field of `Settings`: its default and its help."""
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of a server. `help` of each is what `--help` and the docs say."""

    host: str = setting("127.0.0.1", "Address to listen on; 0.0.0.0 for all.")
    port: int = setting(8710, "Port to listen on; 0 takes a free one.")
    db: str = setting("meadhall.db", "SQLite file, or a postgresql:// address.")
    secret: str = setting("", "Key that signs seats and sessions; empty: one kept in the database.")
    origins: str = setting("", "Other pages that may connect, separated by commas.")
    https: bool = setting(default=False, text="Pages are served over https: cookies say so.")
    proxy: bool = setting(default=False, text="Behind a proxy: believe X-Forwarded-For.")
    static: str = setting("", "Folder of the built client; empty: the one shipped.")
    log: str = setting("info", "What to log: debug, info, warning or error.")
    log_json: bool = setting(default=False, text="Log one JSON object a line.")
    metrics: bool = setting(default=True, text="Serve /metrics for Prometheus.")
    bots: int = setting(2, "Processes that bots think in.")
    bot_ms: int = setting(1500, "Milliseconds that a bot may think about a turn.")
    bot_patience_ms: int = setting(45_000, "Milliseconds after which a silent bot is given up.")
    bot_programs: str = setting("", "Local programs as bots: NAME=COMMAND, one a line.")
    analysis_ms: int = setting(60_000, "Milliseconds of thinking that an analysis gets in all.")
    message_bytes: int = setting(16_384, "Largest message on a socket.")
    message_rate: int = setting(20, "Messages a second on one socket, on average.")
    request_rate: int = setting(30, "Requests a second from one address, on average.")
    sign_in_rate: int = setting(10, "Password checks a minute from one address, on average.")
    sockets: int = setting(200, "Open sockets from one address; at most half of them to watch.")
    tables: int = setting(20, "Unfinished matches that one person may have.")
    idle_minutes: int = setting(
        30, "Minutes until a quiet match leaves the memory; 2 for a finished one."
    )

    def allowed_origins(self) -> tuple[str, ...]:
        """The origins in `origins`, as browsers send them."""
        return tuple(part.strip().rstrip("/") for part in self.origins.split(",") if part.strip())

    def kept_in(self) -> str:
        """Where matches are kept, to be shown: without the password of a database."""
        return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:…@", self.db)

    def programs(self) -> dict[str, str]:
        """The commands in `bot_programs` by name."""
        lines = [line.partition("=") for line in self.bot_programs.splitlines() if line.strip()]
        return {name.strip(): command.strip() for name, _, command in lines}

    def check(self) -> None:
        """Refuse what no server can run with."""
        for name, value in ((known.name, getattr(self, known.name)) for known in fields(self)):
            counts = isinstance(value, int) and not isinstance(value, bool) and name != "port"
            if counts and value < 1:
                raise _bad(name, value, "at least 1")
        if not 0 <= self.port <= _HIGHEST_PORT:
            raise _bad("port", self.port, f"0 to {_HIGHEST_PORT}")
        if self.log.lower() not in LEVELS:
            raise _bad("log", self.log, ", ".join(LEVELS))
        if not all(name and command for name, command in self.programs().items()):
            raise _bad("bot_programs", self.bot_programs, "NAME=COMMAND, one a line")


def from_environment(environ: Mapping[str, str] = os.environ, **flags: Value | None) -> Settings:
    """The settings that the flags give, else the environment, else the defaults."""
    values: dict[str, Value] = {}
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


def table() -> tuple[tuple[str, str, str], ...]:
    """Every setting as (environment variable, default, help), for the docs."""
    return tuple(
        (PREFIX + known.name.upper(), _shown(known.default), known.metadata["help"])
        for known in fields(Settings)
    )


def _shown(default: object) -> str:
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


def _bad(name: str, given: Value, expected: str) -> Refused:
    variable = PREFIX + name.upper()
    sentence = f"{variable} is {given!r}; expected {expected}."
    return Refused.because("BAD_SETTING", sentence, variable)
