# 時間と不在：どのゲームでも席に起こることと、起こりうる問題

seat-handed-over = { $seat }がボットに交代しました。
seat-conceded = { $seat }が投了しました。続きはボットがプレイします。
seat-turn-missed = 時間切れです。{ $seat }の手番は自動で進みました。
seat-on-leave = { $seat }は休暇中です。
seat-off-leave = { $seat }が休暇から戻りました。
seat-takeback-asked = { $seat }が「待った」を求めています。
seat-end-offered = { $seat }が勝敗なしでの終了を提案しています。
seat-offer-agreed = { $seat }が同意しました。
seat-offer-declined = { $seat }が断りました。
service-away = サーバーが停止していました。その間、すべての持ち時間は止まっていました。
taken-back = 手を戻しました。
game-stopped-agreed = 全員の合意により、勝敗なしで終了しました。
game-stopped-conceded = 対戦相手がいなくなったため、ゲームを終了しました。
game-stopped-abandoned = 誰も戻らなかったため、勝敗なしで終了しました。
game-stopped-not-begun = 最初の手が指されなかったため、ゲームは始まりませんでした。

problem-seat-conceded = このプレイヤーは投了しました
problem-seat-conceded-detail = このゲームは投了済みです。最後までボットがプレイします。
problem-already-handed-over = この席ではすでにボットがプレイしています
problem-seat-not-away = この席にボットはいません
problem-seat-not-away-detail = この席は自分でプレイ中です。取り戻す必要はありません。
problem-turn-timed-out = この手番は時間切れです
problem-turn-timed-out-detail = この手番は時間切れです。すぐに手を指すか、ボットが指した後に席を取り戻してください。
problem-nothing-to-take-back = 戻せる手がありません
problem-nothing-to-take-back-detail = 戻せる手をまだ指していません。
problem-takeback-after-reveal = その後カードが見られています
problem-takeback-after-reveal-detail = あなたの最後の手から後に（その手自体かもしれません）、伏せられていたカードを誰かが見ています。見たものはなかったことにできないため、手は戻せません。
problem-offer-stands = 別の提案に返事がまだありません
problem-offer-stands-detail = 別の提案に返事がまだありません。先に返事をするか、取り下げてください。
problem-no-such-offer = この提案はもう有効ではありません
problem-no-such-offer-detail = この提案はもう有効ではありません。返事が済んだか、ゲームが先に進みました。
problem-already-agreed = すでに同意しています
problem-leave-used-up = 休暇の残り日数が足りません
# $left: how many days.
problem-leave-used-up-detail = 今年の休暇の残り日数：{ $left }日
