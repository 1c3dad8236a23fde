"""Seats for language models and other agents.

`hall_client` talks to a running hall, `table_seat` holds one seat there, and `mcp_server` offers
both as tools. `own_hall` starts a hall where none runs. `text_env` makes text environments of
games.
"""
