# What happens to seats, in every kind of game.
seat-bot-sat-in = Time is up: a bot plays for { $seat }.
seat-player-returned = { $seat } is back.

# What bots are called, by how well they play or, where a game brings one itself, by its policy.
bot-easy = Bellhop
bot-normal = Liftboy
bot-hard = Concierge
bot-automa = Automa
