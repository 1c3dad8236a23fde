"""The commands of the command line; `meadhall.cli.app` says which function is which command."""
