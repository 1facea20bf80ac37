# 엘리베이터 앞에서: 카드와 구성물의 이름, 일어난 일, 거절하는 까닭.

elevators-name = 엘리베이터 앞에서

## 색깔 (가족과 카드 뒷면도 같은 색)

elevators-colour-b = 파랑
elevators-colour-r = 빨강
elevators-colour-g = 초록
elevators-colour-y = 노랑
elevators-colour-n = 갈색

## 종류

elevators-type-girl = 여자아이
elevators-type-boy = 남자아이
elevators-type-mother = 엄마
elevators-type-father = 아빠
elevators-type-grandma = 할머니
elevators-type-grandpa = 할아버지
elevators-type-lost_child = 길 잃은 아이

## 카페로 가는 같은 종류 3명

elevators-set-girl = 여자아이 3명
elevators-set-boy = 남자아이 3명
elevators-set-mother = 엄마 3명
elevators-set-father = 아빠 3명
elevators-set-grandma = 할머니 3명
elevators-set-grandpa = 할아버지 3명
elevators-set-lost_child = 길 잃은 아이 3명

## 사람

elevators-card-b-girl = 파랑 여자아이
elevators-card-b-boy = 파랑 남자아이
elevators-card-b-mother = 파랑 엄마
elevators-card-b-father = 파랑 아빠
elevators-card-b-grandma = 파랑 할머니
elevators-card-b-grandpa = 파랑 할아버지
elevators-card-b-lost_child = 파랑 길 잃은 아이
elevators-card-r-girl = 빨강 여자아이
elevators-card-r-boy = 빨강 남자아이
elevators-card-r-mother = 빨강 엄마
elevators-card-r-father = 빨강 아빠
elevators-card-r-grandma = 빨강 할머니
elevators-card-r-grandpa = 빨강 할아버지
elevators-card-r-lost_child = 빨강 길 잃은 아이
elevators-card-g-girl = 초록 여자아이
elevators-card-g-boy = 초록 남자아이
elevators-card-g-mother = 초록 엄마
elevators-card-g-father = 초록 아빠
elevators-card-g-grandma = 초록 할머니
elevators-card-g-grandpa = 초록 할아버지
elevators-card-g-lost_child = 초록 길 잃은 아이
elevators-card-y-girl = 노랑 여자아이
elevators-card-y-boy = 노랑 남자아이
elevators-card-y-mother = 노랑 엄마
elevators-card-y-father = 노랑 아빠
elevators-card-y-grandma = 노랑 할머니
elevators-card-y-grandpa = 노랑 할아버지
elevators-card-y-lost_child = 노랑 길 잃은 아이
elevators-card-n-girl = 갈색 여자아이
elevators-card-n-boy = 갈색 남자아이
elevators-card-n-mother = 갈색 엄마
elevators-card-n-father = 갈색 아빠
elevators-card-n-grandma = 갈색 할머니
elevators-card-n-grandpa = 갈색 할아버지
elevators-card-n-lost_child = 갈색 길 잃은 아이

## 테이블 위의 자리

elevators-line-0 = 맨 위 엘리베이터
elevators-line-1 = 가운데 엘리베이터
elevators-line-2 = 맨 아래 엘리베이터
elevators-deck-0 = 첫 번째 더미
elevators-deck-1 = 두 번째 더미
elevators-deck-2 = 세 번째 더미
elevators-card-of-round-1 = 엘리베이터 Ⅰ
elevators-card-of-round-2 = 엘리베이터 Ⅱ
elevators-card-of-round-3 = 엘리베이터 Ⅲ

## 일어난 일

elevators-family = { $seat } 님의 가족 색깔: { $colours }.
elevators-neutral = { $colour } 사람들은 누구의 가족도 아닙니다.
elevators-dealt = { $round }라운드를 시작합니다. 시작 플레이어는 { $seat } 님입니다.
elevators-must-redraw = { $seat } 님은 길 잃은 아이만 받아서 그중 한 장을 바꿉니다.
elevators-redrawn = { $seat } 님이 길 잃은 아이 한 장을 바꾸었습니다.
elevators-redrawn-card = 길 잃은 아이 대신 { $card } 카드를 뽑았습니다.
elevators-lined-up = 엘리베이터 대기열의 맨 앞, 위에서부터: { $people }.
elevators-played = { $seat } 님이 { $line } 대기열에 { $card } 카드를 놓았습니다. 앞에서 { $place }번째입니다.
elevators-played-moving = { $seat } 님이 { $line } 대기열에 { $card } 카드를 놓고, { $moved } 카드도 맨 뒤로 옮겼습니다.
elevators-cafe = { $seat } 님이 { $line } 대기열에서 { $people }을 카페로 데려갔습니다.
elevators-drew = { $seat } 님이 { $deck }에서 { $colour } 카드를 뽑았습니다.
elevators-drew-card = { $deck }에서 { $card } 카드를 뽑았습니다.
elevators-scored = { $seat } 님은 이번 라운드에 { $score }점을 얻었습니다{ $cafe ->
    [0] .
   *[other] {" "}(카페 { $cafe }점 포함).
}
elevators-won = { $seat } 님이 { $score }점으로 이겼습니다.
elevators-won-together = { $seat } 님이 { $score }점으로 공동 승리했습니다.

## 거절하는 까닭

elevators-reject-not-your-turn = 내 차례가 아닙니다.
elevators-reject-redraw-first = 먼저 어느 길 잃은 아이를 바꿀지 골라 주세요.
elevators-reject-redraw-awaited = 다른 플레이어가 길 잃은 아이를 바꾸고 있습니다.
elevators-reject-no-redraw = 바꿀 길 잃은 아이가 없습니다.
elevators-reject-colour-not-yours = { $colour } 가족은 내 가족이 아닙니다.
elevators-reject-card-not-in-hand = { $card } 카드는 손에 없습니다.
elevators-reject-no-such-line = 그런 엘리베이터는 없습니다.
elevators-reject-companion-needed = 길 잃은 아이가 누구를 데려갈지 골라 주세요.
elevators-reject-not-a-companion = 길 잃은 아이는 그 대기열에서 색깔이 같은 사람만 데려갈 수 있습니다.
elevators-reject-nobody-moves = 이 카드로는 그 대기열에서 아무도 움직이지 않습니다.
elevators-reject-deck-needed = 카드를 뽑을 더미를 골라 주세요.
elevators-reject-deck-empty = { $deck }에는 카드가 없습니다.
elevators-reject-no-such-deck = 그런 더미는 없습니다.
elevators-reject-nothing-to-draw = 모든 더미가 떨어졌습니다. 카드를 뽑지 않고 플레이하세요.

## 테이블 설정

elevators-option-player-count = 이 게임의 인원은 { $allowed }명 중 하나입니다.
elevators-option-set-missing = 엘리베이터 카드 세트가 필요합니다.
elevators-option-lost-child-never-doubles = 길 잃은 아이의 점수는 2배가 되지 않습니다.
elevators-option-types-alike = 한 엘리베이터에서는 서로 다른 두 종류의 점수가 2배가 됩니다.
elevators-option-unknown-seat = 자리 수보다 많은 자리에 색깔이 정해졌습니다.
elevators-option-too-many-colours = 한 자리에 가족 수보다 많은 색깔이 정해졌습니다.
elevators-option-colour-taken = 같은 색깔은 한 번만 고를 수 있습니다.
