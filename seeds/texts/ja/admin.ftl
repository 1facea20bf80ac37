# モデレーターと管理者の操作。

problem-account-suspended = このアカウントは停止されています
# $reason: a moderator's words.
problem-account-suspended-detail = このアカウントは停止されています：{ $reason }
problem-staff-only = この操作はサーバーの運営スタッフだけが行えます
problem-no-such-report = この通報はありません
problem-malformed-message-without-table = メッセージはテーブルと番号の両方で指定してください。

game-stopped-staff = 運営スタッフがゲームを終了しました。
