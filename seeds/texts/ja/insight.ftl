# ヒントと、終わったゲームの分析。

seat-hint-taken = { $seat }がヒントを見ました。

problem-hints-off = ヒントは使えません
problem-hints-off-detail = このゲームではヒントを使えません。
problem-hints-used-up = ヒントを使い切りました
problem-hints-used-up-detail = このゲームで使えるヒント{ $most }回をすべて使いました。
problem-kind-not-searched = 分析できません
problem-kind-not-searched-detail = この種類のゲームは分析できません。
problem-no-such-analysis = 分析がありません
problem-no-such-analysis-detail = このゲームには、依頼中の分析も完了した分析もありません。
