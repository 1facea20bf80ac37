### That’s My Floor : événements en phrases, refus, noms des cartes et du matériel.

floor-name = C’est mon étage

## Événements
## $player est un nom, $card le nom d’une carte, $cards une liste de ces noms ou leur nombre.

floor-dealt =
    { $cards ->
        [one] { $player } distribue { $cards } carte à chacun.
       *[other] { $player } distribue { $cards } cartes à chacun.
    }
floor-markers = { $player } a des marqueurs aux étages { $low } et { $high }.
floor-markers-double = { $player } a ses deux marqueurs à l’étage { $floor }.
floor-played = { $player } joue « { $card } ».
floor-played-operator = { $player } joue « { $card } » et envoie son liftier.
floor-set-aside = { $player } ne peut rien jouer et écarte une carte.
floor-set-aside-own = { $player } ne peut rien jouer et écarte « { $card } ».
floor-automa-played = { $player } retourne : { $cards }. Carte jouée : { $card }.
floor-automa-nothing = { $player } retourne : { $cards }. Rien ne peut être joué.
floor-automa-operator = { $player } laisse son liftier à cet étage.
floor-won = { $player } remporte le pli.
floor-turned =
    { $cards ->
        [one] L’ascenseur repart dans l’autre sens. Chacun reçoit { $cards } carte de plus.
       *[other] L’ascenseur repart dans l’autre sens. Chacun reçoit { $cards } cartes de plus.
    }
floor-scored =
    { $points ->
        [one] { $player } marque { $points } point dans cette manche.
       *[other] { $player } marque { $points } points dans cette manche.
    }
floor-aside-shown = { $player } avait écarté : { $cards }.
floor-automa-left = Il restait dans la pioche de l’Automa : { $cards }.
floor-match-won =
    { $points ->
        [one] { $player } gagne la partie avec { $points } point.
       *[other] { $player } gagne la partie avec { $points } points.
    }
floor-match-shared =
    { $points ->
        [one] { $player } partage la victoire avec { $points } point.
       *[other] { $player } partage la victoire avec { $points } points.
    }

## Refus
## $card et $suit sont des noms.

floor-reject-not-your-turn = Ce n’est pas votre tour.
floor-reject-card-not-in-hand = Vous n’avez pas « { $card } » en main.
floor-reject-suit-already-in-trick = La couleur « { $suit } » est déjà dans ce pli ; jouez une couleur encore libre ou, si vous n’en avez pas, écartez une carte.
floor-reject-must-play-a-card = Vous avez une carte d’une couleur libre : vous ne pouvez donc pas en écarter.
floor-reject-no-operators = Cette partie se joue sans liftiers.
floor-reject-operator-used = Votre liftier a déjà servi dans cette partie.
floor-reject-not-the-automa = Seul l’Automa retourne des cartes de sa pioche.
floor-reject-automa-only-reveals = L’Automa ne joue que depuis sa pioche.

## Matériel

floor-elevator = ascenseur
floor-marker = marqueur
floor-operator = liftier
floor-automa = l’Automa
floor-storey-1 = premier étage
floor-storey-2 = deuxième étage
floor-storey-3 = troisième étage
floor-storey-4 = quatrième étage
floor-storey-5 = cinquième étage
floor-storey-6 = sixième étage

## Couleurs

floor-suit-a = ambre
floor-suit-b = bleu
floor-suit-c = cramoisi
floor-suit-d = tourterelle
floor-suit-e = émeraude
floor-suit-f = fuchsia
floor-suit-S = pique
floor-suit-H = cœur
floor-suit-D = carreau
floor-suit-C = trèfle

## Options

floor-option-player-count = Ce jeu se joue à { $allowed }.

## Cartes du jeu à six couleurs

floor-card-a1 = 1 ambre
floor-card-a2 = 2 ambre
floor-card-a3 = 3 ambre
floor-card-a4 = 4 ambre
floor-card-a5 = 5 ambre
floor-card-a6 = 6 ambre
floor-card-a7 = 7 ambre
floor-card-a8 = 8 ambre

