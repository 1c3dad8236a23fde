"""What `meadhall new-game` writes: the files of `template/`, renamed to the new game."""
