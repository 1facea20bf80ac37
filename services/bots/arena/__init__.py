"""How strong bots are, measured: `make arena`. Nothing that runs in production imports this.

Here, and only here, a player may be given the whole state: `clairvoyant`, the upper bound of what searching can do.
"""
