"""Bodies about records, replays and analyses."""
