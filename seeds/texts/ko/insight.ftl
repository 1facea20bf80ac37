# 힌트, 그리고 끝난 게임의 분석.

seat-hint-taken = { $seat } 님이 힌트를 봤습니다.

problem-hints-off = 힌트 사용 불가
problem-hints-off-detail = 이 게임에서는 힌트를 쓸 수 없습니다.
problem-hints-used-up = 힌트를 모두 사용함
problem-hints-used-up-detail = 이 게임에서 쓸 수 있는 힌트 { $most }개를 모두 썼습니다.
problem-kind-not-searched = 분석 불가
problem-kind-not-searched-detail = 이 종류의 게임은 분석할 수 없습니다.
problem-no-such-analysis = 분석 없음
problem-no-such-analysis-detail = 이 게임에는 요청한 분석이나 완료된 분석이 없습니다.
