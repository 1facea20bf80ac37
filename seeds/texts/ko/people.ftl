# 플레이어 사이에서 생길 수 있는 문제.

problem-no-friend-request = 이 플레이어가 보낸 친구 요청이 없습니다
problem-player-blocked = 차단한 플레이어입니다
problem-player-blocked-detail = 차단한 플레이어입니다. 먼저 차단을 해제하세요.
problem-too-many-ties = 둘 중 한 명의 친구, 요청, 차단 목록이 가득 찼습니다
