"""Three people play a game to its end through a client that a generator made: `generated_player.py ADDRESS KIND`.

Run where the generated package `paternoster_client` can be imported, and nothing of ours.
"""

import sys

from paternoster_client import AuthenticatedClient, Client
from paternoster_client.api.accounts import open_guest_account
from paternoster_client.api.games import list_moves, read_game, send_command
from paternoster_client.api.tables import join_table, open_table, start_table
from paternoster_client.models import Accepted, CommandBody, JoinTable, NewGuest, NewTable

LONGEST = 3000


def signed_in(address: str, name: str) -> AuthenticatedClient:
    welcome = open_guest_account.sync(client=Client(base_url=address), body=NewGuest(name=name))
    return AuthenticatedClient(base_url=address, token=welcome.access_token, raise_on_unexpected_status=True)


def seated(players: list[AuthenticatedClient], kind: str) -> str:
    host, *others = players
    table = open_table.sync(client=host, body=NewTable(kind=kind, players=len(players), bot_ms=0)).id
    for other in others:
        join_table.sync(table, client=other, body=JoinTable())
    start_table.sync(table, client=host)
    return table


def play(players: list[AuthenticatedClient], game: str) -> int:
    """How many commands were accepted."""
    accepted = 0
    for turn in range(LONGEST):
        player = players[turn % len(players)]
        if read_game.sync(game, client=player).state == "ended":
            return accepted
        if moves := list_moves.sync(game, client=player).moves:
            body = CommandBody(id=f"c{turn}", do=moves[turn % len(moves)].do)
            accepted += isinstance(send_command.sync(game, client=player, body=body), Accepted)
    raise SystemExit(f"{game} did not end")


if __name__ == "__main__":
    address, kind = sys.argv[1:]
    people = [signed_in(address, name) for name in ("Ann", "Ben", "Cem")]
    print(play(people, seated(people, kind)))
