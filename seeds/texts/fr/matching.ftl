# La recherche de partenaires : titre de chaque problème et, s’il y a plus à dire, son détail.

problem-no-such-ticket = Vous n’avez pas de recherche de ce nom
problem-ticket-taken = Les joueurs sont réunis, la partie va commencer
# $most: how many an account may have.
problem-too-many-tickets = Vous cherchez trop de parties à la fois
problem-too-many-tickets-detail = Vous pouvez chercher { $most } parties à la fois. Annulez d’abord une recherche.
