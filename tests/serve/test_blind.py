"""Before the vote no byte of any answer tells which item is which: no name, file name, digest or size."""

import base64
import hashlib
import io
import json
import random
import re

import pytest
from PIL import Image, PngImagePlugin

from duelling.live.reading.items import read_items
from tests.helpers.asgi import run, send
from tests.helpers.serving import API, ticket_in

pytestmark = pytest.mark.plain

NAMES = ("zebrafinch", "quokka", "narwhal", "axolotl")
WHO = {"sec-fetch-site": "same-origin", "content-type": "application/json"}


@pytest.fixture
def folder(tmp_path):
    """Two pictures that say their names in their bytes, a text, and markdown that shows one of the pictures."""
    room = tmp_path / "contestants"
    room.mkdir()
    noise = Image.frombytes("RGB", (150, 140), random.Random(1).randbytes(150 * 140 * 3))
    words = PngImagePlugin.PngInfo()
    words.add_text("Title", NAMES[0])
    noise.save(room / f"{NAMES[0]}.png", pnginfo=words)
    exif = Image.Exif()
    exif[0x010E] = NAMES[1]
    noise.save(room / f"{NAMES[1]}.jpg", exif=exif, comment=NAMES[1].encode())
    (room / f"{NAMES[2]}.txt").write_text("a swimmer with one tooth\n" * 600)
    inside = hashlib.sha256((room / f"{NAMES[0]}.png").read_bytes()).hexdigest()
    (room / f"{NAMES[3]}.md").write_text(f"![a friend](media:{inside})\n" + "*smiles* all day\n" * 700)
    return room


def secrets(folder) -> dict[str, bytes]:
    """Everything that would tell an item, by what it is."""
    found = {}
    for path in folder.iterdir():
        data, name = path.read_bytes(), path.stem
        assert len(data) >= 10_000  # five digits do not stand in an id by chance
        digest = hashlib.sha256(data)
        forms = {
            "name": name.encode(),
            "file": path.name.encode(),
            "name in base64": base64.b64encode(name.encode()).rstrip(b"=")[:-1],
            "name in hex": name.encode().hex().encode(),
            "digest": digest.hexdigest().encode(),
            "digest in base64": base64.b64encode(digest.digest())[:20],
            "digest of the name": hashlib.sha256(name.encode()).hexdigest().encode(),
            "size": str(len(data)).encode(),
        }
        found |= {f"{kind} of {name}": value for kind, value in forms.items()}
    return found


async def visit(app, language) -> dict[str, bytes]:
    """All bytes that a voter gets before his vote, by where they came from: also those of refusals, and of the next
    question, which comes with the reply to the vote before it, by the script and by forms.
    """
    seen, jar = {}, {**WHO, "accept-language": language}

    async def get(method, target, body=b"", refused=False, **headers):
        answer = await send(app, method, target, jar | headers, body)
        assert (answer.status >= 400) == refused, (target, answer)
        seen[f"{method} {target} {len(seen)}"] = answer.everything
        return answer

    async def look(ticket):
        await get("GET", f"{API}/tickets/{ticket}")
        for side in ("left", "right"):
            await get("GET", f"{API}/tickets/{ticket}/{side}")
            await get("HEAD", f"{API}/tickets/{ticket}/{side}")
            await send(app, "GET", f"{API}/tickets/{ticket}/{side}/0", jar)

    await get("GET", "/a/main")
    started = await send(app, "POST", "/a/main/start", jar)
    jar["cookie"] = dict(started.headers)[b"set-cookie"].split(b";")[0].decode()
    page = (await get("GET", "/a/main")).body.decode()
    for address in re.findall(r'(?:src|href)="(/[^"]+)"', page):
        await get("GET", address)
    ticket = ticket_in(page)
    await get("POST", f"{API}/tickets", b'{"count": 5}')
    await look(ticket)
    for target in ("/", "/health", "/api/v1/openapi.json"):
        await get("GET", target)
    for end in ("standings", "verdict", "matrix", "items", "items/0/content", "votes.csv", "voters", "events", ""):
        await get("GET", f"{API}/{end}".rstrip("/"), refused=True)
    for target in ("/a/main/standings", "/a/other", "/nothing", f"{API}/tickets/1.x", f"{API}/tickets/{ticket}/middle"):
        await get("GET", target, refused=True)
    for body in (b'{"answer": "up"}', b"{", b'{"answer": "left", "item": 0}'):
        await get("PUT", f"{API}/tickets/{ticket}/vote", body, refused=True)
    told = await get("PUT", f"{API}/tickets/{ticket}/vote?next=1", b'{"answer": "left"}')
    after = json.loads(told.body)["next"]["id"]
    await look(after)
    await get("PUT", f"{API}/tickets/{ticket}/vote", b'{"answer": "right"}', refused=True)
    form = {"content-type": "application/x-www-form-urlencoded"}
    sent = await get("POST", "/a/main/vote", f"ticket={after}&answer=bad".encode(), **form)
    page = await get("GET", dict(sent.headers)[b"location"].decode())
    await look(ticket_in(page.body.decode()))
    sent = await get("POST", "/a/main/undo", f"ticket={after}".encode(), **form)
    await get("GET", dict(sent.headers)[b"location"].decode())
    return seen


def test_nothing_tells_which_item_is_which(make, folder):
    served, told = make([tuple(item) for item in read_items(str(folder))]), []
    hidden = secrets(folder)
    for k in range(12):  # every pair is seen by somebody
        seen = run(visit(served.app, ("en", "de")[k % 2]))
        for where, data in seen.items():
            own = re.sub(rb"content-length: \d+", b"", data)  # that of the picture itself, without its words
            if "/static/" not in where:  # numbers in styles are not sizes of items
                told += [(what, where) for what, secret in hidden.items() if secret in own]
    assert told == []


def test_the_search_finds_what_it_looks_for(make, folder):
    """With names, after the vote, everything is there: the test above can fail."""
    served = make([tuple(item) for item in read_items(str(folder))], page={"reveal": True})
    ticket = served.ask()
    assert ticket["left"]["name"] in NAMES
    assert served.tell(ticket).json()["left_name"] in NAMES
    hidden = secrets(folder)
    raw = b"".join(path.read_bytes() for path in folder.iterdir())
    assert sum(value in raw for what, value in hidden.items() if what.startswith("name of")) == 2


def test_a_picture_is_the_same_whoever_asks_and_has_no_mark(make, folder):
    served = make([tuple(item) for item in read_items(str(folder))])
    for _ in range(30):
        ticket = served.ask()
        for side in ("left", "right"):
            if "src" in ticket[side]:
                shown = served.caller().get(ticket[side]["src"])
                assert Image.open(io.BytesIO(shown.content)).info.get("Title") is None
                assert set(shown.headers) >= {"content-type", "content-length", "cache-control"}
                assert not {"etag", "last-modified", "content-disposition", "x-item"} & set(shown.headers)
        served.tell(ticket)
