# 소켓 주소에 일반 HTTP로 접속했을 때.
problem-upgrade-required = 이 주소에는 WebSocket으로 연결해야 합니다
