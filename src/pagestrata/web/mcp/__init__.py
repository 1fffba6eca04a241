"""The archive for assistants: a server of the Model Context Protocol (extra `mcp`), thin over the HTTP API."""
