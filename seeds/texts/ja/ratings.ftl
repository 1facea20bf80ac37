# レーティングについてのエラー。

problem-no-such-leaderboard = このランキングはありません
# $list: the id that was asked for.
problem-no-such-leaderboard-detail = 「{ $list }」というランキングはありません。
