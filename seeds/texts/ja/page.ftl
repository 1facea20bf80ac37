# サーバーのアドレスで見られるページ。

page-picture = パターノスター：止まることなく回り続けるかごの輪
page-about = 止まらないエレベーター。どのゲームも、順番どおりに続く終わりのない記録です。
page-asking = サーバーに問い合わせています…
page-documentation = ドキュメント
page-api-docs = APIの説明
page-kinds = ゲームの種類
page-health = 稼働状況
page-running = ただいま対戦中
page-none = 対戦中のゲームはありません。{ $command } で始めるか、APIの説明をご覧ください。
page-pick = 見るゲームを選んでください
page-seats = 席
page-story = 出来事（新しい順）
page-not-answering = サーバーが応答しません。もう一度問い合わせます。
page-ready = 準備完了：APIも保存先も応答しています。
page-not-ready = APIは応答していますが、保存先はまだです。
page-just-begun = 始まったばかり
page-minutes = { $minutes }分
page-no-such-game = そのゲームはありません
page-waiting = サーバーを待っています…
page-live = ライブ
page-live-entry = ライブ、記録{ $version }
page-reconnecting = 再接続中…
page-ended = 終了
page-place = 順位
page-seat = 席
page-score = 得点
