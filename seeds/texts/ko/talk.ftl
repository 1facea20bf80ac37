# 테이블에서 나누는 말.

problem-silenced = 지금은 메시지를 보낼 수 없습니다
# $reason: a moderator's words.
problem-silenced-detail = 운영자가 지금은 메시지를 보내지 못하게 했습니다: { $reason }
problem-table-is-silent = 이 테이블에서는 이런 메시지를 보낼 수 없습니다
problem-no-such-message = 그런 메시지가 없습니다
problem-malformed-emote-or-text = 메시지는 이모트나 텍스트 중 하나여야 합니다.

emote-hello = 안녕하세요!
emote-good-luck = 행운을 빌어요!
emote-nice-move = 멋진 수네요!
emote-wow = 우와!
emote-oops = 이런!
emote-laugh = 하하!
emote-sad = 아이고…
emote-thinking = 생각 중이에요…
emote-hurry = 차례예요!
emote-sorry = 미안해요!
emote-thanks = 고마워요!
emote-good-game = 좋은 게임이었어요!
emote-rematch = 한 판 더 할래요?
emote-bye = 잘 가요!
