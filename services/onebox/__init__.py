"""Lobby, engine API and the page together on one address: for one machine, and for apps that want one."""
