eddie-name = Elevator Eddie

# Cards and parts

eddie-card-0 = 0
eddie-card-1 = 1
eddie-card-2 = 2
eddie-card-3 = 3
eddie-card-4 = 4
eddie-card-5 = 5
eddie-card-6 = 6
eddie-card-7 = 7
eddie-card-8 = 8
eddie-card-stop = STOP
eddie-card-go = GO

eddie-tile = floor tile
eddie-lift-top = top lift
eddie-lift-right = right lift
eddie-lift-bottom = bottom lift
eddie-lift-left = left lift

# What happens

eddie-dealt = The cards are dealt; everyone picks up { $count }.
eddie-tiles-mixed = { $count } floor tiles are mixed.
eddie-tile-turned = Floor tile { $number } is turned up: { $faces }.
eddie-laid = { $player } lays { $card } on the { $lift }.
eddie-drew =
    { $count ->
        [one] { $player } draws a card.
       *[other] { $player } draws { $count } cards.
    }
eddie-drew-cards = { $player } draws { $cards }.
eddie-called = { $player } calls a mistake: { $card } on the { $lift } goes back to { $layer }.
eddie-won = { $player } has no cards left and wins.
eddie-dead = No tile lets anyone play on. The fewest cards win.

# Why a command is refused

# No parameters. The first tile has not been turned yet.
eddie-reject-not-begun = Wait for the first floor tile.
# No parameters. The game has ended.
eddie-reject-game-over = The game is over.
# tile: number of the current tile. The card was meant for an earlier one.
eddie-reject-tile-changed = That floor tile is gone; number { $tile } lies there now.
# card: the card named. The hand does not hold it.
eddie-reject-card-not-in-hand = You do not hold { $card }.
# card, lift, top: the card, where it was to go, and what shows there now.
eddie-reject-card-does-not-fit = { $card } does not fit there: the { $lift } shows { $top }.
# No parameters. The table refills hands by itself.
eddie-reject-hand-fills-itself = At this table hands are filled by themselves.
# size: cards in a full hand. A draw fills up to that, never beyond.
eddie-reject-hand-full = Your hand already has { $size } cards or more.
# No parameters. Nothing is left to draw.
eddie-reject-pile-empty = Your pile is used up.
# No parameters. The table refuses mistakes, so none can lie there.
eddie-reject-nothing-to-call = At this table a card that does not fit is never laid.
# lift (its name): the lift named. Its top is the caller's own.
eddie-reject-own-card = The card on the { $lift } is your own.
# lift, top: the lift named and what shows there. It fits, is printed, or was covered once and so forgiven.
eddie-reject-no-mistake = { $top } on the { $lift } is not a mistake that can be called.

# What a table's options may not be

# allowed: the numbers, such as 2, 3, 4.
eddie-option-player-count = This game is for { $allowed } players.
eddie-option-set-missing = The table needs a set of tiles and cards.
eddie-option-wrong-number-of-cards = A set has 62 number cards in all.
eddie-option-no-go-on-tiles = At least one GO must be on the tiles.
eddie-option-no-stop-on-tiles = At least one STOP must be on the tiles.
