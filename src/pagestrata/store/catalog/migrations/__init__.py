"""Migrations of the catalog, run by Alembic when an older archive is opened."""
