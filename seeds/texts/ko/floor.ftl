### That's My Floor: 일어난 일, 거절하는 까닭, 카드와 구성물의 이름.

floor-name = 내 층이에요

## 일어난 일
## $player 등은 이름, $card 는 카드 이름, $cards 는 그 목록이나 장수.

floor-dealt = { $player } 님이 모두에게 카드를 { $cards }장씩 나눠 주었습니다.
floor-markers = { $player } 님의 마커는 { $low }층과 { $high }층에 있습니다.
floor-markers-double = { $player } 님의 마커는 둘 다 { $floor }층에 있습니다.
floor-played = { $player } 님이 { $card } 카드를 냈습니다.
floor-played-operator = { $player } 님이 { $card } 카드를 내고 안내원을 함께 보냈습니다.
floor-set-aside = { $player } 님은 낼 카드가 없어 한 장을 따로 내려놓았습니다.
floor-set-aside-own = { $player } 님은 낼 카드가 없어 { $card } 카드를 따로 내려놓았습니다.
floor-automa-played = { $player } 님이 { $cards } 카드를 펼쳐 { $card } 카드를 냈습니다.
floor-automa-nothing = { $player } 님이 { $cards } 카드를 펼쳤지만 낼 카드가 없습니다.
floor-automa-operator = { $player } 님이 이 층에 안내원을 남겼습니다.
floor-won = { $player } 님이 트릭을 가져갔습니다.
floor-turned = 엘리베이터가 방향을 바꿉니다. 모두 카드를 { $cards }장씩 더 받습니다.
floor-scored = { $player } 님은 이번 라운드에 { $points }점을 얻었습니다.
floor-aside-shown = { $player } 님이 따로 내려놓은 카드: { $cards }.
floor-automa-left = 오토마의 더미에 남은 카드: { $cards }.
floor-match-won = { $player } 님이 { $points }점으로 이겼습니다.
floor-match-shared = { $player } 님이 { $points }점으로 공동 승리했습니다.

## 거절하는 까닭
## $card 와 $suit 는 이름.

floor-reject-not-your-turn = 내 차례가 아닙니다.
floor-reject-card-not-in-hand = { $card } 카드는 손에 없습니다.
floor-reject-suit-already-in-trick = { $suit } 무늬는 이미 이번 트릭에 나왔습니다. 아직 나오지 않은 무늬를 내거나, 없으면 한 장을 따로 내려놓으세요.
floor-reject-must-play-a-card = 아직 나오지 않은 무늬의 카드가 있으므로 따로 내려놓을 수 없습니다.
floor-reject-no-operators = 이 시합에서는 안내원을 쓰지 않습니다.
floor-reject-operator-used = 이 시합에서 안내원을 이미 썼습니다.
floor-reject-not-the-automa = 더미에서 카드를 펼치는 것은 오토마뿐입니다.
floor-reject-automa-only-reveals = 오토마는 더미에서만 카드를 냅니다.

## 구성물

floor-elevator = 엘리베이터
floor-marker = 마커
floor-operator = 안내원
floor-automa = 오토마
floor-storey-1 = 1층
floor-storey-2 = 2층
floor-storey-3 = 3층
floor-storey-4 = 4층
floor-storey-5 = 5층
floor-storey-6 = 6층

## 무늬

floor-suit-a = 호박색
floor-suit-b = 파랑
floor-suit-c = 진홍
floor-suit-d = 비둘기색
floor-suit-e = 에메랄드
floor-suit-f = 자홍
floor-suit-S = 스페이드
floor-suit-H = 하트
floor-suit-D = 다이아몬드
floor-suit-C = 클로버

## 테이블 설정

floor-option-player-count = 이 게임의 인원은 { $allowed }명 중 하나입니다.

## 여섯 무늬 카드

floor-card-a1 = 호박색 1
floor-card-a2 = 호박색 2
floor-card-a3 = 호박색 3
floor-card-a4 = 호박색 4
floor-card-a5 = 호박색 5
floor-card-a6 = 호박색 6
floor-card-a7 = 호박색 7
floor-card-a8 = 호박색 8

