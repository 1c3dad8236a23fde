"""The command `meadhall`."""
