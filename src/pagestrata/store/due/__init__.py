"""The schedule of visits: when they are due, and which program makes them."""
