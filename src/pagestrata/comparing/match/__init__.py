"""Which old block is which new one: equal content first, then similarity, place, splits and merges."""
