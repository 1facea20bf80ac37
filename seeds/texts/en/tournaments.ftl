# Tournaments: problems, each with its title and, where there is more to say, its detail.

problem-no-such-tournament = There is no such tournament
problem-no-such-round = This round has not begun
problem-not-organizer = Only the tournament’s organizer can do this
problem-entry-closed = Entry to this tournament has closed
problem-tournament-full = The tournament is full
problem-not-entered = You have not entered this tournament
problem-too-few-players = Too few players have entered
# $count: how many are missing.
problem-too-few-players-detail = { $count ->
    [one] One more player is needed.
   *[other] { $count } more players are needed.
}
# $most: how many one may organize at a time.
problem-too-many-tournaments = You are organizing too many tournaments at once
problem-too-many-tournaments-detail = You can organize { $most } tournaments at once. Wait until one is over, or cancel it.
problem-invalid-tournament = A tournament like this cannot be held
# $path: the place in the document.
problem-invalid-tournament-detail = This does not fit the rest of the tournament: { $path }
