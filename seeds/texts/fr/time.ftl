# Temps et absences : ce qui arrive aux places, dans tous les jeux, et ce qui peut échouer.

seat-handed-over = { $seat } laisse jouer un robot.
seat-conceded = { $seat } abandonne ; un robot continue.
seat-turn-missed = Le temps est écoulé : un coup est joué pour { $seat }.
seat-on-leave = { $seat } est en congé.
seat-off-leave = { $seat } est de retour de congé.
seat-takeback-asked = { $seat } demande à reprendre son dernier coup.
seat-end-offered = { $seat } propose d’arrêter la partie sans résultat.
seat-offer-agreed = { $seat } est d’accord.
seat-offer-declined = { $seat } refuse.
service-away = Le serveur était absent ; toutes les pendules étaient arrêtées.
taken-back = Le coup est repris.
game-stopped-agreed = D’un commun accord, la partie s’arrête sans résultat.
game-stopped-conceded = La partie s’arrête : il n’y a plus d’adversaire.
game-stopped-abandoned = Personne n’est revenu : la partie s’arrête sans résultat.
game-stopped-not-begun = Le premier coup n’a jamais été joué : la partie n’a pas commencé.

problem-seat-conceded = Le joueur a abandonné
problem-seat-conceded-detail = Vous avez abandonné cette partie. Un robot joue votre place jusqu’à la fin.
problem-already-handed-over = Un robot joue déjà à cette place
problem-seat-not-away = Aucun robot ne joue à cette place
problem-seat-not-away-detail = Vous jouez vous-même à cette place ; il n’y a rien à reprendre.
problem-turn-timed-out = Le temps de ce tour est écoulé
problem-turn-timed-out-detail = Votre temps pour ce tour est écoulé. Jouez tout de suite, ou reprenez la place quand le robot aura joué.
problem-nothing-to-take-back = Il n’y a aucun coup à reprendre
problem-nothing-to-take-back-detail = Vous n’avez encore joué aucun coup qui puisse être repris.
problem-takeback-after-reveal = Des cartes ont été vues depuis
problem-takeback-after-reveal-detail = Depuis votre dernier coup, quelqu’un a vu une carte jusque-là cachée, peut-être à cause de ce coup même. Ce qui a été vu ne s’oublie pas : le coup reste joué.
problem-offer-stands = Une autre proposition est en attente
problem-offer-stands-detail = Une autre proposition est en attente. Répondez-y ou retirez-la d’abord.
problem-no-such-offer = Cette proposition n’est plus valable
problem-no-such-offer-detail = Cette proposition n’est plus valable : on y a répondu, ou la partie a continué.
problem-already-agreed = Accord déjà donné
problem-leave-used-up = Il ne reste pas autant de jours de congé
# $left: how many days.
problem-leave-used-up-detail = Jours de congé restants cette année : { $left }.
