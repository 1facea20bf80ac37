# Looking for others to play with: problems, each with its title and, where there is more to say, its detail.

problem-no-such-ticket = You have no such ticket
problem-ticket-taken = Others have been found and the game is about to begin
# $most: how many an account may have.
problem-too-many-tickets = You are looking for too many games at once
problem-too-many-tickets-detail = You can look for { $most } games at once. Cancel one first.
