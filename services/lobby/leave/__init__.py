"""Leave: days of a yearly budget on which the clocks of a player's games by days stand still."""
