"""Stored premoves: what a seat answers if the others play what it expects. No fact has them."""
