# Indices, et analyses de parties terminées.

seat-hint-taken = { $seat } a demandé un indice.

problem-hints-off = Pas d’indices
problem-hints-off-detail = Les indices ne sont pas autorisés dans cette partie.
problem-hints-used-up = Plus d’indices
problem-hints-used-up-detail = Vous avez utilisé vos { $most } indices pour cette partie.
problem-kind-not-searched = Analyse impossible
problem-kind-not-searched-detail = Les parties de ce jeu ne peuvent pas être analysées.
problem-no-such-analysis = Aucune analyse
problem-no-such-analysis-detail = Vous n’avez aucune analyse en cours pour cette partie, et aucune n’est terminée.
