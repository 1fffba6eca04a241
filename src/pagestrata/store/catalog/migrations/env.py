"""Run by Alembic: migrates over the connection that `migrating` hands it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], target_metadata=None)
context.run_migrations()
