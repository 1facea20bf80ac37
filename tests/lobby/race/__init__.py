"""Many clients race for few tables over real HTTP, the lobby is killed meanwhile, and answers are held against logs."""
