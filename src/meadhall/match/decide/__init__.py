"""Decisions: a command and the time become facts, or a refusal that says why not.

`handle` is the way in: it answers repeated commands, then calls `decide` of the file that is
responsible for the command.

| file | commands |
| --- | --- |
| `lobby` | before the start: sit down, stand up, be ready, start, close the table |
| `play` | act, give up, time that runs out, a match that nobody plays on |
| `proposals` | propose and answer a draw, an undo or a rematch |
| `talk` | messages, and who may read them |
| `presence` | going away and coming back, bots that take over, a hall that was closed |

`undo` says how far back an undo may go. Nothing here stores or sends anything.
"""
