# What moderators and administrators do.

problem-account-suspended = This account is suspended
# $reason: a moderator's words.
problem-account-suspended-detail = This account is suspended: { $reason }
problem-staff-only = Only the server’s staff may do that
problem-no-such-report = There is no such report
problem-malformed-message-without-table = A message is known by its table and its number.

game-stopped-staff = The server’s staff ended the game.
