# 플레이어 사이에서 생길 수 있는 문제.

problem-player-blocked = 차단한 플레이어입니다
problem-player-blocked-detail = 차단한 플레이어입니다. 먼저 차단을 해제하세요.
problem-too-many-ties = 둘 중 한 명의 친구, 요청, 차단 목록이 가득 찼습니다
problem-that-is-you = 본인입니다
problem-too-many-friends = 친구를 더 추가할 수 없습니다
# $most: how many.
problem-too-many-friends-detail = 둘 중 한 명의 친구와 요청이 이미 { $most }명입니다. 먼저 정리해 주세요.
problem-too-many-blocks = 더 차단할 수 없습니다
problem-too-many-blocks-detail = 이미 { $most }명을 차단했습니다. 먼저 몇 명을 해제해 주세요.
problem-malformed-invisible-text = 글에는 보이는 글자가 있어야 하며, 글자를 숨기거나 뒤집거나 덮는 문자는 쓸 수 없습니다.
problem-malformed-unknown-country = 없는 국가 코드입니다.
