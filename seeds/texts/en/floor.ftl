### That's My Floor: events in sentences, rejections, names of cards and parts.

floor-name = That's My Floor

## Events
## $player and its like are names, $card is a card's name, $cards a list of them or how many.

floor-dealt = { $player } deals { $cards } cards to everyone.
floor-markers = { $player } has markers on floors { $low } and { $high }.
floor-markers-double = { $player } has both markers on floor { $floor }.
floor-played = { $player } plays { $card }.
floor-played-operator = { $player } plays { $card } and sends the operator along.
floor-set-aside = { $player } has no card to play and sets one aside.
floor-set-aside-own = { $player } has no card to play and sets { $card } aside.
floor-automa-played = { $player } turns up { $cards } and plays { $card }.
floor-automa-nothing = { $player } turns up { $cards } and has nothing to play.
floor-automa-operator = { $player } leaves its operator on this floor.
floor-won = { $player } wins the trick.
floor-turned = The elevator turns round. Everyone gets { $cards } more cards.
floor-scored = { $points ->
    [one] { $player } scores one point in this round.
   *[other] { $player } scores { $points } points in this round.
}
floor-aside-shown = { $player } had set aside { $cards }.
floor-automa-left = Still in the Automa's deck: { $cards }.
floor-match-won = { $points ->
    [one] { $player } wins the match with one point.
   *[other] { $player } wins the match with { $points } points.
}
floor-match-shared = { $points ->
    [one] { $player } shares the win with one point.
   *[other] { $player } shares the win with { $points } points.
}

## Rejections
## $card and $suit are names.

# It is another seat's turn, or the match is over.
floor-reject-not-your-turn = It is not your turn.
# $card may be any text that is no card at all.
floor-reject-card-not-in-hand = You do not hold { $card }.
floor-reject-suit-already-in-trick = There is already { $suit } in this trick; play a suit that is still free, or set a card aside if you hold none.
floor-reject-must-play-a-card = You hold a card of a free suit, so you may not set one aside.
floor-reject-no-operators = This match is played without operators.
floor-reject-operator-used = You have already used your operator in this match.
floor-reject-not-the-automa = Only the Automa turns cards up from its deck.
floor-reject-automa-only-reveals = The Automa plays from its deck only.

## Parts

floor-elevator = elevator
floor-marker = marker
floor-operator = operator
floor-automa = Automa
floor-storey-1 = first floor
floor-storey-2 = second floor
floor-storey-3 = third floor
floor-storey-4 = fourth floor
floor-storey-5 = fifth floor
floor-storey-6 = sixth floor

## Suits

floor-suit-a = amber
floor-suit-b = blue
floor-suit-c = crimson
floor-suit-d = dove
floor-suit-e = emerald
floor-suit-f = fuchsia
floor-suit-S = spades
floor-suit-H = hearts
floor-suit-D = diamonds
floor-suit-C = clubs

## Options

# $allowed: the numbers, such as 2, 3, 4.
floor-option-player-count = This game is for { $allowed } players.

## Cards of the six-suit deck

floor-card-a1 = amber 1
floor-card-a2 = amber 2
floor-card-a3 = amber 3
floor-card-a4 = amber 4
floor-card-a5 = amber 5
floor-card-a6 = amber 6
floor-card-a7 = amber 7
floor-card-a8 = amber 8

floor-card-b1 = blue 1
floor-card-b2 = blue 2
floor-card-b3 = blue 3
floor-card-b4 = blue 4
floor-card-b5 = blue 5
floor-card-b6 = blue 6
floor-card-b7 = blue 7
floor-card-b8 = blue 8

floor-card-c1 = crimson 1
floor-card-c2 = crimson 2
floor-card-c3 = crimson 3
floor-card-c4 = crimson 4
floor-card-c5 = crimson 5
floor-card-c6 = crimson 6
floor-card-c7 = crimson 7
floor-card-c8 = crimson 8

floor-card-d1 = dove 1
floor-card-d2 = dove 2
floor-card-d3 = dove 3
floor-card-d4 = dove 4
floor-card-d5 = dove 5
floor-card-d6 = dove 6
floor-card-d7 = dove 7
floor-card-d8 = dove 8

floor-card-e1 = emerald 1
floor-card-e2 = emerald 2
floor-card-e3 = emerald 3
floor-card-e4 = emerald 4
floor-card-e5 = emerald 5
floor-card-e6 = emerald 6
floor-card-e7 = emerald 7
floor-card-e8 = emerald 8

floor-card-f1 = fuchsia 1
floor-card-f2 = fuchsia 2
floor-card-f3 = fuchsia 3
floor-card-f4 = fuchsia 4
floor-card-f5 = fuchsia 5
floor-card-f6 = fuchsia 6
floor-card-f7 = fuchsia 7
floor-card-f8 = fuchsia 8

## Cards of the standard deck

floor-card-S1 = ace of spades
floor-card-S2 = 2 of spades
floor-card-S3 = 3 of spades
floor-card-S4 = 4 of spades
floor-card-S5 = 5 of spades
floor-card-S6 = 6 of spades
floor-card-S7 = 7 of spades
floor-card-S8 = 8 of spades
floor-card-S9 = 9 of spades
floor-card-S10 = 10 of spades
floor-card-S11 = jack of spades
floor-card-S12 = queen of spades

floor-card-H1 = ace of hearts
floor-card-H2 = 2 of hearts
floor-card-H3 = 3 of hearts
floor-card-H4 = 4 of hearts
floor-card-H5 = 5 of hearts
floor-card-H6 = 6 of hearts
floor-card-H7 = 7 of hearts
floor-card-H8 = 8 of hearts
floor-card-H9 = 9 of hearts
floor-card-H10 = 10 of hearts
floor-card-H11 = jack of hearts
floor-card-H12 = queen of hearts

floor-card-D1 = ace of diamonds
floor-card-D2 = 2 of diamonds
floor-card-D3 = 3 of diamonds
floor-card-D4 = 4 of diamonds
floor-card-D5 = 5 of diamonds
floor-card-D6 = 6 of diamonds
floor-card-D7 = 7 of diamonds
floor-card-D8 = 8 of diamonds
floor-card-D9 = 9 of diamonds
floor-card-D10 = 10 of diamonds
floor-card-D11 = jack of diamonds
floor-card-D12 = queen of diamonds

floor-card-C1 = ace of clubs
floor-card-C2 = 2 of clubs
floor-card-C3 = 3 of clubs
floor-card-C4 = 4 of clubs
floor-card-C5 = 5 of clubs
floor-card-C6 = 6 of clubs
floor-card-C7 = 7 of clubs
floor-card-C8 = 8 of clubs
floor-card-C9 = 9 of clubs
floor-card-C10 = 10 of clubs
floor-card-C11 = jack of clubs
floor-card-C12 = queen of clubs
