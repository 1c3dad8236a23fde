"""The server: one process that hosts matches over HTTP and WebSocket.

The folders are in the order in which a move travels:

    net         bytes come in; who may come in is decided
    protocol    bytes become messages
    live        messages become commands, commands become facts, facts are stored
    broadcast   stored facts become messages to everyone at the table
    bots        programs that think for seats and review finished matches
    records     long work on records, in a process of its own
    api         everything else: lobby, accounts, replays, over HTTP

`app` is the ASGI application, `assembly` says which parts there are, `settings` what can be set.
"""
