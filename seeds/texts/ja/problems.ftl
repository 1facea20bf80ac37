# リクエストの問題。それぞれの見出しと、補足があればその説明。

problem-malformed = リクエストが仕様に定められた形式ではありません
# $path: 文書内の位置（$.do.card など）またはパラメーター名。
problem-malformed-detail = リクエストの { $path } が仕様に定められた形式ではありません。
problem-malformed-invisible-name = 名前には目に見える文字が必要です。文字を隠したり向きを変えたりする記号は使えません。
problem-malformed-long-entropy = エントロピーはUTF-8で64バイトまでです。
problem-malformed-foreign-cursor = このカーソルは前のページで渡されたものではありません。
problem-malformed-idempotency-key = Idempotency-Keyは、英数字と記号 _ . : - を{ $least }〜{ $most }文字並べたものです。

problem-token-missing = アクセストークンが必要です
problem-token-invalid = このアクセストークンは無効です
problem-token-expired = アクセストークンの有効期限が切れています
problem-not-host = テーブルのホストだけが行える操作です
problem-not-seated = 席に着いている人だけが行える操作です
problem-not-your-seat = この席にはほかの人が着いています

problem-no-such-route = このアドレスには何もありません
problem-no-such-account = そのアカウントはありません
problem-no-such-kind = その種類のゲームはありません
problem-no-such-table = そのテーブルはありません
problem-no-such-game = そのゲームはありません
problem-no-such-seat = テーブルにその席はありません
problem-no-such-command = このゲームに、あなたが送ったそのコマンドはありません

problem-method-not-allowed = このアドレスではそのメソッドを使えません
problem-not-acceptable = 受け付け可能とされたメディアタイプでは返せません
problem-not-acceptable-detail = 受け付け可能とされたメディアタイプでは返せません。返せるもの：{ $available }
problem-body-too-large = 本文が大きすぎます
problem-unsupported-media-type = このメディアタイプは読み取れません
problem-unsupported-media-type-detail = このメディアタイプは読み取れません。次のいずれかで送ってください：{ $readable }

problem-idempotency-key-in-use = このキーのリクエストはまだ処理中です
problem-idempotency-key-in-use-detail = このキーの最初のリクエストはまだ処理中です。少し待って、同じものをもう一度送ってください。
problem-idempotency-key-reused = このキーは別のリクエストのものです
problem-idempotency-key-reused-detail = このキーは以前、別のリクエストで使われました。新しい操作には新しいキーを使ってください。

problem-version-conflict = ゲームは想定のバージョンではありません
problem-version-conflict-detail = ゲームはその後進んでいます。もう一度確認してから選んでください。
problem-game-over = ゲームは終わっています
problem-already-seated = すでにこのテーブルの席に着いています
problem-seat-taken = この席にはほかの人がいます
problem-no-bot-there = そこにボットはいません
problem-table-full = 空いている席がありません
problem-table-not-open = テーブルはすでに開始したか、閉じられました
problem-seats-open = まだ空いている席があります
problem-seats-open-detail = まだ{ $count }席空いています。
problem-invalid-options = この種類のゲームではその設定を使えません
problem-refused-by-the-rules = ルール上できません

problem-too-many-requests = リクエストが多すぎます
problem-too-many-requests-detail = リクエストが多すぎます。少し待ってから、もう一度お試しください。
problem-internal-error = サーバーで問題が起きています
problem-unavailable = ただいま利用できません
problem-unavailable-detail = ただいま利用できません。少し待ってから、もう一度お試しください。
problem-not-answered-yet = 受け付けましたが、まだ判定されていません
problem-not-answered-yet-detail = 受け付けましたが、まだ判定されていません。少し待って、同じものをもう一度送ってください。
problem-game-parked = このゲームは修復されるまで停止しています

# Accounts

problem-malformed-unknown-time-zone = tz データベースにないタイムゾーンです。Asia/Tokyo のような名前にしてください。

problem-session-ended = この端末はサインアウトされています
problem-session-ended-detail = この端末はサインアウトされています。もう一度サインインしてください。
problem-refresh-invalid = このリフレッシュトークンは当方のものではありません
problem-sign-in-refused = ハンドルかパスワードが違います
problem-identity-invalid = この ID トークンは受け付けられません
problem-scope-missing = この API トークンにはその権限がありません
# $scope: such as games:play.
problem-scope-missing-detail = この API トークンにはその権限がありません。スコープ { $scope } が必要です。

problem-no-such-session = そのセッションはありません
problem-no-such-api-token = その API トークンはありません
problem-handle-taken = このハンドルはほかの人が使っています
problem-handle-already-set = このアカウントにはすでにハンドルがあります
problem-identity-taken = この ID は別のアカウントのものです
problem-too-many-api-tokens = API トークンが多すぎます
# $most: how many an account may have.
problem-too-many-api-tokens-detail = API トークンは 1 アカウントにつき { $most } 個までです。先にどれかを取り消してください。
problem-issuer-unreachable = 本人確認のサービスに接続できません
problem-issuer-unreachable-detail = 本人確認のサービスに接続できません。少し待ってからもう一度お試しください。
