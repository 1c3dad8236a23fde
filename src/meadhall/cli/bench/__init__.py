"""Benchmarks: finding and running their files, common measurements, and showing the figures."""
