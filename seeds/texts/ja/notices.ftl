# 通知：プッシュとメールの文面。タイトルはロック画面用に短く。
# $game: ゲーム名、$others・$who: 名前、$count: ゲーム数。

notice-your-turn-title = あなたの番です
notice-your-turn = { $game }：あなたの番です。同席：{ $others }
notice-your-turn-many = { $count }件のゲームであなたの番です。

notice-reminder-title = まだあなたの番です
notice-reminder = { $game }：みんながあなたを待っています。同席：{ $others }
notice-reminder-many = { $count }件のゲームがあなたを待っています。

notice-last-reminder-title = まもなく時間切れです
notice-last-reminder = { $game }：手番の残り時間は1時間を切りました。同席：{ $others }
notice-last-reminder-many = { $count }件のゲームで、手番の残り時間が1時間を切りました。

notice-digest-title = ゲームがあなたを待っています
notice-digest-many = { $count }件のゲームがしばらくあなたを待っています。

notice-game-started-title = ゲームが始まりました
notice-game-started = { $game }が始まりました。同席：{ $others }
notice-game-started-many = { $count }件のゲームが始まりました。

notice-game-ended-title = ゲーム終了
notice-game-ended = { $game }が終わりました。同席：{ $others }
notice-game-ended-won = { $game }：あなたの勝ちです！同席：{ $others }
# $place: 順位、$of: 人数。
notice-game-ended-placed = { $game }：{ $of }人中{ $place }位でした。同席：{ $others }
notice-game-ended-unfinished = { $game }は結果が出ないまま終了しました。同席：{ $others }

notice-opponent-away-title = 離席している人がいます
notice-opponent-away = { $game }：{ $who }の代わりにボットがプレイしています。
notice-opponent-away-many = { $count }件のゲームでボットが代わりを務めています。

notice-invitation-title = 招待が届きました
notice-invitation-plain = あなたと遊びたい人がいます。
notice-invitation = { $who }さんが{ $game }に誘っています。
notice-tournament-round-title = 大会のお知らせ
notice-tournament-round-plain = 参加中の大会に動きがありました。
# $title: 大会名、$round: 回戦、$rank: 順位。
notice-tournament-round = { $title }：第{ $round }回戦が始まります。
notice-tournament-bye = { $title }：第{ $round }回戦は不戦勝です。
notice-tournament-round-over = { $title }：第{ $round }回戦が終わりました。
notice-tournament-ended = { $title }が終わりました。あなたの順位は{ $rank }位です。
notice-tournament-cancelled = { $title }は中止になりました。

notice-test-title = 届きました
notice-test = Paternosterの通知はこの端末に届きます。

notice-code-title = Paternosterの確認コード
# $code: 6桁の数字。
notice-code = このメールアドレスを確認するには、アプリで { $code } を入力してください。コードは15分間有効です。心当たりがない場合は、このメールを無視してください。
notice-mail-footer = このメールは、Paternosterにこのアドレスを登録した方にお送りしています。送る内容はアプリの設定で選べます。すべて止めることもできます。

problem-no-such-device = その端末はありません
problem-channel-off = このサーバーはこの方法では送信できません
# $channel: fcm など。
problem-channel-off-detail = このサーバーは { $channel } では送信できません。
problem-email-code-invalid = コードが違うか、期限切れです
problem-email-code-invalid-detail = コードが違うか、期限切れです。もう一度確かめるか、新しいコードを請求してください。
