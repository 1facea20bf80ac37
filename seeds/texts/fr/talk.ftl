# Ce que les joueurs se disent aux tables.

problem-silenced = Vous ne pouvez pas écrire pour le moment
# $reason: a moderator's words.
problem-silenced-detail = Un modérateur ne vous permet pas d’écrire pour le moment : { $reason }
problem-table-is-silent = Cette table ne veut pas de tels messages
problem-no-such-message = Ce message n’existe pas
problem-malformed-emote-or-text = Un message est soit une émote, soit un texte.

emote-hello = Bonjour !
emote-good-luck = Bonne chance !
emote-nice-move = Bien joué !
emote-wow = Ouah !
emote-oops = Oups !
emote-laugh = Ha ha ha !
emote-sad = Oh non…
emote-thinking = Je réfléchis…
emote-hurry = À vous de jouer !
emote-sorry = Désolé !
emote-thanks = Merci !
emote-good-game = Belle partie !
emote-rematch = On remet ça ?
emote-bye = Au revoir !
