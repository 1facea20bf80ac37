"""A person whose bot is challenged, and who plays against it."""

from shared.client import ApiProblem, Client
from shared.client.bots import Bot


async def owner(address: str, handle: str) -> tuple[Client, Bot]:
    """Somebody signed in who has made a bot."""
    client = Client.at(address)
    await client.guest("Ann")
    await client.upgrade(f"{handle}.owner", "four lifts go down")
    return client, (await client.bots.make(handle, "Lift-o-mat")).bot


async def challenged(client: Client, bot: Bot, kind: str = "floor") -> str:
    """The game, once the bot is there."""
    while True:
        try:
            asked = await client.bots.challenge(bot.id, kind, bot_ms=0)
        except ApiProblem as problem:
            if problem.params.get("reason") != "away":
                raise
        else:
            return asked.table.id


async def plays_to_the_end(client: Client, game: str) -> None:
    async for _ in client.follow(game):
        if (found := await client.moves(game)).moves:
            try:
                await client.command(game, found.moves[0].do, expect=found.version)
            except ApiProblem as problem:
                if problem.code not in ("version-conflict", "game-over"):
                    raise


async def until_begun(client: Client, game: str) -> None:
    while (await client.table(game)).state != "started":
        pass
