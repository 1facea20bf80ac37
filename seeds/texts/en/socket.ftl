# What the socket's address says to whoever does not open a socket.
problem-upgrade-required = A WebSocket has to be opened here
