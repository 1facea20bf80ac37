# What can go wrong between people.

problem-no-friend-request = This player has not asked to be your friend
problem-player-blocked = You have blocked this player
problem-player-blocked-detail = You have blocked this player. Unblock them first.
problem-too-many-ties = One of you has too many friends, requests and blocked players already
