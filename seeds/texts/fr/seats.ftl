# Ce qui arrive aux places, dans tous les jeux.
seat-bot-sat-in = Le temps est écoulé : un robot joue pour { $seat }.
seat-player-returned = { $seat } est de retour.

# Les noms des robots, selon leur force ou leur façon de jouer.
bot-easy = Groom
bot-normal = Liftier
bot-hard = Concierge
bot-automa = Automa
