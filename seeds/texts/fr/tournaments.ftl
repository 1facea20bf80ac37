# Les tournois : titre de chaque problème et, s’il y a plus à dire, son détail.

problem-no-such-tournament = Ce tournoi n’existe pas
problem-no-such-round = Ce tour n’a pas commencé
problem-not-organizer = Seul l’organisateur du tournoi peut faire cela
problem-entry-closed = Les inscriptions à ce tournoi sont closes
problem-tournament-full = Le tournoi est complet
problem-not-entered = Vous n’êtes pas inscrit à ce tournoi
problem-too-few-players = Il n’y a pas assez d’inscrits
# $count: how many are missing.
problem-too-few-players-detail = { $count ->
    [one] Il manque encore { $count } joueur.
   *[other] Il manque encore { $count } joueurs.
}
# $most: how many one may organize at a time.
problem-too-many-tournaments = Vous organisez trop de tournois à la fois
problem-too-many-tournaments-detail = Vous pouvez organiser { $most } tournois à la fois. Attendez la fin de l’un d’eux ou annulez-le.
problem-invalid-tournament = Un tel tournoi ne peut pas avoir lieu
# $path: the place in the document.
problem-invalid-tournament-detail = Ceci ne va pas avec le reste du tournoi : { $path }
