"""The player for more than one machine: a dask cluster plays the pieces, this program writes the files.

A worker needs this package and nothing else: problems travel with their pieces, and so do users' files.
"""

import contextlib
import functools
import logging
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duelling.errors import Conflict, WrongValue
from duelling.lab.grids.pieces import Piece
from duelling.lab.grids.run import Threads
from duelling.lab.grids.units import Found
from duelling.registry.extensions import PREFIX, load
from duelling.registry.facts import ALGORITHMS
from duelling.texts import first_line

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 5.0  # seconds in which the scheduler must answer and have a worker
LOUD = ("distributed", "distributed.client", "tornado.application")  # loggers of dask, each with a level of its own


@contextlib.contextmanager
def connect(address: str, patience: float = PATIENCE) -> Iterator["Cluster"]:
    """The player of the cluster whose scheduler is at ``address``, such as tcp://host:8786."""
    distributed = _installed()
    with _silent():
        try:
            client = distributed.Client(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WrongValue(f"scheduler must be the address of a dask scheduler that answers, got {address!r}: "
                             f"{first_line(error)}") from None  # fmt: skip
        with client:
            try:
                client.wait_for_workers(1, timeout=patience)
                player = Cluster(client)
            except TimeoutError:
                raise WrongValue(f"scheduler must have at least one worker, {address!r} has none") from None
            except OSError as error:
                raise Conflict(f"the scheduler at {address!r} has gone: {first_line(error)}") from None
            yield player


@contextlib.contextmanager
def local(threads: int | None = None) -> Iterator["Cluster"]:
    """The player of a cluster inside this program, which ends with the context, and opens no port.

    Its worker has threads and no processes: these would take seconds to start, and each would compile for itself.
    """
    distributed, lanes = _installed(), Threads(threads).lanes
    silent = logging.CRITICAL + 1
    with (
        _silent(),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=lanes, processes=False, dashboard_address=None, silence_logs=silent
        ) as machine,
        distributed.Client(machine, set_as_default=False) as client,
    ):
        yield Cluster(client)


def _installed() -> Any:
    try:
        import distributed
    except ImportError:
        raise Conflict("the dask engine needs dask.distributed: pip install 'duelling[dask]'") from None
    return distributed


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Keep dask from printing tracebacks where a cluster goes away: an error of ours says it in one line."""
    loggers = [logging.getLogger(name) for name in LOUD]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


class Cluster:
    """A player; made by ``connect`` and ``local``."""

    def __init__(self, client: "Client") -> None:
        self.client = client
        self.lanes = sum(client.nthreads().values())

    def play(self, pieces: Sequence[Piece], progress: Callable[[Piece, int], None]) -> Iterator[tuple[Piece, Found]]:
        """Play the pieces on the workers; a piece whose worker dies is given to another one."""
        from distributed import CancelledError, KilledWorker, as_completed

        futures = {
            self.client.submit(
                play_there, pickle.dumps(piece), piece.unit.key(), _sources(piece), pure=False, priority=-n
            ): piece
            for n, piece in enumerate(pieces)
        }
        try:
            for future in as_completed(list(futures), loop=self.client.loop):
                result, piece = future.result(), futures.pop(future)
                future.release()
                progress(piece, piece.runs * piece.unit.each)
                yield piece, result
        except KilledWorker as error:
            raise Conflict(f"the cluster lost one worker after another: {first_line(error)}") from None
        except (CancelledError, OSError) as error:
            raise Conflict(f"the scheduler has gone, what was finished is kept: {first_line(error)}") from None
        except ModuleNotFoundError as error:
            raise Conflict(f"each worker must have duelling installed: {first_line(error)}") from None


def play_there(packed: bytes, key: str, sources: Sequence[tuple[str, str, bytes]]) -> Found:
    """Play a piece on a worker, if it has the same sources as the program that asks for it."""
    for module, name, content in sources:
        if module not in sys.modules:
            _load(name, content)
    piece: Piece = pickle.loads(packed)
    if piece.unit.key() != key:  # computed from the sources here
        raise Conflict("each worker must have the same version of duelling as this program, one has another")
    return piece.play()


def _sources(piece: Piece) -> list[tuple[str, str, bytes]]:
    """Module, name and content of the users' files that declare the algorithm, the problem or a winner."""
    homes = piece.unit.homes | {ALGORITHMS.home(piece.unit.chosen.algorithm.name)}
    files = {module: Path(str(sys.modules[module].__file__)) for module in homes if module.startswith(PREFIX)}
    return [(module, file.name, file.read_bytes()) for module, file in sorted(files.items())]


@functools.cache
def _load(name: str, content: bytes) -> Any:
    """Load a user's file that came with a piece; the file is kept as long as this process."""
    room = tempfile.TemporaryDirectory()
    (Path(room.name) / name).write_bytes(content)
    load(Path(room.name) / name)
    return room
