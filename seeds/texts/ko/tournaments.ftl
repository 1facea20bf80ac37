# 대회의 문제: 각각의 제목과, 더 할 말이 있으면 그 설명.

problem-no-such-tournament = 그런 대회는 없습니다
problem-no-such-round = 아직 시작하지 않은 라운드입니다
problem-not-organizer = 대회 주최자만 할 수 있습니다
problem-entry-closed = 이 대회의 참가 신청은 마감되었습니다
problem-tournament-full = 대회 정원이 찼습니다
problem-not-entered = 이 대회에 참가하지 않았습니다
problem-too-few-players = 참가자가 모자랍니다
# $count: how many are missing.
problem-too-few-players-detail = 참가자가 { $count }명 더 필요합니다.
# $most: how many one may organize at a time.
problem-too-many-tournaments = 한꺼번에 주최하는 대회가 너무 많습니다
problem-too-many-tournaments-detail = 대회는 한꺼번에 { $most }개까지 주최할 수 있습니다. 하나가 끝나기를 기다리거나 취소하세요.
problem-invalid-tournament = 이대로는 대회를 열 수 없습니다
# $path: the place in the document.
problem-invalid-tournament-detail = 대회의 다른 설정과 맞지 않습니다: { $path }
