"""Routers that answer HTML, one module a screen."""
