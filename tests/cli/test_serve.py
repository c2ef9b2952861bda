"""duelling serve: from a folder to a page in one command."""

import threading

import httpx
import pytest

from duelling.cli import serve
from duelling.cli.commands import run
from duelling.errors import Conflict, WrongValue
from duelling.live.arena import Arena
from duelling.live.journal.opening import open_store
from duelling.serve import reach
from duelling.serve.access.vault import Vault
from tests.helpers.pictures import png
from tests.helpers.server import ADMIN, Server

pytestmark = pytest.mark.plain

PAGE = {"title": None, "question": None, "voters": None}


@pytest.fixture
def folder(tmp_path):
    room = tmp_path / "logos"
    room.mkdir()
    for name in ("red", "blue", "green"):
        (room / f"{name}.png").write_bytes(png(name))
    return room


def prepared(place, items=None, new_token=False, **page):
    made = serve.made_of(items and str(items), None, "text")
    return serve.prepare(str(place), "main", {"goal": "best", **made}, PAGE | page, new_token)


@pytest.mark.slow
def test_from_a_folder_to_the_first_vote_and_to_the_end(tmp_path, folder):
    place = tmp_path / "logos.db"
    with Server(place, "--items", str(folder), "--question", "Which?") as server:
        mine = httpx.Client(base_url=server.url, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=True)
        assert "Which?" in mine.get("/").text
        page = mine.post("/a/main/start").text
        ticket = page.partition('name="ticket" value="')[2].partition('"')[0]
        assert "Saved" in mine.post("/a/main/vote", data={"ticket": ticket, "answer": "left"}).text
        assert server.admin("GET", "/api/v1/arenas/main").json()["votes"] == 1
        assert server.stop() == 0  # SIGTERM is a good end
    assert server.log == ""
    with Arena(place) as arena:
        assert len(arena.votes()) == 1
        assert set(arena.items) == {"red", "blue", "green"}


@pytest.mark.slow
def test_cases_with_their_answers(tmp_path):
    place, prompts = tmp_path / "answers.db", tmp_path / "prompts.csv"
    prompts.write_text("prompt,brief,full\nWhat is tea?,*A drink.*,*Leaves* in water.\n")
    options = ("--items", "brief,full", "--cases", str(prompts), "--media", "markdown")
    with Server(place, *options) as server:
        mine = httpx.Client(base_url=server.url, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=True)
        page = mine.post("/a/main/start").text
        assert "What is tea?" in page
        assert "<em>A drink.</em>" in page
        assert "brief" not in page


def test_the_token_is_made_once_and_only_its_digest_is_kept(tmp_path, folder, monkeypatch):
    place = tmp_path / "logos.db"
    first = prepared(place, folder)
    assert len(first) >= 43
    assert not any(first.encode() in path.read_bytes() for path in tmp_path.glob("logos.db*"))
    assert prepared(place) is None
    second = prepared(place, new_token=True)
    with open_store(place) as store:
        assert Vault(store).token(first) is None
        assert Vault(store).is_admin(second)
    monkeypatch.setenv(serve.TOKEN, ADMIN)
    assert prepared(place) is None
    with open_store(place) as store:
        assert Vault(store).is_admin(ADMIN)
    monkeypatch.setenv(serve.TOKEN, "short")
    with pytest.raises(WrongValue, match="must have at least 20 characters"):
        prepared(place)


def test_the_same_command_starts_it_again_when_items_have_come_and_gone(tmp_path, folder):
    place = tmp_path / "a.db"
    prepared(place, folder)
    with Arena(place) as arena:
        arena.add("another")
        arena.retire("red")
    prepared(place, folder)
    with Arena(place) as arena:
        assert set(arena.items) == {"blue", "green", "another"}
    (folder / "stranger.png").write_bytes(png("white"))
    with pytest.raises(Conflict, match="'stranger' is not in it; use add or retire"):
        prepared(place, folder)


def test_what_is_said_of_the_pages_is_kept_and_added_to(tmp_path, folder):
    place = tmp_path / "logos.db"
    prepared(place, folder, title="T")
    prepared(place, voters="invited")
    with Arena(place) as arena:
        assert arena.settings.page == {"title": "T", "voters": "invited"}


@pytest.mark.parametrize(
    ("public", "host", "vote"),
    [
        ("", "127.0.0.1", "http://127.0.0.1:80/a/a%20b"),
        ("", "0.0.0.0", "http://192.0.2.7:80/a/a%20b"),
        ("", "::", "http://192.0.2.7:80/a/a%20b"),
        ("", "::1", "http://[::1]:80/a/a%20b"),
        ("https://vote.example", "0.0.0.0", "https://vote.example/a/a%20b"),
    ],
)
def test_links(monkeypatch, public, host, vote):
    monkeypatch.setattr(reach, "own_address", lambda host: "192.0.2.7")
    assert serve.addresses(public, host, 80, "a b")["vote"] == vote


