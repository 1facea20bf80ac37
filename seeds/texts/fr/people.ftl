# Ce qui peut mal se passer entre joueurs.

problem-no-friend-request = Ce joueur ne vous a pas demandé en ami
problem-player-blocked = Vous avez bloqué ce joueur
problem-player-blocked-detail = Vous avez bloqué ce joueur. Débloquez-le d’abord.
problem-too-many-ties = L’un de vous a déjà trop d’amis, de demandes et de joueurs bloqués
