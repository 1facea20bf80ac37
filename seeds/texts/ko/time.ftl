# 시간과 부재: 모든 게임에서 자리에 일어나는 일과 생길 수 있는 문제.

seat-handed-over = { $seat } 님이 봇에게 자리를 맡겼습니다.
seat-conceded = { $seat } 님이 기권했습니다. 봇이 이어서 플레이합니다.
seat-turn-missed = 시간이 다 되어 { $seat } 님의 차례가 자동으로 진행되었습니다.
seat-on-leave = { $seat } 님은 휴가 중입니다.
seat-off-leave = { $seat } 님이 휴가에서 돌아왔습니다.
seat-takeback-asked = { $seat } 님이 무르기를 요청했습니다.
seat-end-offered = { $seat } 님이 승패 없이 끝내자고 제안했습니다.
seat-offer-agreed = { $seat } 님이 동의했습니다.
seat-offer-declined = { $seat } 님이 거절했습니다.
service-away = 서버가 멈춰 있었습니다. 그동안 모든 시계도 멈춰 있었습니다.
taken-back = 수를 물렀습니다.
game-stopped-agreed = 모두의 합의로 승패 없이 게임이 끝났습니다.
game-stopped-conceded = 상대가 남지 않아 게임이 끝났습니다.
game-stopped-abandoned = 아무도 돌아오지 않아 승패 없이 게임이 끝났습니다.
game-stopped-not-begun = 첫 수가 나오지 않아 게임이 시작되지 않았습니다.

problem-seat-conceded = 이 플레이어는 기권했습니다
problem-seat-conceded-detail = 이 게임에서 기권하셨습니다. 봇이 끝까지 대신 플레이합니다.
problem-already-handed-over = 이 자리는 이미 봇이 플레이하고 있습니다
problem-seat-not-away = 이 자리에는 봇이 없습니다
problem-seat-not-away-detail = 직접 플레이하고 있는 자리이므로 되찾을 것이 없습니다.
problem-turn-timed-out = 이번 차례의 시간이 끝났습니다
problem-turn-timed-out-detail = 이번 차례의 시간이 끝났습니다. 바로 수를 두거나, 봇이 둔 다음에 자리를 되찾으세요.
problem-nothing-to-take-back = 무를 수가 없습니다
problem-nothing-to-take-back-detail = 아직 무를 수 있는 수를 두지 않았습니다.
problem-takeback-after-reveal = 그 뒤에 카드가 공개되었습니다
problem-takeback-after-reveal-detail = 마지막 수 이후로(어쩌면 그 수 때문에) 누군가 숨겨져 있던 카드를 보았습니다. 본 것을 되돌릴 수는 없으므로 수를 무를 수 없습니다.
problem-offer-stands = 다른 제안이 아직 남아 있습니다
problem-offer-stands-detail = 다른 제안이 아직 남아 있습니다. 먼저 답하거나 거두어 주세요.
problem-no-such-offer = 이 제안은 더 이상 유효하지 않습니다
problem-no-such-offer-detail = 이 제안은 더 이상 유효하지 않습니다. 이미 답했거나 게임이 진행되었습니다.
problem-already-agreed = 이미 동의했습니다
problem-leave-used-up = 휴가 일수가 모자랍니다
# $left: how many days.
problem-leave-used-up-detail = 올해 남은 휴가 일수: { $left }일
