"""All routes of the interface. There is no other list: requests are answered, and OpenAPI is written, from this one."""

import json
from functools import cache

from starlette.responses import Response

from duelling.serve.api import items, manage, meta, models, people, results, tickets, votes
from duelling.serve.api.call import VOTE_SIZE, Call
from duelling.serve.api.openapi import description
from duelling.serve.api.route import Route

ARENA = "/api/v1/arenas/{arena}"
PICTURE_SIZE = 12 * 2**20  # bytes: a picture of 8 MB in base64, and its name
MANY_PICTURES = 256 * 2**20
MANY_VOTES = 32 * 2**20
NEXT = {"next": (bool, False, "With 1 the reply has the next question, stored in the same commit.")}
AFTER = {"after": (int, 0, "Only events after this number.")}
FILES = {
    "names": (bool, False, "With 1 voters have their own names; else others that stand for them."),
    "voided": (bool, False, "With 1 there are also votes that were taken away."),
    "present": (bool, False, "With 1 there are only votes between items that compete now."),
    "ids": (bool, False, "With 1 there are the ids of tickets as well, and the names: whoever has an id may use it."),
}
NAME = {"name": (str, None, "Only the one with this name.")}
KEY = {"Idempotency-Key": "The same key again gets the same tickets: for a request whose reply was lost."}
REPLY = {"Idempotency-Key": "The same key again gets the same reply: for a request whose reply was lost."}
MATRIX = {"matrix": (bool, False, "With 1 the reply also says who won against whom.")}
TAG = {"If-None-Match": "The ETag of the version that the caller has."}
PICTURES = "image/*"
ANY = "*/*"
TEXT = "text/plain"


async def openapi(call: Call) -> Response:
    """This description."""
    return Response(_described(), media_type="application/json")


@cache
def _described() -> str:
    return json.dumps(description(TABLE))


TABLE = (
    Route("GET", "/health", meta.health, "anyone", {200: models.Health}),
    Route("GET", "/metrics", meta.metrics, "reader", {200: TEXT}),
    Route("GET", "/api/v1/openapi.json", openapi, "anyone", {200: "application/json"}),
    Route("GET", "/api/v1/arenas", manage.arenas, "admin", {200: models.Arenas}),
    Route(
        "POST", "/api/v1/arenas", manage.make_arena, "admin", {201: models.ArenaSeen, 200: models.ArenaSeen},
        models.NewArena, MANY_PICTURES, headers=REPLY,
    ),
    Route("GET", ARENA, manage.arena, "reader", {200: models.ArenaSeen}),
    Route("PATCH", ARENA, manage.change, "admin", {200: models.ArenaSeen}, models.Change),
    Route(
        "POST", f"{ARENA}/tickets", tickets.ask, "anyone", {201: models.Ticket, 200: models.Ticket}, models.Ask,
        VOTE_SIZE, headers=KEY, refuses=(409, 429),
    ),
    Route("GET", f"{ARENA}/tickets/{{ticket}}", tickets.find, "anyone", {200: models.Ticket}, refuses=(429,)),
    Route(
        "PUT", f"{ARENA}/tickets/{{ticket}}/vote", tickets.tell, "anyone", {201: models.Told, 200: models.Told},
        models.Vote, VOTE_SIZE, NEXT, refuses=(409, 410, 429),
    ),
    Route(
        "DELETE", f"{ARENA}/tickets/{{ticket}}/vote", tickets.take_back, "anyone", {200: models.Undone},
        refuses=(409, 429),
    ),
    Route(
        "POST", f"{ARENA}/tickets/{{ticket}}/restore", tickets.restore_vote, "admin", {200: models.Changed},
        refuses=(409, 429),
    ),
    Route("GET", f"{ARENA}/tickets/{{ticket}}/{{side}}", tickets.content, "anyone", {200: ANY}, refuses=(429,)),
    Route(
        "GET", f"{ARENA}/tickets/{{ticket}}/{{side}}/{{number:int}}", tickets.picture_in_text, "anyone",
        {200: PICTURES}, refuses=(429,),
    ),
    Route(
        "GET", f"{ARENA}/standings", results.standings, "anyone", {200: models.Standings, 304: None}, query=MATRIX,
        headers=TAG, refuses=(409,),
    ),
    Route(
        "GET", f"{ARENA}/verdict", results.verdict, "anyone", {200: models.Verdict, 304: None}, headers=TAG,
        refuses=(409,),
    ),
    Route(
        "GET", f"{ARENA}/matrix", results.matrix, "anyone", {200: models.Matrix, 304: None}, headers=TAG,
        refuses=(409,),
    ),
    Route("GET", f"{ARENA}/tally", results.tally, "admin", {200: models.Tally}),
    *(
        Route(
            "GET", f"{ARENA}/{name}", results.export, "admin", {200: kind.partition(";")[0]},
            query=FILES if name.startswith("votes") else {},
        )
        for name, (_, kind) in results.EXPORTS.items()
    ),
    Route(
        "POST", f"{ARENA}/votes", votes.include, "admin", {201: models.Included}, models.NewVotes, MANY_VOTES,
        headers=REPLY,
    ),
    Route("GET", f"{ARENA}/check", votes.check, "admin", {200: models.Checked}),
    Route("GET", f"{ARENA}/events", results.events, "admin", {200: "application/x-ndjson"}, query=AFTER),
    Route("GET", f"{ARENA}/items", items.items, "admin", {200: models.Items}, query=NAME),
    Route(
        "POST", f"{ARENA}/items", items.add_item, "admin", {201: models.ItemSeen, 200: models.ItemSeen}, models.NewItem,
        PICTURE_SIZE, headers=REPLY, refuses=(409,),
    ),
    Route("DELETE", f"{ARENA}/items/{{item:int}}", items.retire_item, "admin", {200: models.ItemSeen}),
    Route("GET", f"{ARENA}/items/{{item:int}}/content", items.item_content, "admin", {200: ANY}),
    Route("GET", f"{ARENA}/voters", people.voters, "admin", {200: models.Voters}, query=NAME),
    Route(
        "POST", f"{ARENA}/voters", people.invite, "admin", {201: models.VoterSeen, 200: models.VoterSeen},
        models.Invitation, headers=REPLY,
    ),
    Route(
        "PATCH", f"{ARENA}/voters/{{voter:int}}", people.change_voter, "admin", {200: models.VoterSeen},
        models.VoterChange,
    ),
    Route("DELETE", f"{ARENA}/voters/{{voter:int}}/votes", people.void, "admin", {200: models.Changed}),
    Route("PUT", f"{ARENA}/voters/{{voter:int}}/votes", people.restore, "admin", {200: models.Changed}),
    Route("DELETE", f"{ARENA}/links", people.end_links, "admin", {204: None}),
    Route("GET", "/api/v1/tokens", people.tokens, "admin", {200: models.Tokens}),
    Route(
        "POST", "/api/v1/tokens", people.make_token, "admin", {201: models.TokenSeen}, models.NewToken, refuses=(409,)
    ),
    Route("DELETE", "/api/v1/tokens/{label}", people.end_token, "admin", {204: None}),
)  # fmt: skip
