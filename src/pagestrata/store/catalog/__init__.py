"""The SQL database behind an archive: tables, migrations, rows and names."""
