# What happens to seats, in every kind of game.
seat-bot-sat-in = Time is up: a bot plays for { $seat }.
seat-player-returned = { $seat } is back.
