# Ce qui peut mal se passer à une table avant la partie, et avec les invitations.

problem-not-admitted = Vous ne pouvez pas rejoindre cette table
problem-kicked = Un joueur exclu d’une table ne peut pas y revenir
problem-cannot-invite = Ce joueur ne peut pas être invité à cette table
problem-rating-too-low = Votre classement est trop bas pour cette table
problem-rating-too-low-detail = Cette table est réservée aux joueurs classés à { $least } ou plus.
problem-rating-too-high = Votre classement est trop élevé pour cette table
problem-rating-too-high-detail = Cette table est réservée aux joueurs classés à { $most } ou moins.
problem-no-such-code = Aucune table n’a ce code
problem-no-such-code-detail = Aucune table n’a ce code. Vérifiez-le ou redemandez-le.
problem-no-such-invitation = Cette invitation n’existe pas
problem-seats-in-use = Certaines de ces places sont occupées
problem-seats-in-use-detail =
    { $count ->
        [one] { $count } des places à supprimer est encore occupée.
       *[other] { $count } des places à supprimer sont encore occupées.
    }
problem-not-everybody-ready = Tout le monde n’est pas prêt
problem-not-everybody-ready-detail =
    { $count ->
        [one] { $count } joueur n’est pas encore prêt.
       *[other] { $count } joueurs ne sont pas encore prêts.
    }
problem-table-worn-out = Il s’est passé trop de choses à cette table : commencez la partie ou ouvrez une autre table
problem-no-such-colour = Cette couleur n’existe pas
problem-colour-taken = Un autre joueur a choisi cette couleur
problem-too-many-colours = C’est trop de couleurs pour une seule place
problem-player-not-seated = Ce joueur n’est pas assis à la table
problem-already-at-table = Ce joueur est déjà à la table
problem-invitation-over = Cette invitation n’est plus valable
problem-invitation-declined = Ce joueur a refusé de venir à cette table
problem-too-many-invitations = Trop d’invitations attendent déjà une réponse
problem-not-yourself = Vous ne pouvez pas vous faire cela à vous-même
problem-game-not-over = La partie n’est pas encore terminée
problem-malformed-empty-rating-range = Le classement minimum ne doit pas dépasser le maximum.
