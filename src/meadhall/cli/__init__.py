"""The command `meadhall`.

| room | what is in it |
| --- | --- |
| `app.py` | the commands by name, each imported when it is called |
| `arguments.py` | words of the command line, read as options, seats and players |
| `commands/` | one file per command |
| `terminal/` | a match at the terminal: the table, the screen, the prompt |
| `bench/` | benchmarks: running them, and showing their figures |
| `new_game/` | the game that `meadhall new-game` writes |
"""
