"""A match at the terminal.

`table` is the match, `shell` the loop around it, `shell_commands` what can be typed besides moves.
`draw` and `board` turn a scene into text; `prompt` reads lines; `cover` decides when people who
share a screen must look away; `save_files` keeps the match on disk.
"""
