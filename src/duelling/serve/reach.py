"""By which address others on the same network reach this machine."""

import ipaddress
import socket
from urllib.parse import urlsplit

# Hosts that stand for all addresses of this machine, and for each an address elsewhere, which belongs to nobody
EVERYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}


def reached_by(host: str) -> str:
    """Return the host by which others reach what listens on ``host``, as an address has it.

    >>> reached_by("127.0.0.1"), reached_by("::1")
    ('127.0.0.1', '[::1]')
    """
    found = own_address(host) if host in EVERYWHERE else host
    return f"[{found}]" if ":" in found else found


def own_address(host: str) -> str:
    """Return the address from which this machine would send to others; where it has none, its name.

    Nothing is sent: a socket of this kind asks the system for the way when it is connected.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((EVERYWHERE[host], 9))
            return str(way.getsockname()[0])
    except OSError:
        return socket.gethostname()


def only_here(host: str) -> bool:
    """Whether nobody but this machine reaches a host.

    >>> only_here("127.0.0.1"), only_here("localhost"), only_here("192.0.2.7")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def host_of(address: str) -> str:
    """Return the host in an address of the web; nothing where there is none. A visitor may claim any.

    >>> host_of("http://[::1]:8000/"), host_of("http://[/")
    ('::1', '')
    """
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
