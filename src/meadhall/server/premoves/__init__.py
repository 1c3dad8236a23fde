"""Premoves: moves that people choose ahead. They are beside the play, and slow down no move.

`premove_runner` plays them; `premove_routes` takes them in and shows them to their owner.
"""
