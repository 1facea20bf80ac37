# ゲーム開始前のテーブルと招待で起こりうる問題。

problem-not-admitted = このテーブルには参加できません
problem-kicked = 退席させられたテーブルには戻れません
problem-cannot-invite = このプレイヤーはこのテーブルに招待できません
problem-rating-too-low = このテーブルに参加するにはレーティングが足りません
problem-rating-too-low-detail = このテーブルはレーティング{ $least }以上のプレイヤー向けです。
problem-rating-too-high = レーティングがこのテーブルの上限を超えています
problem-rating-too-high-detail = このテーブルはレーティング{ $most }以下のプレイヤー向けです。
problem-no-such-code = そのコードのテーブルはありません
problem-no-such-code-detail = そのコードのテーブルはありません。コードを確かめるか、もう一度聞いてください。
problem-no-such-invitation = その招待はありません
problem-seats-in-use = なくそうとしている席に人やボットがいます
problem-seats-in-use-detail = なくそうとしている席のうち、{ $count }席が使われています。
problem-not-everybody-ready = まだ全員の準備ができていません
problem-not-everybody-ready-detail = あと{ $count }人の準備ができていません。
problem-table-worn-out = このテーブルでは変更が多すぎます。ゲームを始めるか、新しいテーブルを開いてください
problem-no-such-colour = その色は選べません
problem-colour-taken = その色はほかの人が選んでいます
problem-too-many-colours = 一つの席で選べる色の数を超えています
problem-player-not-seated = このプレイヤーは席に着いていません
problem-already-at-table = このプレイヤーはすでにテーブルにいます
problem-invitation-over = この招待はもう使えません
problem-invitation-declined = このプレイヤーは、このテーブルへの招待を断りました
problem-too-many-invitations = 返事を待っている招待が多すぎます
problem-not-yourself = 自分自身にはできない操作です
problem-game-not-over = ゲームはまだ終わっていません
problem-malformed-empty-rating-range = レーティングの下限は上限以下にしてください。
