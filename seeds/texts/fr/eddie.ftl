eddie-name = Elevator Eddie

# Cartes et matériel

eddie-card-0 = 0
eddie-card-1 = 1
eddie-card-2 = 2
eddie-card-3 = 3
eddie-card-4 = 4
eddie-card-5 = 5
eddie-card-6 = 6
eddie-card-7 = 7
eddie-card-8 = 8
eddie-card-stop = STOP
eddie-card-go = GO

eddie-tile = tuile d’étage
eddie-lift-top = ascenseur du haut
eddie-lift-right = ascenseur de droite
eddie-lift-bottom = ascenseur du bas
eddie-lift-left = ascenseur de gauche

# Ce qui se passe

eddie-dealt = Les cartes sont distribuées ; chacun en prend { $count } en main.
eddie-tiles-mixed =
    { $count ->
        [one] { $count } tuile d’étage est mélangée.
       *[other] Les { $count } tuiles d’étage sont mélangées.
    }
eddie-tile-turned = La tuile d’étage nº { $number } est retournée : { $faces }.
eddie-laid = { $player } pose « { $card } » sur l’{ $lift }.
eddie-drew =
    { $count ->
        [one] { $player } pioche { $count } carte.
       *[other] { $player } pioche { $count } cartes.
    }
eddie-drew-cards = { $player } pioche : { $cards }.
eddie-called = { $player } signale une erreur : « { $card } », sur l’{ $lift }, revient à { $layer }.
eddie-won = { $player } n’a plus de cartes et gagne.
eddie-dead = Plus aucune tuile ne permet de jouer. Le plus petit nombre de cartes l’emporte.

# Pourquoi un coup est refusé

eddie-reject-not-begun = Attendez la première tuile d’étage.
eddie-reject-game-over = La partie est terminée.
eddie-reject-tile-changed = Cette tuile d’étage n’est plus là ; c’est maintenant la nº { $tile }.
eddie-reject-card-not-in-hand = Vous n’avez pas « { $card } » en main.
eddie-reject-card-does-not-fit = « { $card } » ne va pas là : l’{ $lift } montre « { $top } ».
eddie-reject-hand-fills-itself = À cette table, les mains se complètent toutes seules.
eddie-reject-hand-full =
    { $size ->
        [one] Vous avez déjà au moins { $size } carte en main.
       *[other] Vous avez déjà au moins { $size } cartes en main.
    }
eddie-reject-pile-empty = Votre pioche est épuisée.
eddie-reject-nothing-to-call = À cette table, une carte qui ne va pas n’est jamais posée.
eddie-reject-own-card = C’est vous qui avez posé la carte sur l’{ $lift }.
eddie-reject-no-mistake = « { $top } », sur l’{ $lift }, n’est pas une erreur à signaler.

# Ce que les options d’une table ne peuvent pas être

eddie-option-player-count = Ce jeu se joue à { $allowed }.
eddie-option-set-missing = Il faut un jeu de tuiles et de cartes.
eddie-option-wrong-number-of-cards = Un jeu compte 62 cartes à chiffre en tout.
eddie-option-no-go-on-tiles = Il faut au moins un GO sur les tuiles.
eddie-option-no-stop-on-tiles = Il faut au moins un STOP sur les tuiles.
