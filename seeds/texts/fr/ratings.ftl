# Ce qui peut mal tourner avec les classements.

problem-no-such-leaderboard = Ce classement n’existe pas
# $list: the id that was asked for.
problem-no-such-leaderboard-detail = Il n’y a pas de classement « { $list } ».
