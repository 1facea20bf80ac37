# What can go wrong between people.

problem-player-blocked = You have blocked this player
problem-player-blocked-detail = You have blocked this player. Unblock them first.
problem-too-many-ties = One of you has too many friends, requests and blocked players already
problem-that-is-you = That is you
problem-too-many-friends = There is no room for another friend
# $most: how many.
problem-too-many-friends-detail = One of you has { $most } friends or requests already. Remove some first.
problem-too-many-blocks = You have blocked as many players as you can
problem-too-many-blocks-detail = You have blocked { $most } players already. Unblock some first.
problem-malformed-invisible-text = A text needs characters that can be seen, and nothing that hides, turns or covers them.
problem-malformed-unknown-country = There is no country with this code.
