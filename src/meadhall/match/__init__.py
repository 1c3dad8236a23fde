"""One match of a game, stored as the facts of what happened at the table. Pure: no clock, no I/O.

Where to look, in the order in which a command travels:

- `commands`: what a match can be asked to do. `facts`: what happened, and all that is stored.
- `decide/`: a command and the time become facts, or a `Refusal`. Start at `decide/handle.py`.
- `evolve`: facts become a `Match`, in live play and on replay alike.
- `match`: the `Match` itself, and the `Outcome` of a command. `log` and `recent` are parts of it:
  lists that grow cheaply, and the last commands of each seat.
- `question`: whether a move ends the question that was asked, and the clocks for the next one.
  `clock`: the arithmetic of clocks, in whole milliseconds.
- `records`: a match as a portable record, and back. `fork`: a rematch, or a new match from any
  position of a finished one.
- `ports`: what a store has to offer, and the summaries that lists of matches show.

The server's match loop calls `outcome = handle(match, command, now)`, appends `outcome.facts` to
the store, keeps `outcome.match`, and sends `outcome.events` to each viewer through the game's
`view_event`.

    create(game: AnyGame, setup: Setup, now: int) -> Outcome | Refusal           decide/handle.py
    handle(match: Match, command: Command, now: int) -> Outcome | Refusal        decide/handle.py
    decide(match: Match, command: Command, now: int) -> tuple[Fact, ...] | Refusal
    due(match: Match) -> int | None                  when to send the next Tick, decide/play.py
    evolve(match: Match, fact: Fact) -> tuple[Match, tuple[object, ...]]                evolve.py
    fold(game: AnyGame, facts: Iterable[Fact]) -> Match                                 evolve.py

A `Match` holds the state, which is a secret: only views leave the server.
"""
