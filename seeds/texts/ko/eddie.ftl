eddie-name = 엘리베이터 에디

# 카드와 구성물

eddie-card-0 = 0
eddie-card-1 = 1
eddie-card-2 = 2
eddie-card-3 = 3
eddie-card-4 = 4
eddie-card-5 = 5
eddie-card-6 = 6
eddie-card-7 = 7
eddie-card-8 = 8
eddie-card-stop = STOP
eddie-card-go = GO

eddie-tile = 층 타일
eddie-lift-top = 위쪽 엘리베이터
eddie-lift-right = 오른쪽 엘리베이터
eddie-lift-bottom = 아래쪽 엘리베이터
eddie-lift-left = 왼쪽 엘리베이터

# 일어난 일

eddie-dealt = 카드를 나눠 주었습니다. 모두 { $count }장씩 손에 듭니다.
eddie-tiles-mixed = 층 타일 { $count }장을 섞었습니다.
eddie-tile-turned = { $number }번째 층 타일을 펼쳤습니다: { $faces }.
eddie-laid = { $player } 님이 { $lift }에 { $card } 카드를 놓았습니다.
eddie-drew = { $player } 님이 카드 { $count }장을 뽑았습니다.
eddie-drew-cards = { $player } 님이 뽑은 카드: { $cards }.
eddie-called = { $player } 님이 실수를 지적했습니다. { $lift }의 { $card } 카드는 { $layer } 님에게 돌아갑니다.
eddie-won = { $player } 님이 카드를 모두 내고 이겼습니다.
eddie-dead = 어떤 타일로도 더 놓을 수 없습니다. 카드가 가장 적게 남은 사람이 이깁니다.

# 거절하는 까닭

eddie-reject-not-begun = 첫 번째 층 타일이 펼쳐질 때까지 기다려 주세요.
eddie-reject-game-over = 게임이 끝났습니다.
eddie-reject-tile-changed = 그 층 타일은 이제 없습니다. 지금은 { $tile }번째 타일입니다.
eddie-reject-card-not-in-hand = { $card } 카드는 손에 없습니다.
eddie-reject-card-does-not-fit = { $card } 카드는 그곳에 놓을 수 없습니다. { $lift }에는 지금 { $top } 카드가 보입니다.
eddie-reject-hand-fills-itself = 이 테이블에서는 손이 저절로 채워집니다.
eddie-reject-hand-full = 손에 이미 카드가 { $size }장 이상 있습니다.
eddie-reject-pile-empty = 내 더미가 다 떨어졌습니다.
eddie-reject-nothing-to-call = 이 테이블에서는 맞지 않는 카드를 놓을 수 없습니다.
eddie-reject-own-card = { $lift }의 카드는 내가 놓은 것입니다.
eddie-reject-no-mistake = { $lift }의 { $top } 카드는 지적할 수 있는 실수가 아닙니다.

# 테이블 설정

eddie-option-player-count = 이 게임의 인원은 { $allowed }명 중 하나입니다.
eddie-option-set-missing = 타일과 카드 세트가 필요합니다.
eddie-option-wrong-number-of-cards = 한 세트의 숫자 카드는 모두 62장입니다.
eddie-option-no-go-on-tiles = 타일에는 GO가 하나 이상 있어야 합니다.
eddie-option-no-stop-on-tiles = 타일에는 STOP이 하나 이상 있어야 합니다.
