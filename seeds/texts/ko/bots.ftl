# 봇 계정에서 생길 수 있는 문제.

problem-not-for-bots = 사람만 할 수 있고 봇은 할 수 없습니다
problem-not-for-guests = 게스트는 할 수 없습니다
problem-not-for-guests-detail = 먼저 계정에 핸들과 비밀번호를 만드세요. 게스트 계정은 기기와 함께 사라집니다.
problem-no-such-bot = 그런 봇이 없습니다
problem-too-many-bots = 봇이 너무 많습니다
# $most: how many one may have.
problem-too-many-bots-detail = 봇은 { $most }개까지 만들 수 있습니다. 새로 만들려면 먼저 하나를 없애세요.
problem-bot-does-not-accept = 이 봇은 그 게임을 받지 않습니다
problem-bot-does-not-accept-kind = 이 봇은 이 게임을 하지 않습니다.
problem-bot-does-not-accept-players = 이 봇은 이 인원수로는 하지 않습니다.
problem-bot-does-not-accept-pace = 이 봇은 이 속도로는 하지 않습니다.
problem-bot-does-not-accept-rated = 이 봇은 사람과는 레이팅 없이만 합니다.
problem-bot-does-not-accept-challenger = 이 봇은 당신의 도전을 받지 않습니다.
problem-bot-does-not-accept-busy = 이 봇은 지금 더 많은 게임을 할 수 없습니다. 나중에 다시 시도하세요.
problem-bot-does-not-accept-away = 이 봇은 지금 자리에 없습니다. 나중에 다시 시도하세요.
