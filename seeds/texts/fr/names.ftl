# Comment s’appelle qui n’a pas de nom à soi : un numéro, ou parti.
person-numbered = Voyageur { $passenger }
person-departed = Ancien voyageur
