# 大会の問題: それぞれの見出しと、あれば説明。

problem-no-such-tournament = その大会はありません
problem-no-such-round = そのラウンドはまだ始まっていません
problem-not-organizer = 大会の主催者だけができます
problem-entry-closed = この大会の受付は終わりました
problem-tournament-full = この大会は満員です
problem-not-entered = この大会に参加していません
problem-too-few-players = 参加者が足りません
# $count: how many are missing.
problem-too-few-players-detail = 参加者があと { $count } 人必要です。
# $most: how many one may organize at a time.
problem-too-many-tournaments = 同時に主催している大会が多すぎます
problem-too-many-tournaments-detail = 同時に主催できる大会は { $most } つまでです。どれかが終わるのを待つか、中止してください。
problem-invalid-tournament = この内容では大会を開けません
# $path: the place in the document.
problem-invalid-tournament-detail = 大会のほかの設定と合いません: { $path }
