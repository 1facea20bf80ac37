"""`client.absence` against the whole API."""

import httpx
import pytest
from litestar import Litestar

from shared.client import ApiProblem, Client, Http
from shared.client.tokens import Tokens
from tests.integration.conftest import Phone
from tests.integration.engine.conftest import Seated


def client_of(app: Litestar, phone: Phone) -> Client:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return Client(Http("http://lobby", transport=transport, tokens=Tokens(phone.token)))


async def test_a_seat_is_handed_over_taken_back_and_given_up(app: Litestar, seated: Seated) -> None:
    game, (ann, *_) = await seated(pace={"type": "live", "turn_s": 30, "bank_s": 60})
    async with client_of(app, ann) as client:
        await client.absence.hand_over(game, "hard")
        mine = (await client.game(game)).seats[0]
        assert (mine.bot, mine.why, mine.bank_ms) == ("hard", "handed-over", 60_000)
        await client.absence.take_back(game)
        await client.absence.resign(game)
        with pytest.raises(ApiProblem) as refused:
            await client.absence.take_back(game)
        assert refused.value.code == "seat-conceded"


async def test_what_one_offers_the_others_read_and_answer(app: Litestar, seated: Seated) -> None:
    game, phones = await seated()
    ann, ben, cem = (client_of(app, phone) for phone in phones)
    await ann.absence.decline(game, (await ann.absence.offer_end(game)).version)
    asked = (await ann.absence.offer_end(game)).version
    offer = (await ben.game(game)).offer
    assert offer is not None
    assert (offer.version, offer.wish, offer.asked) == (asked, "end", (1, 2))
    for client in (ben, cem):
        await client.absence.agree(game, asked)
    assert (await ann.game(game)).ending == "agreed"


async def test_leave_is_taken_and_ended(app: Litestar, seated: Seated) -> None:
    _, (ann, *_) = await seated()
    async with client_of(app, ann) as client:
        assert (await client.absence.take_leave(3)).days_left == 27
        assert (await client.absence.leave()).until is not None
        assert (await client.absence.end_leave()).until is None
