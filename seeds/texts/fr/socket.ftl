# Ce que dit l’adresse du socket à qui n’en ouvre pas.
problem-upgrade-required = C’est un WebSocket qu’il faut ouvrir ici
