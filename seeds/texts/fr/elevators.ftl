# Devant les ascenseurs : noms des cartes et du matériel, événements en phrases, raisons des refus.

elevators-name = Devant les ascenseurs

## Couleurs, qui sont aussi celles des familles et des dos

elevators-colour-b = bleu
elevators-colour-r = rouge
elevators-colour-g = vert
elevators-colour-y = jaune
elevators-colour-n = marron

## Types

elevators-type-girl = fille
elevators-type-boy = garçon
elevators-type-mother = mère
elevators-type-father = père
elevators-type-grandma = grand-mère
elevators-type-grandpa = grand-père
elevators-type-lost_child = enfant perdu

## Trois du même type, quand ils partent au café

elevators-set-girl = trois filles
elevators-set-boy = trois garçons
elevators-set-mother = trois mères
elevators-set-father = trois pères
elevators-set-grandma = trois grands-mères
elevators-set-grandpa = trois grands-pères
elevators-set-lost_child = trois enfants perdus

## Personnages

elevators-card-b-girl = fille bleue
elevators-card-b-boy = garçon bleu
elevators-card-b-mother = mère bleue
elevators-card-b-father = père bleu
elevators-card-b-grandma = grand-mère bleue
elevators-card-b-grandpa = grand-père bleu
elevators-card-b-lost_child = enfant perdu bleu
elevators-card-r-girl = fille rouge
elevators-card-r-boy = garçon rouge
elevators-card-r-mother = mère rouge
elevators-card-r-father = père rouge
elevators-card-r-grandma = grand-mère rouge
elevators-card-r-grandpa = grand-père rouge
elevators-card-r-lost_child = enfant perdu rouge
elevators-card-g-girl = fille verte
elevators-card-g-boy = garçon vert
elevators-card-g-mother = mère verte
elevators-card-g-father = père vert
elevators-card-g-grandma = grand-mère verte
elevators-card-g-grandpa = grand-père vert
elevators-card-g-lost_child = enfant perdu vert
elevators-card-y-girl = fille jaune
elevators-card-y-boy = garçon jaune
elevators-card-y-mother = mère jaune
elevators-card-y-father = père jaune
elevators-card-y-grandma = grand-mère jaune
elevators-card-y-grandpa = grand-père jaune
elevators-card-y-lost_child = enfant perdu jaune
elevators-card-n-girl = fille marron
elevators-card-n-boy = garçon marron
elevators-card-n-mother = mère marron
elevators-card-n-father = père marron
elevators-card-n-grandma = grand-mère marron
elevators-card-n-grandpa = grand-père marron
elevators-card-n-lost_child = enfant perdu marron

## Emplacements sur la table

elevators-line-0 = ascenseur du haut
elevators-line-1 = ascenseur du milieu
elevators-line-2 = ascenseur du bas
elevators-deck-0 = première pioche
elevators-deck-1 = deuxième pioche
elevators-deck-2 = troisième pioche
elevators-card-of-round-1 = Ascenseur I
elevators-card-of-round-2 = Ascenseur II
elevators-card-of-round-3 = Ascenseur III

## Événements

elevators-family = Couleurs de famille pour { $seat } : { $colours }.
elevators-neutral = Le { $colour } n’appartient à personne.
elevators-dealt = La manche { $round } commence ; { $seat } joue en premier.
elevators-must-redraw = { $seat } n’a reçu que des enfants perdus et doit en remplacer un.
elevators-redrawn = { $seat } a remplacé un enfant perdu.
elevators-redrawn-card = Vous avez remplacé un enfant perdu par « { $card } ».
elevators-lined-up = En tête devant les ascenseurs, de haut en bas : { $people }.
elevators-played = { $seat } joue « { $card } » devant l’{ $line } : place { $place }.
elevators-played-moving = { $seat } joue « { $card } » devant l’{ $line } ; « { $moved } » suit en bout de file.
elevators-cafe = { $seat } emmène au café { $people } de l’{ $line }.
elevators-drew = { $seat } pioche une carte au dos { $colour } dans la { $deck }.
elevators-drew-card = Vous piochez « { $card } » dans la { $deck }.
elevators-scored = { $seat } marque { $score ->
    [one] { $score } point
   *[other] { $score } points
} dans cette manche{ $cafe ->
    [0] .
   *[other] , dont { $cafe } grâce au café.
}
elevators-won = { $score ->
    [one] { $seat } gagne avec { $score } point.
   *[other] { $seat } gagne avec { $score } points.
}
elevators-won-together = { $score ->
    [one] { $seat } partage la victoire avec { $score } point.
   *[other] { $seat } partage la victoire avec { $score } points.
}

## Refus

elevators-reject-not-your-turn = Ce n’est pas votre tour.
elevators-reject-redraw-first = Choisissez d’abord quel enfant perdu remplacer.
elevators-reject-redraw-awaited = Quelqu’un doit encore remplacer un enfant perdu.
elevators-reject-no-redraw = Vous n’avez pas d’enfant perdu à remplacer.
elevators-reject-colour-not-yours = Le { $colour } n’est pas une couleur de votre famille.
elevators-reject-card-not-in-hand = Vous n’avez pas « { $card } » en main.
elevators-reject-no-such-line = Cet ascenseur n’existe pas.
elevators-reject-companion-needed = Choisissez qui l’enfant perdu emmène.
elevators-reject-not-a-companion = L’enfant perdu ne peut emmener que quelqu’un de sa couleur dans cette file.
elevators-reject-nobody-moves = Cette carte ne déplace personne dans cette file.
elevators-reject-deck-needed = Choisissez une pioche.
elevators-reject-deck-empty = La { $deck } est épuisée.
elevators-reject-no-such-deck = Cette pioche n’existe pas.
elevators-reject-nothing-to-draw = Toutes les pioches sont épuisées : jouez sans piocher.

## Options

elevators-option-player-count = Ce jeu se joue à { $allowed }.
elevators-option-set-missing = Il faut un jeu de cartes Ascenseur.
elevators-option-lost-child-never-doubles = Les points d’un enfant perdu ne doublent jamais.
elevators-option-types-alike = Un ascenseur double les points de deux types différents.
elevators-option-unknown-seat = Des couleurs sont choisies pour plus de places qu’il n’y en a.
elevators-option-too-many-colours = Plus de couleurs sont choisies pour une place qu’elle n’a de familles.
elevators-option-colour-taken = Chaque couleur ne peut être choisie qu’une fois.
