"""Places where people meet, on the wire: seeks, the hall's chat, matches to watch."""
