# 알림: 푸시와 메일의 글. 제목은 잠금 화면에 맞게 짧게.
# $game: 게임 이름, $others, $who: 이름, $count: 게임 수.

notice-your-turn-title = 내 차례예요
notice-your-turn = { $game }: 내 차례예요. 함께하는 사람: { $others }
notice-your-turn-many = 게임 { $count }개에서 내 차례예요.

notice-reminder-title = 아직 내 차례예요
notice-reminder = { $game }: 다들 기다리고 있어요. 함께하는 사람: { $others }
notice-reminder-many = 게임 { $count }개가 기다리고 있어요.

notice-last-reminder-title = 시간이 얼마 남지 않았어요
notice-last-reminder = { $game }: 내 차례의 남은 시간이 1시간도 안 돼요. 함께하는 사람: { $others }
notice-last-reminder-many = 게임 { $count }개에서 남은 시간이 1시간도 안 돼요.

notice-digest-title = 게임이 기다리고 있어요
notice-digest-many = 게임 { $count }개가 한동안 기다리고 있어요.

notice-game-started-title = 게임이 시작됐어요
notice-game-started = { $game } 게임이 시작됐어요. 함께하는 사람: { $others }
notice-game-started-many = 게임 { $count }개가 시작됐어요.

notice-game-ended-title = 게임 종료
notice-game-ended = { $game } 게임이 끝났어요. 함께한 사람: { $others }
notice-game-ended-won = { $game }: 이겼어요! 함께한 사람: { $others }
# $place: 순위, $of: 인원.
notice-game-ended-placed = { $game }: { $of }명 중 { $place }위예요. 함께한 사람: { $others }
notice-game-ended-unfinished = { $game } 게임이 결과 없이 끝났어요. 함께한 사람: { $others }

notice-opponent-away-title = 자리를 비운 사람이 있어요
notice-opponent-away = { $game }: { $who } 대신 봇이 플레이하고 있어요.
notice-opponent-away-many = 게임 { $count }개에서 봇이 대신하고 있어요.

notice-invitation-title = 초대가 왔어요
notice-invitation-plain = 함께 게임하고 싶어 하는 사람이 있어요.
notice-invitation = { $who } 님이 { $game } 게임에 초대했어요.
notice-tournament-round-title = 대회 소식
notice-tournament-round-plain = 참가 중인 대회에 새 소식이 있어요.
# $title: 대회 이름, $round: 라운드, $rank: 순위.
notice-tournament-round = { $title }: { $round }라운드가 시작돼요.
notice-tournament-bye = { $title }: { $round }라운드는 부전승이에요.
notice-tournament-round-over = { $title }: { $round }라운드가 끝났어요.
notice-tournament-ended = { $title } 대회가 끝났어요. 내 순위는 { $rank }위예요.
notice-tournament-cancelled = { $title } 대회가 취소됐어요.

notice-test-title = 잘 도착했어요
notice-test = 이 기기에서 Paternoster 알림을 받을 수 있어요.

notice-code-title = Paternoster 확인 코드
# $code: 숫자 여섯 자리.
notice-code = 이 이메일 주소를 확인하려면 앱에 { $code } 코드를 입력하세요. 코드는 15분 동안 유효합니다. 요청한 적이 없다면 이 메일을 무시하세요.
notice-mail-footer = Paternoster에 이 주소를 등록해서 보내 드리는 메일입니다. 어떤 메일을 받을지, 받지 않을지는 앱 설정에서 정할 수 있습니다.

problem-no-such-device = 그런 기기는 없습니다
problem-channel-off = 이 서버는 이 방법으로 보내지 않습니다
# $channel: fcm 등.
problem-channel-off-detail = 이 서버는 다음 방법으로 보내지 않습니다: { $channel }
problem-email-code-invalid = 코드가 틀렸거나 만료되었습니다
problem-email-code-invalid-detail = 코드가 틀렸거나 만료되었습니다. 다시 확인하거나 새 코드를 요청하세요.
