# 서버 주소에서 보는 페이지.

page-picture = 파테르노스터: 멈추지 않고 도는 칸들의 고리
page-about = 멈추지 않는 엘리베이터: 모든 게임은 차례대로 이어지는 끝없는 기록입니다.
page-asking = 서버에 물어보는 중…
page-documentation = 문서
page-api-docs = API 문서
page-kinds = 게임 종류
page-health = 상태
page-running = 지금 진행 중
page-none = 진행 중인 게임이 없습니다. { $command } 명령으로 시작하거나 API 문서를 보세요.
page-pick = 지켜볼 게임을 고르세요
page-seats = 자리
page-story = 일어난 일 (최신순)
page-not-answering = 서버가 응답하지 않습니다. 다시 물어봅니다.
page-ready = 준비됨: API와 저장소가 응답합니다.
page-not-ready = API는 응답하지만 저장소는 아직입니다.
page-just-begun = 방금 시작
page-minutes = { $minutes }분
page-no-such-game = 그런 게임은 없습니다
page-waiting = 서버를 기다리는 중…
page-live = 실시간
page-live-entry = 실시간, 기록 { $version }
page-reconnecting = 다시 연결하는 중…
page-ended = 끝남
page-place = 순위
page-seat = 자리
page-score = 점수
