"""One playing of a game, as the facts of what happened at the table. Pure: no clock, no I/O.

Where to look:

- `facts` what happened; `commands` what can be asked for; `match` what the facts add up to.
- `judge` has `create`, `handle` and `decide`: a command and the time become facts, or `Rejected`.
- `evolve` has `evolve` and `fold`: facts become a `Match`, on the hot path and on replay alike.
- `question` tells a new question from the same one; `clock` counts time in whole milliseconds.
- `gathering`, `play`, `table`, `talk` and `presence` judge one family of commands each; `undo`
  says what may be taken back.
- `records` turns a match into a record and back; `fork` makes the next match out of this one.
- `ports` is what a store has to offer, and the summaries that lists are made of.

The hall's loop is: `outcome = handle(match, command, now)`, append `outcome.facts` to the store,
then keep `outcome.match` and tell people `outcome.events` through the game's `view_event`.

    create(game: AnyGame, setup: Setup, now: int) -> Outcome | Rejected
    handle(match: Match, command: Command, now: int) -> Outcome | Rejected
    decide(match: Match, command: Command, now: int) -> tuple[Fact, ...] | Rejected
    evolve(match: Match, fact: Fact) -> tuple[Match, tuple[object, ...]]
    fold(game: AnyGame, facts: Iterable[Fact]) -> Match
    due(match: Match) -> int | None              when to send the next Tick

A `Match` holds the state, which is a secret: only views leave the server.
"""
