"""Stored puzzles: ratings of people and puzzles, who tried which, and what own matches yielded."""
