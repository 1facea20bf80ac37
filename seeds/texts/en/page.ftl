# The page at the server's address.

page-picture = A paternoster: a ring of cabins that never stops
page-about = A lift that never stops: every game is an endless ordered log, each entry following the one before it.
page-asking = Asking the server …
page-documentation = Documentation
page-api-docs = API docs
page-kinds = Kinds of game
page-health = Health
page-running = Being played now
page-none = No game is being played. Start one with { $command }, or see the API docs.
page-pick = Pick a game to follow
page-seats = Seats
page-story = What happened, newest first
page-not-answering = The server does not answer. It is asked again.
page-ready = Ready: the API and its store answer.
page-not-ready = The API answers, its store does not yet.
page-just-begun = just begun
page-minutes = { $minutes } min
page-no-such-game = There is no such game
page-waiting = Waiting for the server …
page-live = live
page-live-entry = live, entry { $version }
page-reconnecting = reconnecting …
page-ended = ended
page-place = Place
page-seat = Seat
page-score = Score
