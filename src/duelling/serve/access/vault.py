"""What the service remembers and no journal may hold: a key, and the digests of tokens."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from duelling.errors import Conflict, Unavailable, UnknownName, plain_text
from duelling.serve.access.seals import Seal

NOTE = "serve"
FRESH = 1.0  # seconds for which what was read counts: another process may have changed it
TRIES = 50
Scope = Literal["vote", "read", "admin"]


class Notes(Protocol):
    """A few texts by name, kept beside the journals."""

    def note(self, key: str) -> str | None:
        """Return the text, or None."""

    def swap(self, key: str, old: str | None, new: str) -> bool:
        """Write ``new`` if the text is still ``old``; say whether it was."""


class Token(BaseModel):
    """What a program may do: vote for the voters that it names, read, or everything; in one arena or in all."""

    model_config = ConfigDict(frozen=True)

    label: str
    scope: Scope
    arena: str | None = None
    made: int = 0  # seconds since 1970


ADMIN_TOKEN = Token(label="admin", scope="admin")


class _Kept(BaseModel):
    secret: str
    admin: str = ""
    tokens: dict[str, Token] = Field(default_factory=dict)  # by digest
    links: dict[str, int] = Field(default_factory=dict)  # how often all links of an arena were ended


class Vault:
    """Makes, knows and forgets tokens, and seals cookies and links."""

    def __init__(self, notes: Notes, clock: Callable[[], float] = time.monotonic) -> None:
        self._notes, self._clock = notes, clock
        self._read = -FRESH
        self._kept = _Kept(secret="")
        if notes.note(NOTE) is None:
            notes.swap(NOTE, None, _Kept(secret=secrets.token_hex(32)).model_dump_json())
        self.refresh()

    @property
    def stale(self) -> bool:
        """Whether another process may have changed something since it was read."""
        return self._clock() - self._read >= FRESH

    def refresh(self) -> None:
        """Read again."""
        self._kept = _Kept.model_validate_json(self._notes.note(NOTE) or "{}")
        self._read = self._clock()

    def set_admin(self, token: str | None = None) -> str:
        """Return the admin token from now on, ``token`` or a new one. The one before, and its cookies, end."""
        chosen = token or new_token()
        self._change(lambda kept: setattr(kept, "admin", digest(chosen)))
        return chosen

    @property
    def has_admin(self) -> bool:
        """Whether there is an admin token."""
        return bool(self._kept.admin)

    def is_admin(self, token: str) -> bool:
        """Whether this is the admin token."""
        return hmac.compare_digest(digest(token), self._kept.admin)

    def issue(self, label: str, scope: Scope, arena: str | None = None) -> str:
        """Return a new token for a program; raise Conflict if the label is taken."""
        plain_text("label", label)
        secret = new_token()
        made = Token(label=label, scope=scope, arena=arena, made=int(time.time()))

        def add(kept: _Kept) -> None:
            if any(each.label == label for each in kept.tokens.values()):
                raise Conflict(f"label {label!r} is taken: choose another, or end that token first")
            kept.tokens[digest(secret)] = made

        self._change(add)
        return secret

    def end(self, label: str) -> None:
        """Let a token be worth nothing from now on; raise UnknownName if there is none of this label."""

        def drop(kept: _Kept) -> None:
            found = [key for key, token in kept.tokens.items() if token.label == label]
            if not found:
                raise UnknownName(f"there is no token with the label {label!r}")
            del kept.tokens[found[0]]

        self._change(drop)

    def tokens(self) -> list[Token]:
        """What tokens there are, without the tokens."""
        return sorted(self._kept.tokens.values(), key=lambda token: token.label)

    def token(self, text: str) -> Token | None:
        """Return what this token allows. It is looked up by its digest, so that time tells nothing about the others."""
        if self.has_admin and self.is_admin(text):
            return ADMIN_TOKEN
        return self._kept.tokens.get(digest(text))

    def end_links(self, arena: str) -> None:
        """Let all invitations and all cookies of an arena be worth nothing from now on."""
        self._change(lambda kept: kept.links.__setitem__(arena, kept.links.get(arena, 0) + 1))

    def voters(self, arena: str, purpose: Literal["cookie", "link"]) -> Seal:
        """Return the seal of an arena's cookies, or of its invitations."""
        return Seal(self._key, purpose, arena, str(self._kept.links.get(arena, 0)))

    def admins(self) -> Seal:
        """Return the seal of the admin's cookies, which end with the token."""
        return Seal(self._key, "admin", self._kept.admin)

    @property
    def _key(self) -> bytes:
        return bytes.fromhex(self._kept.secret)

    def _change(self, change: Callable[[_Kept], object]) -> None:
        for _ in range(TRIES):
            before = self._notes.note(NOTE)
            kept = _Kept.model_validate_json(before or "{}")
            change(kept)
            if self._notes.swap(NOTE, before, kept.model_dump_json()):
                self.refresh()
                return
        raise Unavailable("the settings of the service are being changed by others: try again")


def new_token() -> str:
    """Return a random token; one that begins with a dash would be taken for an option on a command line."""
    while (made := secrets.token_urlsafe(32)).startswith("-"):
        pass
    return made


def digest(token: str) -> str:
    """Return what is kept of a token. It is long and random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
