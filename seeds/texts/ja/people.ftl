# プレイヤー同士のあいだで起こりうる問題。

problem-no-friend-request = このプレイヤーからのフレンド申請はありません
problem-player-blocked = このプレイヤーをブロックしています
problem-player-blocked-detail = このプレイヤーをブロックしています。先にブロックを解除してください。
problem-too-many-ties = どちらかのフレンド、申請、ブロックの数が上限に達しています
