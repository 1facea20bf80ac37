# テーブルでの会話。

problem-silenced = 現在メッセージを送れません
# $reason: a moderator's words.
problem-silenced-detail = モデレーターにより、現在メッセージを送れません：{ $reason }
problem-table-is-silent = このテーブルではこの種類のメッセージを送れません
problem-no-such-message = このメッセージはありません
problem-malformed-emote-or-text = メッセージはエモートかテキストのどちらか一方です。

emote-hello = こんにちは！
emote-good-luck = がんばって！
emote-nice-move = ナイスプレイ！
emote-wow = すごい！
emote-oops = しまった！
emote-laugh = あはは！
emote-sad = がーん…
emote-thinking = 考え中です…
emote-hurry = あなたの番ですよ！
emote-sorry = ごめんなさい！
emote-thanks = ありがとう！
emote-good-game = いい勝負でした！
emote-rematch = もう一回？
emote-bye = またね！
