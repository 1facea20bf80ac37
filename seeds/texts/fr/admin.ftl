# Ce que font les modérateurs et les administrateurs.

problem-account-suspended = Ce compte est suspendu
# $reason: a moderator's words.
problem-account-suspended-detail = Ce compte est suspendu : { $reason }
problem-staff-only = Seule l’équipe du serveur peut faire cela
problem-no-such-report = Ce signalement n’existe pas
problem-malformed-message-without-table = Un message se désigne par sa table et son numéro.

game-stopped-staff = L’équipe du serveur a mis fin à la partie.
