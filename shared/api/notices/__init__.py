"""How a player wants to be told of things while no app of theirs is open: words that the API, its stores and
`services/notify` share. `book` holds whom to tell where, `quiet` when not, `history` what was told."""
