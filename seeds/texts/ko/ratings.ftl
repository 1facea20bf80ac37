# 레이팅에 관한 오류.

problem-no-such-leaderboard = 그런 순위표가 없습니다
# $list: the id that was asked for.
problem-no-such-leaderboard-detail = ‘{ $list }’ 순위표가 없습니다.
