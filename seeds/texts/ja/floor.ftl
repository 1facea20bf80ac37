### That's My Floor：出来事、受け付けられない理由、カードと部品の名前。

floor-name = 私の階です

## 出来事
## $player などは名前、$card はカードの名前、$cards はその一覧か枚数。

floor-dealt = { $player }が全員にカードを{ $cards }枚ずつ配りました。
floor-markers = { $player }のマーカーは{ $low }階と{ $high }階にあります。
floor-markers-double = { $player }のマーカーは2つとも{ $floor }階にあります。
floor-played = { $player }が{ $card }を出しました。
floor-played-operator = { $player }が{ $card }を出し、エレベーター係を向かわせました。
floor-set-aside = { $player }は出せるカードがなく、1枚を脇に置きました。
floor-set-aside-own = { $player }は出せるカードがなく、{ $card }を脇に置きました。
floor-automa-played = { $player }が{ $cards }をめくり、{ $card }を出しました。
floor-automa-nothing = { $player }が{ $cards }をめくりましたが、出せるカードはありません。
floor-automa-operator = { $player }がこの階にエレベーター係を残しました。
floor-won = { $player }がトリックを取りました。
floor-turned = エレベーターが折り返します。全員にカードを{ $cards }枚ずつ追加します。
floor-scored = { $player }はこのラウンドで{ $points }点です。
floor-aside-shown = { $player }が脇に置いていたのは{ $cards }です。
floor-automa-left = オートマの山札に残ったのは{ $cards }です。
floor-match-won = { $player }が{ $points }点で勝ちました。
floor-match-shared = { $player }が{ $points }点で同点勝利です。

## 受け付けられない理由
## $card と $suit は名前。

floor-reject-not-your-turn = あなたの手番ではありません。
floor-reject-card-not-in-hand = 手札に{ $card }はありません。
floor-reject-suit-already-in-trick = { $suit }はすでにこのトリックに出ています。まだ出ていないスートを出すか、なければ1枚を脇に置いてください。
floor-reject-must-play-a-card = まだ出ていないスートのカードがあるので、脇に置くことはできません。
floor-reject-no-operators = この対戦ではエレベーター係を使いません。
floor-reject-operator-used = この対戦では、すでにエレベーター係を使っています。
floor-reject-not-the-automa = 山札からカードをめくるのはオートマだけです。
floor-reject-automa-only-reveals = オートマは山札からしかプレイしません。

## 部品

floor-elevator = エレベーター
floor-marker = マーカー
floor-operator = エレベーター係
floor-automa = オートマ
floor-storey-1 = 1階
floor-storey-2 = 2階
floor-storey-3 = 3階
floor-storey-4 = 4階
floor-storey-5 = 5階
floor-storey-6 = 6階

## スート

floor-suit-a = 琥珀色
floor-suit-b = 青
floor-suit-c = 深紅
floor-suit-d = 鳩羽色
floor-suit-e = エメラルド
floor-suit-f = フクシア
floor-suit-S = スペード
floor-suit-H = ハート
floor-suit-D = ダイヤ
floor-suit-C = クラブ

## テーブルの設定

floor-option-player-count = このゲームの人数は{ $allowed }人のいずれかです。

## 6スートのカード

floor-card-a1 = 琥珀色の1
floor-card-a2 = 琥珀色の2
floor-card-a3 = 琥珀色の3
floor-card-a4 = 琥珀色の4
floor-card-a5 = 琥珀色の5
floor-card-a6 = 琥珀色の6
floor-card-a7 = 琥珀色の7
floor-card-a8 = 琥珀色の8

floor-card-b1 = 青の1
floor-card-b2 = 青の2
floor-card-b3 = 青の3
floor-card-b4 = 青の4
floor-card-b5 = 青の5
floor-card-b6 = 青の6
floor-card-b7 = 青の7
floor-card-b8 = 青の8

floor-card-c1 = 深紅の1
floor-card-c2 = 深紅の2
floor-card-c3 = 深紅の3
floor-card-c4 = 深紅の4
floor-card-c5 = 深紅の5
floor-card-c6 = 深紅の6
floor-card-c7 = 深紅の7
floor-card-c8 = 深紅の8

floor-card-d1 = 鳩羽色の1
floor-card-d2 = 鳩羽色の2
floor-card-d3 = 鳩羽色の3
floor-card-d4 = 鳩羽色の4
floor-card-d5 = 鳩羽色の5
floor-card-d6 = 鳩羽色の6
floor-card-d7 = 鳩羽色の7
floor-card-d8 = 鳩羽色の8

floor-card-e1 = エメラルドの1
floor-card-e2 = エメラルドの2
floor-card-e3 = エメラルドの3
floor-card-e4 = エメラルドの4
floor-card-e5 = エメラルドの5
floor-card-e6 = エメラルドの6
floor-card-e7 = エメラルドの7
floor-card-e8 = エメラルドの8

floor-card-f1 = フクシアの1
floor-card-f2 = フクシアの2
floor-card-f3 = フクシアの3
floor-card-f4 = フクシアの4
floor-card-f5 = フクシアの5
floor-card-f6 = フクシアの6
floor-card-f7 = フクシアの7
floor-card-f8 = フクシアの8

## トランプのカード

floor-card-S1 = スペードのエース
floor-card-S2 = スペードの2
floor-card-S3 = スペードの3
floor-card-S4 = スペードの4
floor-card-S5 = スペードの5
floor-card-S6 = スペードの6
floor-card-S7 = スペードの7
floor-card-S8 = スペードの8
floor-card-S9 = スペードの9
floor-card-S10 = スペードの10
floor-card-S11 = スペードのジャック
floor-card-S12 = スペードのクイーン

floor-card-H1 = ハートのエース
floor-card-H2 = ハートの2
floor-card-H3 = ハートの3
floor-card-H4 = ハートの4
floor-card-H5 = ハートの5
floor-card-H6 = ハートの6
floor-card-H7 = ハートの7
floor-card-H8 = ハートの8
floor-card-H9 = ハートの9
floor-card-H10 = ハートの10
floor-card-H11 = ハートのジャック
floor-card-H12 = ハートのクイーン

floor-card-D1 = ダイヤのエース
floor-card-D2 = ダイヤの2
floor-card-D3 = ダイヤの3
floor-card-D4 = ダイヤの4
floor-card-D5 = ダイヤの5
floor-card-D6 = ダイヤの6
floor-card-D7 = ダイヤの7
floor-card-D8 = ダイヤの8
floor-card-D9 = ダイヤの9
floor-card-D10 = ダイヤの10
floor-card-D11 = ダイヤのジャック
floor-card-D12 = ダイヤのクイーン

floor-card-C1 = クラブのエース
floor-card-C2 = クラブの2
floor-card-C3 = クラブの3
floor-card-C4 = クラブの4
floor-card-C5 = クラブの5
floor-card-C6 = クラブの6
floor-card-C7 = クラブの7
floor-card-C8 = クラブの8
floor-card-C9 = クラブの9
floor-card-C10 = クラブの10
floor-card-C11 = クラブのジャック
floor-card-C12 = クラブのクイーン
