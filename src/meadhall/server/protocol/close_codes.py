"""Why the server closes a socket.

After 1006, 1012, 1013 and 4503 clients reconnect by themselves.
"""

CLOSE_CODES = {
    1000: "Goodbye.",
    1001: "The page was closed.",
    1007: "The message was not valid UTF-8.",
    1009: "The message was too large.",
    1012: "The server is restarting. Reconnect and resume.",
    1013: "The server is busy, or cannot use its database just now. Reconnect and resume.",
    4400: "Too many messages were not of this protocol, or the first was not `join`.",
    4401: "A seat token is not valid.",
    4403: "The page is not from this server, or the password is wrong.",
    4404: "There is no such match.",
    4408: "No `join` arrived in time.",
    4409: "The seat was given to someone else.",
    4410: "The session has ended: signed out, a new password, or the account was deleted.",
    4411: "The seat was opened on another device.",
    4429: "Too many messages, or too many connections or password checks from this address.",
    4503: "The client reads too slowly. Reconnect and resume.",
}
