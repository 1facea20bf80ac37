# 운영자와 관리자가 하는 일.

problem-account-suspended = 정지된 계정입니다
# $reason: a moderator's words.
problem-account-suspended-detail = 정지된 계정입니다: { $reason }
problem-staff-only = 서버 운영진만 할 수 있습니다
problem-no-such-report = 그런 신고가 없습니다
problem-malformed-message-without-table = 메시지는 테이블과 번호로 지정해야 합니다.

game-stopped-staff = 서버 운영진이 게임을 끝냈습니다.
