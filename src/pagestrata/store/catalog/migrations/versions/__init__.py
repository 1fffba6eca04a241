"""The schema's history. A migration keeps its own picture of the tables: it must not change when the schema does."""
