"""Information-set Monte Carlo tree search, compiled: from one seat's view to an estimate of each of its moves.

One tree for the seat that thinks. Every simulation first deals out what the seat cannot see, differently each time
(`worlds`), then goes down the tree among the moves that are legal in that world (`tree`), adds one node, plays
the round out at random and tells every seat on the way what the round was worth to it (`worth`).

Nothing here may import a kind's state: what goes in is the view.
"""
