"""Several processes behind one address, on one machine: `meadhall serve --workers N`.

- `supervise` checks the settings, opens the address and hands it to the workers;
- `supervisor` starts the workers, replaces those that die, restarts them one by one and stops them;
- `run_worker` runs one of them: a whole server, which listens on the common address and on a port
  of its own.

Workers know of each other through the database alone, like processes on different machines.
"""
