"""Who is told what: stored facts become messages, for each viewer what that viewer may know.

- `channel` holds the connections to one table and what has been sent to them.
- `publish` is the entry: it takes what a tick has stored (`stored_change`) and sends it.
- `step_messages` writes the messages about plies, `table_view` those about the table around them.
- `viewer` turns events and states into what one viewer sees; `encoder` does the same for all tables
  of a game and keeps what recurs in encoded form.

May import `protocol` and the pure match, nothing of `live`, `bots`, `net` or `api`.
"""
