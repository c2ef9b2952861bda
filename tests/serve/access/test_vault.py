"""Tokens are known by their digests, links end when they are told to, and several processes see the same."""

import secrets
import threading

import pytest

from duelling.errors import Conflict, Unavailable, UnknownName
from duelling.serve.access.vault import NOTE, Token, Vault, new_token
from tests.helpers.notes import Clock, MemoryNotes

pytestmark = pytest.mark.plain


@pytest.fixture
def notes():
    return MemoryNotes()


@pytest.fixture
def vault(notes):
    return Vault(notes)


def test_no_token_is_kept(vault, notes):
    tokens = [vault.set_admin(), vault.issue("judge", "vote", "main")]
    assert all(len(token) >= 43 for token in tokens)  # 256 bits
    assert not any(token in notes[NOTE] for token in tokens)


def test_what_each_token_allows(vault):
    admin, judge = vault.set_admin(), vault.issue("judge", "vote", "main")
    assert vault.token(admin) == Token(label="admin", scope="admin")
    found = vault.token(judge)
    assert (found.label, found.scope, found.arena) == ("judge", "vote", "main")
    for wrong in ("", admin[:-1], judge + "x", "\ud800", "ä", vault.tokens()[0].label):
        assert vault.token(wrong) is None


def test_without_an_admin_token_nobody_is_admin(vault):
    assert not vault.has_admin
    assert vault.token("") is None
    assert not vault.is_admin("")


def test_a_new_admin_token_ends_the_old_one_and_its_cookies(vault):
    old = vault.set_admin("a token that I chose myself")
    assert old == "a token that I chose myself"
    cookie = vault.admins().write("later")
    assert vault.admins().read(cookie) == ["later"]
    vault.set_admin()
    assert vault.token(old) is None
    assert vault.admins().read(cookie) is None


def test_a_token_ends(vault):
    judge = vault.issue("judge", "read")
    with pytest.raises(Conflict, match="label 'judge' is taken"):
        vault.issue("judge", "vote")
    assert [token.label for token in vault.tokens()] == ["judge"]
    vault.end("judge")
    assert vault.token(judge) is None
    with pytest.raises(UnknownName, match="no token with the label 'judge'"):
        vault.end("judge")


def test_links_end_for_one_arena_alone(vault):
    cookies = {name: vault.voters(name, "cookie").write("ann") for name in ("one", "two")}
    link = vault.voters("one", "link").write("ann")
    assert vault.voters("one", "cookie").read(link) is None  # a link is no cookie
    vault.end_links("one")
    assert vault.voters("one", "cookie").read(cookies["one"]) is None
    assert vault.voters("one", "link").read(link) is None
    assert vault.voters("two", "cookie").read(cookies["two"]) == ["ann"]


def test_another_process_sees_a_change_within_a_second(notes):
    clock = Clock()
    here, there = Vault(notes, clock), Vault(notes, clock)
    token = there.issue("judge", "vote")
    assert here.token(token) is None
    assert not here.stale
    clock.now += 1
    assert here.stale
    here.refresh()
    assert here.token(token) is not None
    cookie = here.voters("main", "cookie").write("ann")
    assert there.voters("main", "cookie").read(cookie) == ["ann"]  # one key for both


def test_changes_at_the_same_time_are_all_kept(notes):
    vaults = [Vault(notes) for _ in range(4)]
    threads = [
        threading.Thread(target=lambda k=k: [vaults[k].issue(f"{k}-{n}", "vote") for n in range(10)]) for k in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Vault(notes).tokens()) == 40


def test_notes_that_never_hold_still(vault, notes):
    notes.swap = lambda *_: False
    with pytest.raises(Unavailable, match="being changed by others: try again"):
        vault.set_admin()


def test_no_token_begins_like_an_option(monkeypatch):
    made = iter(["-a", "-b", "c"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(made))
    assert new_token() == "c"
