# Ce qui peut ne pas aller dans une requête : le titre de chaque problème et, s’il y a plus à dire, son détail.

problem-malformed = La requête n’a pas la forme documentée
# $path : l’endroit dans le document, comme $.do.card, ou le nom d’un paramètre.
problem-malformed-detail = La requête n’a pas la forme documentée à l’endroit { $path }.
problem-malformed-invisible-name = Un nom se compose de caractères visibles, sans rien qui les cache ou les retourne.
problem-malformed-long-entropy = L’entropie peut avoir 64 octets au plus en UTF-8.
problem-malformed-foreign-cursor = Ce curseur ne vient pas d’une page précédente.
problem-malformed-idempotency-key = Une Idempotency-Key compte de { $least } à { $most } lettres, chiffres ou signes parmi _ . : -

problem-token-missing = Il faut un jeton d’accès
problem-token-invalid = Ce jeton d’accès n’est pas valable
problem-token-expired = Le jeton d’accès a expiré
problem-not-host = Seul l’hôte de la table peut faire cela
problem-not-seated = Il faut avoir une place à la table pour faire cela
problem-not-your-seat = Cette place appartient à quelqu’un d’autre

problem-no-such-route = Il n’y a rien à cette adresse
problem-no-such-account = Ce compte n’existe pas
problem-no-such-kind = Ce jeu n’existe pas ici
problem-no-such-table = Cette table n’existe pas
problem-no-such-game = Cette partie n’existe pas
problem-no-such-seat = La table n’a pas cette place
problem-no-such-command = Vous n’avez pas envoyé cette commande à cette partie

problem-method-not-allowed = Cette adresse ne connaît pas cette méthode
problem-not-acceptable = Aucun des types de média acceptés ne peut être fourni
problem-not-acceptable-detail = Aucun des types de média acceptés ne peut être fourni. Il y a : { $available }.
problem-body-too-large = Le corps de la requête est trop grand
problem-unsupported-media-type = Ce type de média ne peut pas être lu
problem-unsupported-media-type-detail = Ce type de média ne peut pas être lu. Envoyez l’un de ceux-ci : { $readable }.

problem-idempotency-key-in-use = Une requête avec cette clé est encore en cours
problem-idempotency-key-in-use-detail = La première requête avec cette clé est encore en cours. Renvoyez la même dans un instant.
problem-idempotency-key-reused = Cette clé appartient à une autre requête
problem-idempotency-key-reused-detail = Cette clé a déjà servi pour une autre requête. Prenez une nouvelle clé pour une nouvelle demande.

problem-version-conflict = La partie n’est pas à la version attendue
problem-version-conflict-detail = La partie a avancé entre-temps. Regardez-la de nouveau avant de choisir.
problem-game-over = La partie est terminée
problem-already-seated = Vous avez déjà une place à cette table
problem-seat-taken = Cette place est déjà prise
problem-no-bot-there = Aucun robot n’est assis là
problem-table-full = Aucune place n’est libre
problem-table-not-open = La table a déjà commencé ou fermé
problem-seats-open = Il reste des places libres
problem-seats-open-detail =
    { $count ->
        [one] Il reste { $count } place libre.
       *[other] Il reste { $count } places libres.
    }
problem-invalid-options = Ce jeu ne permet pas ces options
problem-refused-by-the-rules = Les règles ne le permettent pas

problem-too-many-requests = Trop de requêtes
problem-too-many-requests-detail = Trop de requêtes sont arrivées. Attendez un instant, puis réessayez.
problem-internal-error = Le serveur a un problème
problem-unavailable = Indisponible pour le moment
problem-unavailable-detail = Indisponible pour le moment. Réessayez dans un instant.
problem-not-answered-yet = Reçu, pas encore jugé
problem-not-answered-yet-detail = Reçu, mais pas encore jugé. Renvoyez la même chose dans un instant.
problem-game-parked = La partie est suspendue jusqu’à ce qu’elle soit réparée

# Accounts

problem-malformed-unknown-time-zone = La base de données tz ne connaît pas ce fuseau horaire. Un exemple : Asia/Tokyo.

problem-session-ended = Cet appareil a été déconnecté
problem-session-ended-detail = Cet appareil a été déconnecté. Connectez-vous de nouveau.
problem-refresh-invalid = Ce jeton de renouvellement ne vient pas de nous
problem-sign-in-refused = L’identifiant ou le mot de passe est faux
problem-identity-invalid = Ce jeton d’identité ne peut pas être accepté
problem-scope-missing = Le jeton d’API n’en a pas le droit
# $scope: such as games:play.
problem-scope-missing-detail = Le jeton d’API n’en a pas le droit : il lui manque la portée { $scope }.

problem-no-such-session = Cette session n’existe pas
problem-no-such-api-token = Ce jeton d’API n’existe pas
problem-handle-taken = Quelqu’un d’autre a cet identifiant
problem-handle-already-set = Le compte a déjà un identifiant
problem-identity-taken = Cette identité appartient à un autre compte
problem-too-many-api-tokens = Le compte a trop de jetons d’API
# $most: how many an account may have.
problem-too-many-api-tokens-detail = Un compte peut avoir { $most } jetons d’API. Révoquez-en un d’abord.
problem-issuer-unreachable = Le service qui répond de vous est injoignable
problem-issuer-unreachable-detail = Le service qui répond de vous est injoignable. Réessayez dans un instant.
