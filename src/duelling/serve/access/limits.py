"""How often somebody may ask. Time is that of a clock that never jumps."""

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import lru_cache
from itertools import islice

ROOM = 100_000  # callers that are remembered at once
PRESENT = 30.0  # seconds after a question for which its voter counts as present

Clock = Callable[[], float]


class Limit:
    """At most ``most`` requests in ``seconds`` for each caller, at any pace; 0 is no limit.

    A caller is remembered by one number, the time at which all that he has asked for would be due at the even pace.
    """

    def __init__(self, most: int, seconds: float = 60.0, clock: Clock = time.monotonic, room: int = ROOM) -> None:
        self.most, self.seconds, self.room = most, seconds, room
        self._clock = clock
        self._due: OrderedDict[str, float] = OrderedDict()

    def wait(self, caller: str, count: int = 1) -> float:
        """Count ``count`` requests and return 0; or count nothing, and return for how many seconds to wait."""
        if not self.most:
            return 0.0
        now, step = self._clock(), self.seconds / self.most
        due = max(self._due.get(caller, now), now) + step * count
        if due - now > self.seconds + step * 1e-9:
            return due - now - self.seconds
        self._due[caller] = due
        self._due.move_to_end(caller)
        while len(self._due) > self.room or (self._due and next(iter(self._due.values())) <= now):
            self._due.popitem(last=False)
        return 0.0


class Turns:
    """Voters take turns: many votes of one person in a row would pass for the taste of all.

    Whoever gave the last ``most`` votes waits while another voter is present, until that voter has voted or left.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._last: deque[str] = deque(maxlen=1000)
        self._seen: OrderedDict[str, float] = OrderedDict()

    def asked(self, voter: str) -> None:
        """This voter has a question before him."""
        self._seen[voter] = self._clock()
        self._seen.move_to_end(voter)
        while self._seen and next(iter(self._seen.values())) < self._clock() - PRESENT:
            self._seen.popitem(last=False)

    def told(self, voter: str) -> None:
        """This voter has answered."""
        self._last.append(voter)

    def wait(self, voter: str, most: int, coming: int = 0) -> float:
        """Return for how many seconds the voter waits for others; 0 if it is his turn, or ``most`` is 0.

        ``coming`` says how many votes of his are about to be told.
        """
        row = most - coming
        if not most or len(self._last) < row or {*islice(reversed(self._last), row)} - {voter}:
            return 0.0
        latest = next((at for other, at in reversed(self._seen.items()) if other != voter), None)
        return 0.0 if latest is None else max(0.0, latest + PRESENT - self._clock())


@lru_cache(1024)
def address_of(host: str | None) -> str:
    """Return by what an address is counted: an IPv6 one by its network, since whoever has one has billions.

    >>> address_of("2001:db8::17"), address_of("192.0.2.7")
    ('2001:db8::/64', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or ""
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
