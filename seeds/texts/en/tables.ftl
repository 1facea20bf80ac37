# What can go wrong at a table before its game, and with invitations to it.

problem-not-admitted = You cannot join this table
problem-kicked = Whoever was sent away from a table cannot come back to it
problem-cannot-invite = This player cannot be invited to this table
problem-rating-too-low = Your rating is too low for this table
# $least: the table's minimum.
problem-rating-too-low-detail = This table is for players with a rating of at least { $least }.
problem-rating-too-high = Your rating is too high for this table
# $most: the table's maximum.
problem-rating-too-high-detail = This table is for players with a rating of at most { $most }.
problem-no-such-code = No table has this code
problem-no-such-code-detail = No table has this code. Check it, or ask for it again.
problem-no-such-invitation = There is no such invitation
problem-seats-in-use = Some of these seats are taken
# $count: how many people and bots would lose their seats.
problem-seats-in-use-detail =
    { $count ->
        [one] Somebody still sits on a seat that would go.
       *[other] { $count } of the seats that would go are still taken.
    }
problem-not-everybody-ready = Not everybody is ready
# $count: how many are not.
problem-not-everybody-ready-detail =
    { $count ->
        [one] One player is not ready yet.
       *[other] { $count } players are not ready yet.
    }
problem-table-worn-out = Too much has happened at this table: start it or open another
problem-no-such-colour = There is no such colour to pick
problem-colour-taken = Somebody else has picked this colour
problem-too-many-colours = These are too many colours for one seat
problem-player-not-seated = This player does not sit at the table
problem-already-at-table = This player is at the table already
problem-invitation-over = This invitation is over
problem-invitation-declined = This player has declined to come to this table
problem-too-many-invitations = Too many invitations are waiting for an answer
problem-not-yourself = You cannot do this to yourself
problem-game-not-over = The game is not over yet
problem-malformed-empty-rating-range = The lowest rating must not be above the highest.
