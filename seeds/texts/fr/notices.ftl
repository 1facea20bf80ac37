# Les notifications : ce que disent les messages et les courriels. Titres courts, pour un téléphone verrouillé.
# $game : le nom du jeu ; $others, $who : des noms ; $count : combien de parties.

notice-your-turn-title = À vous de jouer
notice-your-turn = { $game } : c’est votre tour. À la table : { $others }
notice-your-turn-many =
    { $count ->
        [one] C’est votre tour dans { $count } partie.
       *[other] C’est votre tour dans { $count } parties.
    }

notice-reminder-title = Toujours à vous
notice-reminder = { $game } : les autres vous attendent. À la table : { $others }
notice-reminder-many =
    { $count ->
        [one] { $count } partie vous attend.
       *[other] { $count } parties vous attendent.
    }

notice-last-reminder-title = Bientôt plus de temps
notice-last-reminder = { $game } : moins d’une heure pour jouer. À la table : { $others }
notice-last-reminder-many =
    { $count ->
        [one] Moins d’une heure pour jouer dans { $count } partie.
       *[other] Moins d’une heure pour jouer dans { $count } parties.
    }

notice-digest-title = Des parties vous attendent
notice-digest-many =
    { $count ->
        [one] { $count } partie vous attend depuis un moment.
       *[other] { $count } parties vous attendent depuis un moment.
    }

notice-game-started-title = La partie commence
notice-game-started = { $game } : la partie commence. À la table : { $others }
notice-game-started-many =
    { $count ->
        [one] { $count } partie commence.
       *[other] { $count } parties commencent.
    }

notice-game-ended-title = Partie terminée
notice-game-ended = { $game } : la partie est terminée. À la table : { $others }
notice-game-ended-won = { $game } : vous avez gagné ! À la table : { $others }
# $place : celle du joueur ; $of : combien il y en a.
notice-game-ended-placed = { $game } : place { $place } sur { $of }. À la table : { $others }
notice-game-ended-unfinished = { $game } : la partie s’est arrêtée sans résultat. À la table : { $others }

notice-opponent-away-title = Quelqu’un est absent
notice-opponent-away = { $game } : un robot joue pour { $who }.
notice-opponent-away-many =
    { $count ->
        [one] Des robots remplacent quelqu’un dans { $count } partie.
       *[other] Des robots remplacent quelqu’un dans { $count } parties.
    }

notice-invitation-title = Une invitation
notice-invitation-plain = Quelqu’un aimerait jouer avec vous.
notice-invitation = { $who } aimerait jouer avec vous à { $game }.
notice-tournament-round-title = Votre tournoi
notice-tournament-round-plain = Il y a du nouveau dans votre tournoi.
# $title : celui du tournoi ; $round : un nombre ; $rank : le rang du joueur.
notice-tournament-round = { $title } : la ronde { $round } commence.
notice-tournament-bye = { $title } : vous êtes exempt de la ronde { $round }.
notice-tournament-round-over = { $title } : la ronde { $round } est terminée.
notice-tournament-ended = { $title } : c’est fini. Votre rang : { $rank }.
notice-tournament-cancelled = { $title } : le tournoi est annulé.

notice-test-title = Ça marche
notice-test = Les notifications de Paternoster arrivent sur cet appareil.

notice-code-title = Votre code Paternoster
# $code : six chiffres.
notice-code = Saisissez { $code } dans l’application pour confirmer cette adresse. Le code est valable 15 minutes. Si vous n’avez rien demandé, ignorez ce message.
notice-mail-footer = Vous recevez ce message parce que vous avez donné cette adresse à Paternoster. Les réglages de l’application disent ce qui vous est envoyé, ou rien du tout.

problem-no-such-device = Cet appareil n’existe pas
problem-channel-off = Ce serveur n’envoie rien par ce canal
# $channel : par exemple fcm.
problem-channel-off-detail = Ce serveur n’envoie rien par { $channel }.
problem-email-code-invalid = Le code est faux ou trop ancien
problem-email-code-invalid-detail = Le code est faux ou trop ancien. Vérifiez-le ou demandez-en un nouveau.
