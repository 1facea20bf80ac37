# In Front of the Elevators: names of cards and parts, events in words, reasons for refusals.

elevators-name = In Front of the Elevators

## Colours, which are also families and backs

elevators-colour-b = blue
elevators-colour-r = red
elevators-colour-g = green
elevators-colour-y = yellow
elevators-colour-n = brown

## Types

elevators-type-girl = girl
elevators-type-boy = boy
elevators-type-mother = mother
elevators-type-father = father
elevators-type-grandma = grandma
elevators-type-grandpa = grandpa
elevators-type-lost_child = lost child

## Three of a type, as they leave for the cafe

elevators-set-girl = three girls
elevators-set-boy = three boys
elevators-set-mother = three mothers
elevators-set-father = three fathers
elevators-set-grandma = three grandmas
elevators-set-grandpa = three grandpas
elevators-set-lost_child = three lost children

## People

elevators-card-b-girl = blue girl
elevators-card-b-boy = blue boy
elevators-card-b-mother = blue mother
elevators-card-b-father = blue father
elevators-card-b-grandma = blue grandma
elevators-card-b-grandpa = blue grandpa
elevators-card-b-lost_child = blue lost child
elevators-card-r-girl = red girl
elevators-card-r-boy = red boy
elevators-card-r-mother = red mother
elevators-card-r-father = red father
elevators-card-r-grandma = red grandma
elevators-card-r-grandpa = red grandpa
elevators-card-r-lost_child = red lost child
elevators-card-g-girl = green girl
elevators-card-g-boy = green boy
elevators-card-g-mother = green mother
elevators-card-g-father = green father
elevators-card-g-grandma = green grandma
elevators-card-g-grandpa = green grandpa
elevators-card-g-lost_child = green lost child
elevators-card-y-girl = yellow girl
elevators-card-y-boy = yellow boy
elevators-card-y-mother = yellow mother
elevators-card-y-father = yellow father
elevators-card-y-grandma = yellow grandma
elevators-card-y-grandpa = yellow grandpa
elevators-card-y-lost_child = yellow lost child
elevators-card-n-girl = brown girl
elevators-card-n-boy = brown boy
elevators-card-n-mother = brown mother
elevators-card-n-father = brown father
elevators-card-n-grandma = brown grandma
elevators-card-n-grandpa = brown grandpa
elevators-card-n-lost_child = brown lost child

## Places on the table

elevators-line-0 = top elevator
elevators-line-1 = middle elevator
elevators-line-2 = bottom elevator
elevators-deck-0 = first deck
elevators-deck-1 = second deck
elevators-deck-2 = third deck
elevators-card-of-round-1 = Elevator I
elevators-card-of-round-2 = Elevator II
elevators-card-of-round-3 = Elevator III

## Events

# $seat (name), $colours (joined list of colours)
elevators-family = { $seat } has the { $colours } family.
# $colour
elevators-neutral = The { $colour } people belong to nobody.
# $round (number), $seat (name)
elevators-dealt = Round { $round } begins; { $seat } starts.
# $seat (name)
elevators-must-redraw = { $seat } was dealt nothing but lost children and replaces one of them.
# $seat (name)
elevators-redrawn = { $seat } has replaced a lost child.
# $card
elevators-redrawn-card = You have replaced a lost child by the { $card }.
# $people (joined list of cards), from the top elevator to the bottom one
elevators-lined-up = First in front of the elevators, from the top: { $people }.
# $seat (name), $card, $line, $place (number, 1 is the front)
elevators-played = { $seat } sends the { $card } to the { $line }: place { $place }.
# $seat (name), $card, $line, $moved (card)
elevators-played-moving = { $seat } sends the { $card } to the { $line }, and the { $moved } follows to the rear.
# $seat (name), $people (three of a type), $line
elevators-cafe = { $seat } takes { $people } from the { $line } to the cafe.
# $seat (name), $deck, $colour
elevators-drew = { $seat } draws a { $colour } card from the { $deck }.
# $deck, $card
elevators-drew-card = You draw the { $card } from the { $deck }.
# $seat (name), $score (number), $cafe (number, part of the score)
elevators-scored = { $seat } scores { $score ->
    [one] 1 point
   *[other] { $score } points
} in this round{ $cafe ->
    [0] .
   *[other] , { $cafe } of them from the cafe.
}
# $seat (name), $score (number)
elevators-won = { $score ->
    [one] { $seat } wins with one point.
   *[other] { $seat } wins with { $score } points.
}
# $seat (name), $score (number)
elevators-won-together = { $score ->
    [one] { $seat } shares the win with one point.
   *[other] { $seat } shares the win with { $score } points.
}

## Refusals

# Another seat is to play, or the match has not come to turns.
elevators-reject-not-your-turn = It is not your turn.
# The sender must first replace one of two lost children.
elevators-reject-redraw-first = First choose which of your lost children to replace.
# Another seat must first replace one of two lost children.
elevators-reject-redraw-awaited = Another player is still replacing a lost child.
# The sender has nothing to replace.
elevators-reject-no-redraw = You have no lost child to replace.
# $colour: not one of the sender's families.
elevators-reject-colour-not-yours = The { $colour } family is not yours.
# $card: what the sender wanted to play.
elevators-reject-card-not-in-hand = You do not hold the { $card }.
# $line (number): lines are 0, 1 and 2.
elevators-reject-no-such-line = There is no such elevator.
# $card: a lost child that could take along more than one person.
elevators-reject-companion-needed = Choose whom the lost child takes along.
# $card: the lost child; $moved: the person named, who is not of its colour in that line.
elevators-reject-not-a-companion = The lost child can take along only somebody of its own colour in that line.
# $card: it moves nobody in that line.
elevators-reject-nobody-moves = This card moves nobody in that line.
# A deck still has cards and none was chosen.
elevators-reject-deck-needed = Choose a deck to draw from.
# $deck: it has run out.
elevators-reject-deck-empty = The { $deck } is empty.
# $deck (number): decks are 0, 1 and 2.
elevators-reject-no-such-deck = There is no such deck.
# All decks have run out, yet one was chosen.
elevators-reject-nothing-to-draw = All decks are empty: play without drawing.

## Options

# $allowed: the numbers, such as 2, 3, 4.
elevators-option-player-count = This game is for { $allowed } players.
elevators-option-set-missing = The table needs a set of elevator cards.
elevators-option-lost-child-never-doubles = A lost child's points never double.
elevators-option-types-alike = An elevator doubles the points of two different types.
elevators-option-unknown-seat = Colours are picked for more seats than there are.
elevators-option-too-many-colours = More colours are picked for a seat than it has families.
elevators-option-colour-taken = Each colour can be picked only once.