floor-card-b1 = 파랑 1
floor-card-b2 = 파랑 2
floor-card-b3 = 파랑 3
floor-card-b4 = 파랑 4
floor-card-b5 = 파랑 5
floor-card-b6 = 파랑 6
floor-card-b7 = 파랑 7
floor-card-b8 = 파랑 8

floor-card-c1 = 진홍 1
floor-card-c2 = 진홍 2
floor-card-c3 = 진홍 3
floor-card-c4 = 진홍 4
floor-card-c5 = 진홍 5
floor-card-c6 = 진홍 6
floor-card-c7 = 진홍 7
floor-card-c8 = 진홍 8

floor-card-d1 = 비둘기색 1
floor-card-d2 = 비둘기색 2
floor-card-d3 = 비둘기색 3
floor-card-d4 = 비둘기색 4
floor-card-d5 = 비둘기색 5
floor-card-d6 = 비둘기색 6
floor-card-d7 = 비둘기색 7
floor-card-d8 = 비둘기색 8

floor-card-e1 = 에메랄드 1
floor-card-e2 = 에메랄드 2
floor-card-e3 = 에메랄드 3
floor-card-e4 = 에메랄드 4
floor-card-e5 = 에메랄드 5
floor-card-e6 = 에메랄드 6
floor-card-e7 = 에메랄드 7
floor-card-e8 = 에메랄드 8

floor-card-f1 = 자홍 1
floor-card-f2 = 자홍 2
floor-card-f3 = 자홍 3
floor-card-f4 = 자홍 4
floor-card-f5 = 자홍 5
floor-card-f6 = 자홍 6
floor-card-f7 = 자홍 7
floor-card-f8 = 자홍 8

## 트럼프 카드

floor-card-S1 = 스페이드 에이스
floor-card-S2 = 스페이드 2
floor-card-S3 = 스페이드 3
floor-card-S4 = 스페이드 4
floor-card-S5 = 스페이드 5
floor-card-S6 = 스페이드 6
floor-card-S7 = 스페이드 7
floor-card-S8 = 스페이드 8
floor-card-S9 = 스페이드 9
floor-card-S10 = 스페이드 10
floor-card-S11 = 스페이드 잭
floor-card-S12 = 스페이드 퀸

floor-card-H1 = 하트 에이스
floor-card-H2 = 하트 2
floor-card-H3 = 하트 3
floor-card-H4 = 하트 4
floor-card-H5 = 하트 5
floor-card-H6 = 하트 6
floor-card-H7 = 하트 7
floor-card-H8 = 하트 8
floor-card-H9 = 하트 9
floor-card-H10 = 하트 10
floor-card-H11 = 하트 잭
floor-card-H12 = 하트 퀸

floor-card-D1 = 다이아몬드 에이스
floor-card-D2 = 다이아몬드 2
floor-card-D3 = 다이아몬드 3
floor-card-D4 = 다이아몬드 4
floor-card-D5 = 다이아몬드 5
floor-card-D6 = 다이아몬드 6
floor-card-D7 = 다이아몬드 7
floor-card-D8 = 다이아몬드 8
floor-card-D9 = 다이아몬드 9
floor-card-D10 = 다이아몬드 10
floor-card-D11 = 다이아몬드 잭
floor-card-D12 = 다이아몬드 퀸

floor-card-C1 = 클로버 에이스
floor-card-C2 = 클로버 2
floor-card-C3 = 클로버 3
floor-card-C4 = 클로버 4
floor-card-C5 = 클로버 5
floor-card-C6 = 클로버 6
floor-card-C7 = 클로버 7
floor-card-C8 = 클로버 8
floor-card-C9 = 클로버 9
floor-card-C10 = 클로버 10
floor-card-C11 = 클로버 잭
floor-card-C12 = 클로버 퀸
