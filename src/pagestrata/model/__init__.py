"""The shared vocabulary: frozen records without any input or output.

Import from the modules: `geometry`, `snapshot`, `blocks`, `deltas`, `weights`, `records`.
"""
