# 상대 찾기의 문제: 각각의 제목과, 더 할 말이 있으면 그 설명.

problem-no-such-ticket = 그런 대전 신청은 없습니다
problem-ticket-taken = 상대를 찾아 곧 게임이 시작됩니다
# $most: how many an account may have.
problem-too-many-tickets = 한꺼번에 찾는 게임이 너무 많습니다
problem-too-many-tickets-detail = 게임은 한꺼번에 { $most }개까지 찾을 수 있습니다. 먼저 하나를 취소하세요.
