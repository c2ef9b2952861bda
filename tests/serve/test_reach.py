"""The address by which others come."""

import socket
from ipaddress import ip_address

import pytest

from duelling.serve import reach

pytestmark = pytest.mark.plain


class Way:
    """A socket that knows where it leads, and cannot send."""

    def __init__(self, own):
        self.own, self.to = own, None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    def connect(self, address):
        if self.own is None:
            raise OSError("Network is unreachable")
        self.to = address

    def getsockname(self):
        return (self.own, 4711)


@pytest.mark.parametrize(
    ("host", "own", "found"),
    [
        ("0.0.0.0", "198.51.100.4", "198.51.100.4"),
        ("::", "2001:db8::4", "[2001:db8::4]"),
        ("0.0.0.0", None, "a-machine"),
        ("192.0.2.9", None, "192.0.2.9"),
        ("::1", None, "[::1]"),
    ],
)
def test_who_listens_everywhere_is_reached_by_the_address_from_which_it_sends(monkeypatch, host, own, found):
    monkeypatch.setattr(socket, "socket", lambda family, kind: Way(own))
    monkeypatch.setattr(socket, "gethostname", lambda: "a-machine")
    assert reach.reached_by(host) == found


def test_this_machine_knows_its_address_or_its_name():
    found = reach.own_address("0.0.0.0")
    assert found == socket.gethostname() or ip_address(found).version == 4


@pytest.mark.parametrize(
    ("address", "alone"),
    [
        ("http://127.0.0.1:8000/", True),
        ("http://[::1]:8000/", True),
        ("http://localhost/", True),
        ("https://vote.example.org/", False),
        ("http://192.0.2.7:8000/", False),
        ("http://[/", False),
        ("", False),
    ],
)
def test_whether_only_this_machine_gets_in(address, alone):
    assert reach.only_here(reach.host_of(address)) is alone
