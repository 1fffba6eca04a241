"""An optional language model that a person configured: the one place that sends something to it."""
