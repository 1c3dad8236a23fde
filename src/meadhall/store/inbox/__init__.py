"""The stored inbox: for each person and match, what waits there. It follows from the facts."""
