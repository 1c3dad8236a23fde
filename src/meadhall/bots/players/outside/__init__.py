"""Bots from outside: programs that are asked line by line, and how to reach them.

`outside_bot` asks and judges the answers; `bot_process` and `bot_socket` carry the lines.
"""
