# プレイヤー同士のあいだで起こりうる問題。

problem-player-blocked = このプレイヤーをブロックしています
problem-player-blocked-detail = このプレイヤーをブロックしています。先にブロックを解除してください。
problem-too-many-ties = どちらかのフレンド、申請、ブロックの数が上限に達しています
problem-that-is-you = それはあなた自身です
problem-too-many-friends = これ以上フレンドを増やせません
# $most: how many.
problem-too-many-friends-detail = どちらかのフレンドと申請がすでに{ $most }人に達しています。先に整理してください。
problem-too-many-blocks = これ以上ブロックできません
problem-too-many-blocks-detail = すでに{ $most }人をブロックしています。先に何人か解除してください。
problem-malformed-invisible-text = テキストには目に見える文字が必要です。文字を隠したり、向きを変えたり、覆ったりする文字は使えません。
problem-malformed-unknown-country = この国コードは存在しません。
