"""What is stored for moderators: reports, what they decided, and the log of it."""
