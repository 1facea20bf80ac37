# 이름이 없는 플레이어를 부르는 말: 번호, 또는 탈퇴.
person-numbered = 승객 { $passenger }
person-departed = 탈퇴한 승객
