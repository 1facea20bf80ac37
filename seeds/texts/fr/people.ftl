# Ce qui peut mal se passer entre joueurs.

problem-player-blocked = Vous avez bloqué ce joueur
problem-player-blocked-detail = Vous avez bloqué ce joueur. Débloquez-le d’abord.
problem-too-many-ties = L’un de vous a déjà trop d’amis, de demandes et de joueurs bloqués
problem-that-is-you = C’est vous
problem-too-many-friends = Il n’y a plus de place pour un ami de plus
# $most: how many.
problem-too-many-friends-detail = L’un de vous a déjà { $most } amis ou demandes. Retirez-en d’abord.
problem-too-many-blocks = Vous avez bloqué autant de joueurs que possible
problem-too-many-blocks-detail = Vous avez déjà bloqué { $most } joueurs. Débloquez-en d’abord.
problem-malformed-invisible-text = Un texte doit contenir des caractères visibles, et rien qui les cache, les retourne ou les recouvre.
problem-malformed-unknown-country = Aucun pays n’a ce code.
