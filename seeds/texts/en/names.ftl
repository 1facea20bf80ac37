# What players are called who have no name of their own: a number, or gone.
person-numbered = Passenger { $passenger }
person-departed = Former passenger
