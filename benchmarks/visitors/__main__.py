"""Visitors of a server, in a process of their own: attackers, and people who play.

`python benchmarks/visitors` lists the attacks as JSON. With `NAME PORT DATABASE SECONDS SIZE` one
of them prepares, writes "ready", waits for a line, attacks, and writes what it got. `probe` is
another visitor, who measures until the input ends; `regulars` play until then.
"""

import json
import resource
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import connections
import floods
import records
import spending
import uvloop
from probe import SOURCE, probe
from regulars import visit
from target import Target

ATTACKS: dict[str, Callable[[Target], Awaitable[None]]] = {
    "a made-up record of 42,000 plies": records.one_record,
    "four made-up records at once": records.four_records,
    "loading matches of 12,000 plies": records.long_match,
    "pings, pongs, continuations before joining": floods.floods_before_joining,
    "pings, pongs, continuations after joining": floods.floods_after_joining,
    "unread pongs": floods.unread_pongs,
    "chat to 100 spectators who do not read": floods.unread_chat,
    "joining a table with 2,000 long messages": floods.crowded_chat,
    "1,500 silent connections": connections.silent_connections,
    "1,500 silent connections from 30 addresses": connections.silent_from_many,
    "1,500 unfinished heads": connections.unfinished_heads,
    "100 unfinished bodies of 2 MB": connections.unfinished_bodies,
    "expensive requests": spending.expensive_requests,
    "wrong passwords": spending.wrong_passwords,
    "another process locks the database": spending.locked_database,
}
"""Every row of attacks by its name in the results."""


async def attack(target: Target, name: str) -> dict[str, int]:
    """Attack, and give how often the attacker got what."""
    await ATTACKS[name](target)
    return dict(target.got)


def main() -> None:
    """Do what the arguments say."""
    if len(sys.argv) == 1:
        print(json.dumps(list(ATTACKS)))
        return
    name, port, database, seconds, size = sys.argv[1:]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    target = Target(int(port), Path(database), float(seconds), float(size))
    if name == "probe":
        target.source = SOURCE
        done = probe(target)
    else:
        done = visit(target) if name == "regulars" else attack(target, name)
    print(json.dumps(uvloop.run(done)), flush=True)


if __name__ == "__main__":
    main()
