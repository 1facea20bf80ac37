# What can go wrong with a request: the title of each problem, and where there is more to say, its detail.

problem-malformed = The request does not have the documented form
# $path: where in the document, such as $.do.card, or the name of a parameter.
problem-malformed-detail = The request does not have the documented form at { $path }.
problem-malformed-invisible-name = A name needs characters that can be seen, and nothing that hides or turns them.
problem-malformed-long-entropy = The entropy may have at most 64 bytes in UTF-8.
problem-malformed-foreign-cursor = The cursor is not one that an earlier page gave.
# $least, $most: how many signs.
problem-malformed-idempotency-key = An Idempotency-Key has { $least } to { $most } letters, digits or signs of _ . : -

problem-token-missing = An access token is needed
problem-token-invalid = The access token is not one of ours
problem-token-expired = The access token has expired
problem-not-host = Only the table's host may do that
problem-not-seated = Only who holds a seat may do that
problem-not-your-seat = Somebody else holds this seat

problem-no-such-route = There is nothing at this address
problem-no-such-account = There is no such account
problem-no-such-kind = There is no such kind of game
problem-no-such-table = There is no such table
problem-no-such-game = There is no such game
problem-no-such-seat = The table has no such seat

problem-method-not-allowed = This address does not know that method
problem-not-acceptable = None of the accepted media types can be given
# $available: media types.
problem-not-acceptable-detail = None of the accepted media types can be given. There are: { $available }.
problem-body-too-large = The body is too large
problem-unsupported-media-type = This media type cannot be read
# $readable: media types.
problem-unsupported-media-type-detail = This media type cannot be read. Send one of: { $readable }.

problem-version-conflict = The game is not at the expected version
problem-version-conflict-detail = The game has moved on since. Look at it again before you choose.
problem-game-over = The game has ended
problem-already-seated = The player already has a seat at the table
problem-seat-taken = Somebody else has this seat
problem-no-bot-there = No bot sits there
problem-table-full = No seat is free
problem-table-not-open = The table has started or closed
problem-seats-open = Some seats are still free
# $count: how many.
problem-seats-open-detail =
    { $count ->
        [one] One seat is still free.
       *[other] { $count } seats are still free.
    }
problem-invalid-options = The kind of game does not allow these options
problem-refused-by-the-rules = The rules do not allow that

problem-too-many-requests = Too many requests
problem-too-many-requests-detail = Too many requests came from here. Wait a moment, then try again.
problem-internal-error = Something is wrong with the server
problem-unavailable = Not available just now
problem-unavailable-detail = Not available just now. Try again in a moment.
problem-not-answered-yet = Accepted for judging, not yet judged
problem-not-answered-yet-detail = Accepted, but not judged yet. Send the same again in a moment.
problem-game-parked = The game is set aside until somebody has repaired it

problem-no-such-command = The game has no such command of yours
problem-idempotency-key-in-use = A request with this key is still being carried out
problem-idempotency-key-in-use-detail = The first request with this key is still being carried out. Send the same again in a moment.
problem-idempotency-key-reused = This key belongs to another request
problem-idempotency-key-reused-detail = This key was sent before, with another request. Take a new key for a new wish.

# Accounts

problem-malformed-unknown-time-zone = The time zone is not one that the tz database knows, such as Asia/Tokyo.

problem-session-ended = This device has been signed out
problem-session-ended-detail = This device has been signed out. Sign in again.
problem-refresh-invalid = The refresh token is not one of ours
problem-sign-in-refused = The handle or the password is wrong
problem-identity-invalid = The identity token cannot be accepted
problem-scope-missing = The API token may not do that
# $scope: such as games:play.
problem-scope-missing-detail = The API token may not do that: it lacks the scope { $scope }.

problem-no-such-session = There is no such session
problem-no-such-api-token = There is no such API token
problem-handle-taken = Somebody else has this handle
problem-handle-already-set = The account has a handle already
problem-identity-taken = This identity belongs to another account
problem-too-many-api-tokens = The account has too many API tokens
# $most: how many an account may have.
problem-too-many-api-tokens-detail = An account may have { $most } API tokens. Revoke one first.
problem-issuer-unreachable = The service that vouches for you cannot be reached
problem-issuer-unreachable-detail = The service that vouches for you cannot be reached. Try again in a moment.