floor-card-b1 = 1 bleu
floor-card-b2 = 2 bleu
floor-card-b3 = 3 bleu
floor-card-b4 = 4 bleu
floor-card-b5 = 5 bleu
floor-card-b6 = 6 bleu
floor-card-b7 = 7 bleu
floor-card-b8 = 8 bleu

floor-card-c1 = 1 cramoisi
floor-card-c2 = 2 cramoisi
floor-card-c3 = 3 cramoisi
floor-card-c4 = 4 cramoisi
floor-card-c5 = 5 cramoisi
floor-card-c6 = 6 cramoisi
floor-card-c7 = 7 cramoisi
floor-card-c8 = 8 cramoisi

floor-card-d1 = 1 tourterelle
floor-card-d2 = 2 tourterelle
floor-card-d3 = 3 tourterelle
floor-card-d4 = 4 tourterelle
floor-card-d5 = 5 tourterelle
floor-card-d6 = 6 tourterelle
floor-card-d7 = 7 tourterelle
floor-card-d8 = 8 tourterelle

floor-card-e1 = 1 émeraude
floor-card-e2 = 2 émeraude
floor-card-e3 = 3 émeraude
floor-card-e4 = 4 émeraude
floor-card-e5 = 5 émeraude
floor-card-e6 = 6 émeraude
floor-card-e7 = 7 émeraude
floor-card-e8 = 8 émeraude

floor-card-f1 = 1 fuchsia
floor-card-f2 = 2 fuchsia
floor-card-f3 = 3 fuchsia
floor-card-f4 = 4 fuchsia
floor-card-f5 = 5 fuchsia
floor-card-f6 = 6 fuchsia
floor-card-f7 = 7 fuchsia
floor-card-f8 = 8 fuchsia

## Cartes du jeu classique

floor-card-S1 = as de pique
floor-card-S2 = 2 de pique
floor-card-S3 = 3 de pique
floor-card-S4 = 4 de pique
floor-card-S5 = 5 de pique
floor-card-S6 = 6 de pique
floor-card-S7 = 7 de pique
floor-card-S8 = 8 de pique
floor-card-S9 = 9 de pique
floor-card-S10 = 10 de pique
floor-card-S11 = valet de pique
floor-card-S12 = dame de pique

floor-card-H1 = as de cœur
floor-card-H2 = 2 de cœur
floor-card-H3 = 3 de cœur
floor-card-H4 = 4 de cœur
floor-card-H5 = 5 de cœur
floor-card-H6 = 6 de cœur
floor-card-H7 = 7 de cœur
floor-card-H8 = 8 de cœur
floor-card-H9 = 9 de cœur
floor-card-H10 = 10 de cœur
floor-card-H11 = valet de cœur
floor-card-H12 = dame de cœur

floor-card-D1 = as de carreau
floor-card-D2 = 2 de carreau
floor-card-D3 = 3 de carreau
floor-card-D4 = 4 de carreau
floor-card-D5 = 5 de carreau
floor-card-D6 = 6 de carreau
floor-card-D7 = 7 de carreau
floor-card-D8 = 8 de carreau
floor-card-D9 = 9 de carreau
floor-card-D10 = 10 de carreau
floor-card-D11 = valet de carreau
floor-card-D12 = dame de carreau

floor-card-C1 = as de trèfle
floor-card-C2 = 2 de trèfle
floor-card-C3 = 3 de trèfle
floor-card-C4 = 4 de trèfle
floor-card-C5 = 5 de trèfle
floor-card-C6 = 6 de trèfle
floor-card-C7 = 7 de trèfle
floor-card-C8 = 8 de trèfle
floor-card-C9 = 9 de trèfle
floor-card-C10 = 10 de trèfle
floor-card-C11 = valet de trèfle
floor-card-C12 = dame de trèfle
