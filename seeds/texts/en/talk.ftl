# What people say at tables.

problem-silenced = You cannot write at the moment
# $reason: a moderator's words.
problem-silenced-detail = A moderator does not let you write at the moment: { $reason }
problem-table-is-silent = This table wants no such messages
problem-no-such-message = There is no such message
problem-malformed-emote-or-text = A message is either an emote or a text.

emote-hello = Hello!
emote-good-luck = Good luck!
emote-nice-move = Nice move!
emote-wow = Wow!
emote-oops = Oops!
emote-laugh = Ha ha!
emote-sad = Oh no …
emote-thinking = Let me think …
emote-hurry = Your turn!
emote-sorry = Sorry!
emote-thanks = Thank you!
emote-good-game = Good game!
emote-rematch = Once more?
emote-bye = Goodbye!
