# La page à l’adresse du serveur.

page-picture = Un paternoster : une ronde de cabines qui ne s’arrête jamais
page-about = L’ascenseur qui ne s’arrête jamais : chaque partie est un journal ordonné sans fin, où chaque entrée suit la précédente.
page-asking = Le serveur est interrogé…
page-documentation = Documents
page-api-docs = Documentation de l’API
page-kinds = Jeux proposés
page-health = État
page-running = Parties en cours
page-none = Aucune partie n’est en cours. Lancez-en une avec { $command }, ou voyez la documentation de l’API.
page-pick = Choisissez une partie à suivre
page-seats = Places
page-story = Ce qui s’est passé, du plus récent au plus ancien
page-not-answering = Le serveur ne répond pas. Il est interrogé de nouveau.
page-ready = Prêt : l’API et son stockage répondent.
page-not-ready = L’API répond, son stockage pas encore.
page-just-begun = à l’instant
page-minutes = depuis { $minutes } min
page-no-such-game = Cette partie n’existe pas
page-waiting = En attente du serveur…
page-live = en direct
page-live-entry = en direct, entrée { $version }
page-reconnecting = reconnexion…
page-ended = terminée
page-place = Rang
page-seat = Joueur
page-score = Points
