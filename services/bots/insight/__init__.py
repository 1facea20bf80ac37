"""What the search says to people: hints in running games, and analyses of ended ones.

`estimating` asks the search, with a seat's view and nothing else; `decisions` finds what seats decided in a log;
`analysing` and `hinting` are the jobs, of which `tasks` makes Celery tasks.
"""
