"""The HTTP face of notices: devices, wishes, the history. Sends nothing itself."""
