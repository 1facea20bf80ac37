# 게임이 시작되기 전의 테이블과 초대에서 생길 수 있는 문제.

problem-not-admitted = 이 테이블에는 참가할 수 없습니다
problem-kicked = 내보내진 테이블에는 다시 들어갈 수 없습니다
problem-cannot-invite = 이 플레이어는 이 테이블에 초대할 수 없습니다
problem-rating-too-low = 레이팅이 이 테이블의 기준보다 낮습니다
problem-rating-too-low-detail = 레이팅이 { $least } 이상인 플레이어만 참가할 수 있습니다.
problem-rating-too-high = 레이팅이 이 테이블의 기준보다 높습니다
problem-rating-too-high-detail = 레이팅이 { $most } 이하인 플레이어만 참가할 수 있습니다.
problem-no-such-code = 그런 코드의 테이블은 없습니다
problem-no-such-code-detail = 그런 코드의 테이블은 없습니다. 코드를 확인하거나 다시 물어보세요.
problem-no-such-invitation = 그런 초대는 없습니다
problem-seats-in-use = 없애려는 자리에 누군가 앉아 있습니다
problem-seats-in-use-detail = 없애려는 자리 중 { $count }자리가 아직 차 있습니다.
problem-not-everybody-ready = 아직 모두가 준비되지 않았습니다
problem-not-everybody-ready-detail = 아직 { $count }명이 준비되지 않았습니다.
problem-table-worn-out = 이 테이블은 너무 많이 바뀌었습니다. 게임을 시작하거나 새 테이블을 여세요
problem-no-such-colour = 고를 수 없는 색입니다
problem-colour-taken = 다른 사람이 고른 색입니다
problem-too-many-colours = 한 자리에서 고를 수 있는 색보다 많습니다
problem-player-not-seated = 자리에 앉아 있지 않은 플레이어입니다
problem-already-at-table = 이미 테이블에 있는 플레이어입니다
problem-invitation-over = 이미 끝난 초대입니다
problem-invitation-declined = 이 테이블의 초대를 거절한 플레이어입니다
problem-too-many-invitations = 답을 기다리는 초대가 너무 많습니다
problem-not-yourself = 자기 자신에게는 할 수 없습니다
problem-game-not-over = 게임이 아직 끝나지 않았습니다
problem-malformed-empty-rating-range = 레이팅 하한은 상한보다 높을 수 없습니다.
