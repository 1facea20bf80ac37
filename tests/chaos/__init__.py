"""The fault suite: people and bots play over HTTP while everything breaks; afterwards every answer is held against the logs.

`run` puts it together: `stack` keeps the processes, `proxy` stands between them, `nemesis` strikes with what `catalogue`
lists and `faults` does, `load` plays, `probe` measures how soon it all goes on, `history` writes every request and
answer down, `truth` folds the logs, `commands`, `readings` and `logs` compare, `report` counts.
"""