@pytest.mark.parametrize(
    ("options", "alone"),
    [
        ([], True),
        (["--host", "localhost"], True),
        (["--host", "0.0.0.0"], False),
        (["--public", "https://vote.example"], False),
    ],
)
def test_what_is_printed_says_whether_others_get_in(tmp_path, capsys, monkeypatch, options, alone):
    monkeypatch.setattr("duelling.serve.run.run", lambda *arguments, **options: None)
    assert run(["serve", str(tmp_path / "a.db"), "--items", "a,b", "--port", "0", *options]) == 0
    said = capsys.readouterr().out
    assert ("Only this machine reaches it: --host 0.0.0.0 lets others in." in said) is alone
    assert ("http://127.0.0.1:" in said) is (options == [])
    assert "closing the terminal" in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "a.db': duelling arena new and duelling serve make one, with --items"),
        (["--items", "nowhere/"], "cannot read 'nowhere/'"),
        (["--items", "a,b", "--workers", "2"], "workers must be 1 for a file: several processes need PostgreSQL"),
        (["--items", "a,b", "--port", "70000"], "port must be a whole number from 0 to 65535"),
        (
            ["--items", "a,b", "--public", "foo"],
            "--public must be an address such as https://vote.example.org, got 'foo'",
        ),
        (["--items", "a,b", "--public", "https://x.org/?a=1"], "--public must be an address"),
        (["--items", "a,b", "--host", "256.1.1.1"], "cannot listen on 256.1.1.1"),
        (["--items", "a,b", "--voters", "all"], "page.voters: Input should be 'open', 'invited' or 'api'"),
        (["--items", "a,b", "--goal", "worst"], "goal must be"),
        (["--items", "a,b", "--log", "loud"], "--log must be one of info, warning, error, got 'loud'"),
        (["--items", "a"], "--items must be at least two names"),
        (["--items", "a,b", "--cases", "nowhere.txt"], "cannot read 'nowhere.txt'"),
        (["--cases", "nowhere.txt"], "--cases are those of a new arena: give --items as well"),
    ],
)
def test_bad_input_is_one_line(tmp_path, capsys, options, message):
    free = [] if "--port" in options else ["--port", "0"]
    assert run(["serve", str(tmp_path / "a.db"), *options, *free]) == 2
    err = capsys.readouterr().err
    assert err.startswith("duelling: ")
    assert message in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("terminal", "options", "level"),
    [
        (True, [], "warning"),
        (False, [], "info"),
        (True, ["--log", "info"], "info"),
        (False, ["--log", "error"], "error"),
    ],
)
def test_at_a_terminal_no_line_for_each_request(tmp_path, monkeypatch, terminal, options, level):
    heard = {}
    monkeypatch.setattr("duelling.serve.run.run", lambda *arguments, **options: heard.update(options))
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    assert run(["serve", str(tmp_path / "a.db"), "--items", "a,b", "--port", "0", *options]) == 0
    assert heard["log"] == level


def test_before_a_place_is_opened_it_is_settled_that_another_process_compiles(tmp_path, monkeypatch):
    """A journal of many votes is counted when it is opened: what is compiled for that would stay in memory."""
    apart, opened, prepare = threading.Event(), [], serve.prepare
    monkeypatch.setattr("duelling.core.jit._APART", apart)
    monkeypatch.setattr("duelling.serve.run.run", lambda *arguments, **options: None)
    monkeypatch.setattr(serve, "prepare", lambda *given: (opened.append(apart.is_set()), prepare(*given))[1])
    assert run(["serve", str(tmp_path / "a.db"), "--items", "a,b", "--port", "0"]) == 0
    assert opened == [True]


def test_a_port_that_is_taken(tmp_path, capsys):
    from duelling.serve.run import bind

    with bind("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert run(["serve", str(tmp_path / "a.db"), "--items", "a,b", "--port", port]) == 2
    assert "choose another --host or --port" in capsys.readouterr().err


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setattr(serve, "NEEDED", ("starlette", "no_such_module"))
    with pytest.raises(Conflict, match=r"no_such_module is missing: pip install 'duelling\[serve\]', ") as told:
        serve.check_installed()
    assert str(told.value).endswith("in a clone pip install '.[serve]'")
