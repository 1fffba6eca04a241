"""What changes by itself, by its form and words: dates, clocks, counters, identifiers, labels of what rotates."""
