# What can go wrong with ratings.

problem-no-such-leaderboard = There is no such leaderboard
# $list: the id that was asked for.
problem-no-such-leaderboard-detail = There is no leaderboard called { $list }.
