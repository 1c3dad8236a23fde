"""Learns the weights of a game's network from matches that our own search plays against itself.

`self_play` makes positions, the same ones from the same seed; `folder` keeps them;
`fit` fits the network to them; `training` is the whole.
"""
