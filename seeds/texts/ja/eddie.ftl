eddie-name = エレベーター・エディ

# カードと部品

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

eddie-tile = フロアタイル
eddie-lift-top = 上のエレベーター
eddie-lift-right = 右のエレベーター
eddie-lift-bottom = 下のエレベーター
eddie-lift-left = 左のエレベーター

# 出来事

eddie-dealt = カードが配られました。全員が{ $count }枚ずつ手に取ります。
eddie-tiles-mixed = フロアタイル{ $count }枚を混ぜました。
eddie-tile-turned = { $number }枚目のフロアタイルは{ $faces }です。
eddie-laid = { $player }が{ $lift }に{ $card }を重ねました。
eddie-drew = { $player }がカードを{ $count }枚引きました。
eddie-drew-cards = { $player }が{ $cards }を引きました。
eddie-called = { $player }がミスを見つけました。{ $lift }の{ $card }は{ $layer }の手札に戻ります。
eddie-won = { $player }がカードを出し切り、勝ちました。
eddie-dead = どのタイルでも誰も続けられません。残りカードが一番少ない人の勝ちです。

# 受け付けられない理由

eddie-reject-not-begun = 最初のフロアタイルがめくられるまでお待ちください。
eddie-reject-game-over = ゲームは終わっています。
eddie-reject-tile-changed = そのフロアタイルはもうありません。今は{ $tile }枚目です。
eddie-reject-card-not-in-hand = 手札に{ $card }はありません。
eddie-reject-card-does-not-fit = { $card }はそこに置けません。{ $lift }は今{ $top }です。
eddie-reject-hand-fills-itself = このテーブルでは手札が自動で補充されます。
eddie-reject-hand-full = 手札がすでに{ $size }枚以上あります。
eddie-reject-pile-empty = あなたの山札はもうありません。
eddie-reject-nothing-to-call = このテーブルでは、合わないカードが置かれることはありません。
eddie-reject-own-card = { $lift }のカードはあなたが置いたものです。
eddie-reject-no-mistake = { $lift }の{ $top }は、指摘できるミスではありません。

# テーブルの設定

eddie-option-player-count = このゲームの人数は{ $allowed }人のいずれかです。
eddie-option-set-missing = タイルとカードのセットが必要です。
eddie-option-wrong-number-of-cards = セットの数字カードは合計62枚です。
eddie-option-no-go-on-tiles = タイルにはGOが1つ以上必要です。
eddie-option-no-stop-on-tiles = タイルにはSTOPが1つ以上必要です。
