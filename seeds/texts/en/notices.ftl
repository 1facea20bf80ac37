# Notices: what pushes, webhooks and mails say. Titles are short, for a locked phone.
# $game: the game's name; $others, $who: names; $count: how many games.

notice-your-turn-title = Your turn
notice-your-turn = { $game }: it’s your turn. At the table: { $others }
notice-your-turn-many =
    { $count ->
        [one] It’s your turn in { $count } game.
       *[other] It’s your turn in { $count } games.
    }

notice-reminder-title = Still your turn
notice-reminder = { $game }: the others are waiting for you. At the table: { $others }
notice-reminder-many =
    { $count ->
        [one] { $count } game is waiting for you.
       *[other] { $count } games are waiting for you.
    }

notice-last-reminder-title = Your time is running out
notice-last-reminder = { $game }: less than an hour left for your turn. At the table: { $others }
notice-last-reminder-many =
    { $count ->
        [one] Less than an hour left for your turn in { $count } game.
       *[other] Less than an hour left for your turn in { $count } games.
    }

notice-digest-title = Games are waiting for you
notice-digest-many =
    { $count ->
        [one] { $count } game has been waiting for you for a while.
       *[other] { $count } games have been waiting for you for a while.
    }

notice-game-started-title = The game has begun
notice-game-started = { $game } has begun. At the table: { $others }
notice-game-started-many =
    { $count ->
        [one] { $count } game has begun.
       *[other] { $count } games have begun.
    }

notice-game-ended-title = Game over
notice-game-ended = { $game } has ended. At the table: { $others }
notice-game-ended-won = { $game }: you won! At the table: { $others }
# $place: the player's; $of: how many there are.
notice-game-ended-placed = { $game }: you came in at place { $place } of { $of }. At the table: { $others }
notice-game-ended-unfinished = { $game } was ended without a result. At the table: { $others }

notice-opponent-away-title = Somebody is away
notice-opponent-away = { $game }: a bot is playing for { $who }.
notice-opponent-away-many =
    { $count ->
        [one] Bots are standing in in { $count } game.
       *[other] Bots are standing in in { $count } games.
    }

notice-invitation-title = You’re invited
notice-invitation-plain = Somebody would like to play with you.
notice-invitation = { $who } would like to play { $game } with you.
notice-tournament-round-title = Your tournament
notice-tournament-round-plain = There is news from your tournament.
# $title: the tournament's; $round: a number; $rank: the player's.
notice-tournament-round = { $title }: round { $round } begins.
notice-tournament-bye = { $title }: you sit out round { $round }.
notice-tournament-round-over = { $title }: round { $round } is over.
notice-tournament-ended = { $title } is over. You finished at rank { $rank }.
notice-tournament-cancelled = { $title } was called off.

notice-test-title = It works
notice-test = Notices from Paternoster reach this device.

notice-code-title = Your Paternoster code
# $code: six digits.
notice-code = Enter { $code } in the app to confirm this e-mail address. The code is good for 15 minutes. If you did not ask for it, ignore this mail.
notice-mail-footer = You get this mail because you gave Paternoster this address. The app’s settings say what is mailed to you, or nothing at all.

problem-no-such-device = There is no such device
problem-channel-off = This server does not send by this channel
# $channel: such as fcm.
problem-channel-off-detail = This server does not send by { $channel }.
problem-email-code-invalid = The code is wrong or too old
problem-email-code-invalid-detail = The code is wrong or too old. Check it, or ask for a new one.
