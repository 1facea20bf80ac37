# Hints, and analyses of ended games.

seat-hint-taken = { $seat } has taken a hint.

problem-hints-off = No hints
problem-hints-off-detail = There are no hints in this game.
problem-hints-used-up = No hints left
problem-hints-used-up-detail = You have used up your { $most } hints in this game.
problem-kind-not-searched = Cannot be analysed
problem-kind-not-searched-detail = Games of this kind cannot be analysed.
problem-no-such-analysis = No analysis
problem-no-such-analysis-detail = You have no analysis of this game in progress, and none is finished.
