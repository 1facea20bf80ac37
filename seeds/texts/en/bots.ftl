# What can go wrong with accounts of bots.

problem-not-for-bots = This is for people, not for bots
problem-not-for-guests = A guest cannot do this
problem-not-for-guests-detail = Give your account a handle and a password first: a guest's account is lost with the device.
problem-no-such-bot = There is no such bot
problem-too-many-bots = You have too many bots
# $most: how many one may have.
problem-too-many-bots-detail = You can have { $most } bots. End one before you make another.
problem-bot-does-not-accept = This bot does not play that
problem-bot-does-not-accept-kind = This bot does not play this game.
problem-bot-does-not-accept-players = This bot does not play with this number of players.
problem-bot-does-not-accept-pace = This bot does not play at this pace.
problem-bot-does-not-accept-rated = This bot plays people only without a rating.
problem-bot-does-not-accept-challenger = This bot does not take challenges from you.
problem-bot-does-not-accept-busy = This bot plays as many games as it wants to. Try again later.
problem-bot-does-not-accept-away = This bot is not there at the moment. Try again later.
