"""Files and templates."""

import re
from importlib import resources

import pytest

from duelling.serve.pages.render import address, files

pytestmark = pytest.mark.plain


def test_files_have_the_address_of_their_content(served):
    mine = served.visitor()
    assert set(files()) == {"board.css", "board.js", "icon.svg", "login.js", "page.css", "vote.js"}
    for name, file in files().items():
        answer = mine.get(address(name))
        assert (answer.content, answer.headers["content-type"].split(";")[0]) == (file.data, file.kind)
        assert "immutable" in answer.headers["cache-control"]
        assert mine.get(f"/static/{name}").headers["cache-control"] == "no-cache"
    assert mine.get("/static/../service.py").status_code == 404
    assert mine.get("/static/%2e%2e%2fservice.py").status_code == 404


def test_no_code_and_no_style_stands_in_a_template():
    for each in resources.files("duelling.serve").joinpath("templates").rglob("*.html"):
        text = each.read_text()
        assert not re.search(r"<script(?![^>]* src=)|<style|\bstyle=|\bon[a-z]+=|javascript:", text), each.name
        assert not re.search(r"https?://", text), each.name  # nothing is loaded from elsewhere


def test_styles_and_scripts_load_nothing_from_elsewhere():
    for name, file in files().items():
        if name != "icon.svg":  # whose namespace is an address
            assert not re.search(rb"https?://|@import|url\(", file.data), name
