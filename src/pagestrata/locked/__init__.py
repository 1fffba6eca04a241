"""Run work on untrusted input in separate processes with limits on time, memory and files."""
