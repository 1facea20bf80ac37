# どのゲームでも席に起こること
seat-bot-sat-in = 時間切れです。{ $seat }の代わりにボットがプレイします。
seat-player-returned = { $seat }が戻りました。

# ボットの名前（強さ、または方針ごと）
bot-easy = ベルボーイ
bot-normal = エレベーターボーイ
bot-hard = コンシェルジュ
bot-automa = オートマ
