# 対戦相手さがしの問題: それぞれの見出しと、あれば説明。

problem-no-such-ticket = その募集は見つかりません
problem-ticket-taken = 相手が見つかり、まもなくゲームが始まります
# $most: how many an account may have.
problem-too-many-tickets = 同時に探しているゲームが多すぎます
problem-too-many-tickets-detail = 同時に探せるゲームは { $most } 件までです。先にどれかを取り消してください。
