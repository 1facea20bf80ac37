# Ce qui peut mal tourner avec les comptes de robots.

problem-not-for-bots = C’est réservé aux personnes, pas aux robots
problem-not-for-guests = Un invité ne peut pas faire cela
problem-not-for-guests-detail = Donnez d’abord un identifiant et un mot de passe à votre compte : celui d’un invité se perd avec l’appareil.
problem-no-such-bot = Ce robot n’existe pas
problem-too-many-bots = Vous avez trop de robots
# $most: how many one may have.
problem-too-many-bots-detail = Vous pouvez avoir { $most } robots. Supprimez-en un avant d’en créer un autre.
problem-bot-does-not-accept = Ce robot ne joue pas à cela
problem-bot-does-not-accept-kind = Ce robot ne joue pas à ce jeu.
problem-bot-does-not-accept-players = Ce robot ne joue pas à ce nombre de joueurs.
problem-bot-does-not-accept-pace = Ce robot ne joue pas à ce rythme.
problem-bot-does-not-accept-rated = Contre des personnes, ce robot ne joue que des parties non classées.
problem-bot-does-not-accept-challenger = Ce robot n’accepte pas vos défis.
problem-bot-does-not-accept-busy = Ce robot joue déjà autant de parties qu’il le souhaite. Réessayez plus tard.
problem-bot-does-not-accept-away = Ce robot n’est pas là pour le moment. Réessayez plus tard.
