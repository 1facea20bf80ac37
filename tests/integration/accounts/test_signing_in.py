"""From a guest to a handle and a password, and from these to another device."""

import asyncio
import time
from statistics import median

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from shared.api.caps import Bucket, Limit
from shared.api.limits import Limits
from tests.integration.accounts.conftest import PASSWORD, Arrive, SignsIn, named
from tests.integration.conftest import Phone


async def test_a_guest_with_a_handle_signs_in_on_another_device(arrive: Arrive, signs_in: SignsIn) -> None:
    ann = await named(await arrive(), "Ann.B")
    tablet = await signs_in("aNN.b")
    assert (tablet.id, tablet.session == ann.session) == (ann.id, False)
    me = (await tablet.get("/v1/me")).json()
    assert (me["handle"], me["guest"], me["name"]) == ("Ann.B", False, "Ann")


async def test_twenty_who_want_one_handle_at_once_give_it_to_one(arrive: Arrive, app: Litestar) -> None:
    racers = [await arrive(f"R{n}") for n in range(20)]
    bodies = [{"handle": "nora" if n % 2 else "NORA", "password": PASSWORD} for n in range(20)]
    answers = await asyncio.gather(
        *(racer.send("PUT", "/v1/me/credentials", body) for racer, body in zip(racers, bodies, strict=True))
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19
    assert {a.json()["code"] for a in answers if a.status_code == 409} == {"handle-taken"}


async def test_two_handles_at_once_for_one_account_leave_the_other_one_free(
    arrive: Arrive, server: Redis
) -> None:
    ann = await arrive()
    answers = await asyncio.gather(
        *(
            ann.send("PUT", "/v1/me/credentials", {"handle": handle, "password": PASSWORD})
            for handle in ("one", "two", "three")
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    assert len(await server.keys("handle:*")) == 1


async def test_a_handle_is_given_once_and_the_same_again_is_no_error(arrive: Arrive) -> None:
    ann = await named(await named(await arrive(), "ann"), "ann")
    for body in ({"handle": "ann2", "password": PASSWORD}, {"handle": "ann", "password": PASSWORD + "!"}):
        answer = await ann.send("PUT", "/v1/me/credentials", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "handle-already-set")


@pytest.mark.parametrize(
    ("handle", "password", "path"),
    [
        ("ab", PASSWORD, "$.handle"),
        ("a" * 33, PASSWORD, "$.handle"),
        ("_ann", PASSWORD, "$.handle"),
        ("ann\n", PASSWORD, "$.handle"),
        ("änn", PASSWORD, "$.handle"),
        ("ann", "nine sign", "$.password"),
        ("ann", "x" * 129, "$.password"),
    ],
)
async def test_handles_and_passwords_have_a_form(
    arrive: Arrive, handle: str, password: str, path: str
) -> None:
    body = {"handle": handle, "password": password}
    answer = await (await arrive()).send("PUT", "/v1/me/credentials", body)
    assert (answer.status_code, answer.json()["params"]["path"]) == (400, path)


async def test_a_password_is_the_same_from_every_keyboard(arrive: Arrive, nobody: Phone) -> None:
    ann = await arrive()
    await ann.send("PUT", "/v1/me/credentials", {"handle": "ann", "password": "Ångström ﬁnal"})
    body = {"handle": "ann", "password": "Ångström final"}
    assert (await nobody.post("/v1/sessions", body)).status_code == 201


async def test_an_unknown_handle_and_a_wrong_password_cannot_be_told_apart(
    arrive: Arrive, nobody: Phone, app: Litestar
) -> None:
    app.state.limits._limits = {}
    await named(await arrive(), "ann")
    answers, took = {}, {}
    for handle in ("ann", "nobody"):
        times = []
        for _ in range(7):
            begun = time.perf_counter()
            answer = await nobody.post("/v1/sessions", {"handle": handle, "password": "not this one"})
            times.append(time.perf_counter() - begun)
            answers[handle] = (answer.status_code, answer.content)
        took[handle] = median(times)
    assert answers["ann"] == answers["nobody"]
    assert answers["ann"][0] == 401
    assert 0.5 < took["ann"] / took["nobody"] < 2


async def test_a_guest_cannot_be_signed_in_to_by_anything_but_its_tokens(
    arrive: Arrive, nobody: Phone
) -> None:
    ann = await arrive()
    for handle in ("", ann.id, "Ann"):
        answer = await nobody.post("/v1/sessions", {"handle": handle, "password": ""})
        assert answer.json()["code"] == "sign-in-refused"


async def test_passwords_of_one_handle_can_be_tried_ten_times_a_minute(nobody: Phone) -> None:
    body = {"handle": "Ann", "password": "not this one"}
    bodies = [body | {"handle": "ann"}] * 5 + [body] * 6
    answers = [await nobody.post("/v1/sessions", one) for one in bodies]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert answers[-1].json()["params"] == {"limit": "sign-ins-of-handle"}
    assert (await nobody.post("/v1/sessions", body | {"handle": "bob"})).status_code == 401


async def test_one_address_can_try_only_so_many_handles(nobody: Phone, app: Litestar, server: Redis) -> None:
    app.state.limits = Limits(server, {Bucket.SIGN_INS: Limit(1, 60, 3)})
    answers = [await nobody.post("/v1/sessions", {"handle": f"h{n}", "password": "x"}) for n in range(4)]
    assert [answer.status_code for answer in answers] == [401] * 3 + [429]
    assert answers[-1].json()["params"] == {"limit": "sign-ins"}


async def test_a_changed_password_holds_and_signs_all_other_devices_out(
    arrive: Arrive, signs_in: SignsIn, nobody: Phone
) -> None:
    ann = await named(await arrive(), "ann")
    tablet = await signs_in("ann")
    body = {"password": PASSWORD, "new_password": "five lifts go up"}
    assert (await ann.send("PUT", "/v1/me/password", body)).status_code == 200
    assert (await ann.code_of_me(), await tablet.code_of_me()) == (200, "session-ended")
    for password, status in ((PASSWORD, 401), ("five lifts go up", 201)):
        answer = await nobody.post("/v1/sessions", {"handle": "ann", "password": password})
        assert answer.status_code == status


async def test_a_password_is_changed_only_by_who_knows_it(arrive: Arrive) -> None:
    for device in (await named(await arrive(), "ann"), await arrive()):
        body = {"password": "not this one", "new_password": "five lifts go up"}
        answer = await device.send("PUT", "/v1/me/password", body)
        assert answer.json()["code"] == "sign-in-refused"


async def test_devices_are_listed_and_ended_one_by_one_or_all_others(
    arrive: Arrive, signs_in: SignsIn
) -> None:
    phone = await named(await arrive(device="phone"), "ann")
    tablet, laptop, old = [await signs_in("ann", device) for device in ("tablet", "laptop", "old")]
    listed = (await tablet.get("/v1/me/sessions")).json()["sessions"]
    assert [(one["device"], one["current"]) for one in listed] == [
        ("old", False), ("laptop", False), ("tablet", True), ("phone", False),
    ]  # fmt: skip
    left = (await tablet.send("DELETE", f"/v1/me/sessions/{old.session}")).json()["sessions"]
    assert [one["device"] for one in left] == ["laptop", "tablet", "phone"]
    assert (await old.code_of_me(), (await old.refresh()).json()["code"]) == ("session-ended",) * 2
    left = (await phone.send("DELETE", "/v1/me/sessions")).json()["sessions"]
    assert [one["device"] for one in left] == ["phone"]
    assert [await one.code_of_me() for one in (tablet, laptop, phone)] == ["session-ended"] * 2 + [200]


async def test_nobody_ends_another_s_session(arrive: Arrive) -> None:
    ann, bob = await arrive("Ann"), await arrive("Bob")
    answer = await ann.send("DELETE", f"/v1/me/sessions/{bob.session}")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-session")
    assert await bob.code_of_me() == 200
