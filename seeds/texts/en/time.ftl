# Time and absence: what happens to seats, in every kind of game, and what can go wrong.

seat-handed-over = { $seat } lets a bot play.
seat-conceded = { $seat } has given up; a bot plays on.
seat-turn-missed = Time is up: a move is made for { $seat }.
seat-on-leave = { $seat } is on leave.
seat-off-leave = { $seat } is back from leave.
seat-takeback-asked = { $seat } asks to take the last move back.
seat-end-offered = { $seat } offers to end the game without a result.
seat-offer-agreed = { $seat } agrees.
seat-offer-declined = { $seat } says no.
service-away = The server was away; all clocks stood still meanwhile.
taken-back = The move is taken back.
game-stopped-agreed = All agreed to end the game without a result.
game-stopped-conceded = The game ends, as nobody is left to play against.
game-stopped-abandoned = Nobody came back: the game ends without a result.
game-stopped-not-begun = The first move was never made: the game has not begun.

problem-seat-conceded = The player has given up
problem-seat-conceded-detail = You have given up this game. A bot plays your seat to the end.
problem-already-handed-over = A bot plays this seat already
problem-seat-not-away = No bot plays this seat
problem-seat-not-away-detail = You play this seat yourself; there is nothing to take back.
problem-turn-timed-out = The time for this turn is up
problem-turn-timed-out-detail = Your time for this turn is up. Make a move at once, or take the seat back when the bot has moved.
problem-nothing-to-take-back = There is no move to take back
problem-nothing-to-take-back-detail = You have not made a move yet that could be taken back.
problem-takeback-after-reveal = Cards have been seen since
problem-takeback-after-reveal-detail = Since your last move somebody has seen a card that was hidden before, perhaps by that very move. What has been seen cannot be unseen, so the move stands.
problem-offer-stands = Another offer is still open
problem-offer-stands-detail = Another offer is still open. Answer it or withdraw it first.
problem-no-such-offer = This offer is no longer open
problem-no-such-offer-detail = This offer is no longer open: it was answered, or the game has moved on.
problem-already-agreed = Agreed already
problem-leave-used-up = Not so many days of leave are left
# $left: how many days.
problem-leave-used-up-detail = Days of leave left this year: { $left }.
