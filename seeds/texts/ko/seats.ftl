# 모든 게임에서 자리에 일어나는 일.
seat-bot-sat-in = 시간이 다 되어 봇이 { $seat } 님 대신 플레이합니다.
seat-player-returned = { $seat } 님이 돌아왔습니다.

# 봇의 이름 (실력이나 방침에 따라).
bot-easy = 벨보이
bot-normal = 엘리베이터 보이
bot-hard = 컨시어지
bot-automa = 오토마
