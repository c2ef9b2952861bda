"""Items come and go."""

import base64

import pytest

from tests.helpers.pictures import png
from tests.helpers.serving import API, ITEMS

pytestmark = pytest.mark.plain


def sent(name: str, data: bytes) -> dict[str, str]:
    return {"name": name, "kind": "image", "content": base64.b64encode(data).decode()}


def test_an_item_comes_once(served):
    made, again = (served.admin.post(f"{API}/items", json={"name": "lynx", "content": "a cat"}) for _ in range(2))
    assert (made.status_code, again.status_code) == (201, 200)
    assert made.json() == {"item": 4, "name": "lynx", "kind": "text", "active": True, "content": "a cat"}
    assert served.admin.post(f"{API}/items", json={"name": "lynx", "content": "another"}).status_code == 409
    assert [item["name"] for item in served.admin.get(f"{API}/items").json()["items"]] == [*ITEMS, "lynx"]
    assert [item["item"] for item in served.admin.get(f"{API}/items?name=lynx").json()["items"]] == [4]
    assert served.admin.get(f"{API}/items/4/content").text == "a cat"
    assert served.admin.get(f"{API}/items/0/content").text == "fox"


def test_an_item_comes_with_its_answers(make):
    served = make(["fox", "owl"], cases=[("why?", {"fox": "so", "owl": "thus"})])
    refused = served.admin.post(f"{API}/items", json={"name": "elk"})
    assert (refused.status_code, "must come with its answers" in refused.json()["error"]) == (409, True)
    assert served.admin.post(f"{API}/items", json={"name": "elk", "answers": {"why?": "hence"}}).status_code == 201


def test_an_item_goes_and_comes_back(served):
    gone, again = served.admin.delete(f"{API}/items/0"), served.admin.delete(f"{API}/items/0")
    assert (gone.status_code, again.status_code) == (200, 200)
    assert gone.json()["active"] is again.json()["active"] is False
    back = served.admin.post(f"{API}/items", json={"name": "fox"})
    assert back.json()["active"] is True


def test_pictures_by_their_content(served):
    made = served.admin.post(f"{API}/items", json=sent("red", png()))
    assert made.status_code == 201
    shown = served.admin.get(f"{API}/items/4/content")
    assert (shown.headers["content-type"], shown.content) == ("image/png", png())
    assert served.admin.post(f"{API}/items", json=sent("red", png())).status_code == 200
    for wrong in (b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", b""):
        refused = served.admin.post(f"{API}/items", json=sent("no", wrong))
        assert refused.status_code == 422
        assert "picture must be" in refused.json()["error"]


def test_sizes(served):
    refused = served.admin.post(f"{API}/items", json={"name": "long", "content": "x" * 500_001})
    assert refused.status_code == 422
    assert served.admin.post(f"{API}/items", json=sent("big", png() + b"\0" * (8 * 2**20))).status_code == 422
    assert served.admin.post(f"{API}/items", content=b"x" * (12 * 2**20 + 1)).status_code == 413


@pytest.mark.parametrize("number", ["4", "99999999999999999999", "-1", "x"])
def test_there_is_no_such_item(served, number):
    assert served.admin.delete(f"{API}/items/{number}").status_code == 404
