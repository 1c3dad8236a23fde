"""Long work on records: reading, checking and replaying what strangers send.

- `work` has the functions that do it; they run in a process of their own.
- `desk` runs that process, with limits on time, memory and how many wait.
- `kept_replays` keeps replays while they are asked for.

May import `broadcast` and `protocol`, nothing of `live`, `net` or `api`.
"""
