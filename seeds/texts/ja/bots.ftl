# ボットのアカウントについての問題。

problem-not-for-bots = これは人のための機能で、ボットには使えません
problem-not-for-guests = ゲストにはできません
problem-not-for-guests-detail = 先にアカウントにハンドルとパスワードを設定してください。ゲストのアカウントは端末と一緒に失われます。
problem-no-such-bot = そのボットは存在しません
problem-too-many-bots = ボットが多すぎます
# $most: how many one may have.
problem-too-many-bots-detail = ボットは{ $most }体まで作れます。新しく作る前に1体削除してください。
problem-bot-does-not-accept = このボットはそのゲームを受け付けていません
problem-bot-does-not-accept-kind = このボットはこのゲームを遊びません。
problem-bot-does-not-accept-players = このボットはこの人数では遊びません。
problem-bot-does-not-accept-pace = このボットはこのペースでは遊びません。
problem-bot-does-not-accept-rated = このボットは、人とはレーティングなしでだけ遊びます。
problem-bot-does-not-accept-challenger = このボットはあなたからの挑戦を受け付けていません。
problem-bot-does-not-accept-busy = このボットはこれ以上同時に遊べません。後でもう一度お試しください。
problem-bot-does-not-accept-away = このボットは今いません。後でもう一度お試しください。
