"""What `meadhall arena evaluate` and `repeat` do: the folder `commands` is full."""
