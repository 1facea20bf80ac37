# エレベーター前で：カードと部品の名前、出来事、受け付けられない理由。

elevators-name = エレベーター前で

## 色（家族とカードの裏の色も同じ）

elevators-colour-b = 青
elevators-colour-r = 赤
elevators-colour-g = 緑
elevators-colour-y = 黄色
elevators-colour-n = 茶色

## 人の種類

elevators-type-girl = 女の子
elevators-type-boy = 男の子
elevators-type-mother = お母さん
elevators-type-father = お父さん
elevators-type-grandma = おばあさん
elevators-type-grandpa = おじいさん
elevators-type-lost_child = 迷子

## カフェへ行く同じ種類の3人

elevators-set-girl = 女の子3人
elevators-set-boy = 男の子3人
elevators-set-mother = お母さん3人
elevators-set-father = お父さん3人
elevators-set-grandma = おばあさん3人
elevators-set-grandpa = おじいさん3人
elevators-set-lost_child = 迷子3人

## 人物

elevators-card-b-girl = 青の女の子
elevators-card-b-boy = 青の男の子
elevators-card-b-mother = 青のお母さん
elevators-card-b-father = 青のお父さん
elevators-card-b-grandma = 青のおばあさん
elevators-card-b-grandpa = 青のおじいさん
elevators-card-b-lost_child = 青の迷子
elevators-card-r-girl = 赤の女の子
elevators-card-r-boy = 赤の男の子
elevators-card-r-mother = 赤のお母さん
elevators-card-r-father = 赤のお父さん
elevators-card-r-grandma = 赤のおばあさん
elevators-card-r-grandpa = 赤のおじいさん
elevators-card-r-lost_child = 赤の迷子
elevators-card-g-girl = 緑の女の子
elevators-card-g-boy = 緑の男の子
elevators-card-g-mother = 緑のお母さん
elevators-card-g-father = 緑のお父さん
elevators-card-g-grandma = 緑のおばあさん
elevators-card-g-grandpa = 緑のおじいさん
elevators-card-g-lost_child = 緑の迷子
elevators-card-y-girl = 黄色の女の子
elevators-card-y-boy = 黄色の男の子
elevators-card-y-mother = 黄色のお母さん
elevators-card-y-father = 黄色のお父さん
elevators-card-y-grandma = 黄色のおばあさん
elevators-card-y-grandpa = 黄色のおじいさん
elevators-card-y-lost_child = 黄色の迷子
elevators-card-n-girl = 茶色の女の子
elevators-card-n-boy = 茶色の男の子
elevators-card-n-mother = 茶色のお母さん
elevators-card-n-father = 茶色のお父さん
elevators-card-n-grandma = 茶色のおばあさん
elevators-card-n-grandpa = 茶色のおじいさん
elevators-card-n-lost_child = 茶色の迷子

## テーブルの上の場所

elevators-line-0 = 上のエレベーター
elevators-line-1 = 真ん中のエレベーター
elevators-line-2 = 下のエレベーター
elevators-deck-0 = 1番目の山札
elevators-deck-1 = 2番目の山札
elevators-deck-2 = 3番目の山札
elevators-card-of-round-1 = エレベーターⅠ
elevators-card-of-round-2 = エレベーターⅡ
elevators-card-of-round-3 = エレベーターⅢ

## 出来事

elevators-family = { $seat }は{ $colours }の家族です。
elevators-neutral = { $colour }の人たちは誰の家族でもありません。
elevators-dealt = 第{ $round }ラウンドの始まりです。最初の手番は{ $seat }です。
elevators-must-redraw = { $seat }の手札は迷子だけなので、1枚を引き直します。
elevators-redrawn = { $seat }が迷子を1枚引き直しました。
elevators-redrawn-card = 迷子の代わりに{ $card }を引きました。
elevators-lined-up = エレベーター前の先頭は、上から{ $people }です。
elevators-played = { $seat }が{ $card }を{ $line }に並ばせました。前から{ $place }番目です。
elevators-played-moving = { $seat }が{ $card }を{ $line }に並ばせ、{ $moved }も列の最後に回りました。
elevators-cafe = { $seat }が{ $line }の列から{ $people }をカフェに連れて行きました。
elevators-drew = { $seat }が{ $deck }から{ $colour }のカードを引きました。
elevators-drew-card = { $deck }から{ $card }を引きました。
elevators-scored = { $seat }はこのラウンドで{ $score }点です{ $cafe ->
    [0] 。
   *[other] （うちカフェで{ $cafe }点）。
}
elevators-won = { $seat }が{ $score }点で勝ちました。
elevators-won-together = { $seat }が{ $score }点で同点勝利です。

## 受け付けられない理由

elevators-reject-not-your-turn = あなたの手番ではありません。
elevators-reject-redraw-first = 先に、引き直す迷子を選んでください。
elevators-reject-redraw-awaited = ほかのプレイヤーが迷子を引き直しているところです。
elevators-reject-no-redraw = 引き直す迷子はいません。
elevators-reject-colour-not-yours = { $colour }はあなたの家族の色ではありません。
elevators-reject-card-not-in-hand = 手札に{ $card }はありません。
elevators-reject-no-such-line = そのエレベーターはありません。
elevators-reject-companion-needed = 迷子が誰を連れて行くか選んでください。
elevators-reject-not-a-companion = 迷子は、その列にいる同じ色の人しか連れて行けません。
elevators-reject-nobody-moves = このカードでは、その列の誰も動きません。
elevators-reject-deck-needed = カードを引く山札を選んでください。
elevators-reject-deck-empty = { $deck }はもうありません。
elevators-reject-no-such-deck = その山札はありません。
elevators-reject-nothing-to-draw = 山札はすべてなくなりました。引かずにプレイしてください。

## テーブルの設定

elevators-option-player-count = このゲームの人数は{ $allowed }人のいずれかです。
elevators-option-set-missing = エレベーターカードのセットが必要です。
elevators-option-lost-child-never-doubles = 迷子の点数は2倍になりません。
elevators-option-types-alike = 1台のエレベーターで点数が2倍になるのは、異なる2種類の人です。
elevators-option-unknown-seat = 席の数より多くの席に色が選ばれています。
elevators-option-too-many-colours = 1つの席に、家族の数より多くの色が選ばれています。
elevators-option-colour-taken = 同じ色は一度しか選べません。
