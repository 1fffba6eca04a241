"""Routers under /api/v1 that answer JSON."""
