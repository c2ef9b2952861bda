"""The tables, for SQLite and PostgreSQL: one list of columns, in the words of each.

``event`` only grows: triggers refuse to change or delete what stands in it. ``snapshot`` is a cache.
"""

from duelling.live.journal.rows import COLUMNS, VOTE

SCHEMA = 1  # the newest form of the tables; migrations.py brings older ones up to it

LITE = {int: "integer", float: "real", bool: "integer", str: "text"}
LARGE = {int: "bigint", float: "double precision", bool: "boolean", str: "text"}
HOME = "duelling"  # the schema of PostgreSQL that holds the tables
RARE = f"kind not in ({', '.join(map(repr, VOTE))})"  # as every statement must write it that is to use the index
INDEXES = (
    "create index event_key on event (arena, key) where key is not null",  # the same request gets the same tickets
    f"create index event_rare on event (arena, seq) where {RARE}",  # what is not a part of every vote
    "create index event_told on event (arena, question) where kind = 'told'",  # what was answered long ago
)


def quoted(names: object) -> str:
    """Names of columns for a statement; ``case`` and others are words of SQL."""
    return ", ".join(f'"{name}"' for name in names)  # type: ignore[attr-defined]


def _typed(types: dict[type, str]) -> str:
    return ", ".join(f'"{name}" {types[kind]}' for name, kind in COLUMNS.items())


SQLITE = (
    "create table meta (key text primary key, value text not null) strict, without rowid",
    f"insert into meta values ('schema', '{SCHEMA}')",
    "create table arena (id integer primary key, name text not null unique, head integer not null, "
    "chain integer not null) strict",
    "create table event (arena integer not null, seq integer not null, at integer not null, kind text not null, "
    f"chain integer not null, {_typed(LITE)}, data text, primary key (arena, seq)) strict, without rowid",
    *INDEXES,
    *(
        f"create trigger event_no_{verb} before {verb} on event begin select raise(abort, 'events are kept'); end"
        for verb in ("update", "delete")
    ),
    "create table snapshot (arena integer not null, seq integer not null, chain integer not null, digest blob not null,"
    " state blob not null, primary key (arena, seq)) strict",
    "create table media (hash text primary key, kind text not null, content blob not null) strict",
)
POSTGRES = (
    f"create schema {HOME}",
    f"create table {HOME}.meta (key text primary key, value text not null)",
    f"insert into {HOME}.meta values ('schema', '{SCHEMA}')",
    f"create table {HOME}.arena (id integer generated always as identity primary key, name text not null unique, "
    "head bigint not null, chain bigint not null) with (fillfactor = 50)",
    f"create table {HOME}.event (arena integer not null, seq bigint not null, at bigint not null, kind text not null, "
    f"chain bigint not null, {_typed(LARGE)}, data json, primary key (arena, seq))",
    *(index.replace(" on event", f" on {HOME}.event") for index in INDEXES),
    f"create function {HOME}.keep() returns trigger language plpgsql as "
    "$$ begin raise exception 'events are kept' using errcode = 'integrity_constraint_violation'; end $$",
    f"create trigger event_kept before update or delete or truncate on {HOME}.event "
    f"for each statement execute function {HOME}.keep()",
    f"create table {HOME}.snapshot (arena integer not null, seq bigint not null, chain bigint not null, "
    "digest bytea not null, state bytea not null, primary key (arena, seq))",
    f"create table {HOME}.media (hash text primary key, kind text not null, content bytea not null)",
)
