"""What happened, in numbers, as Prometheus reads them."""

import resource
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds
PAGE_SIZE = resource.getpagesize()


class Metrics:
    """Counts requests by route and status, and how long they took."""

    def __init__(self) -> None:
        self._requests: dict[tuple[str, str, int], int] = defaultdict(int)
        self._times: dict[str, list[float]] = defaultdict(lambda: [0.0] * (len(BOUNDS) + 2))  # counts, all, seconds

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests[method, route, status] += 1
        times = self._times[route]
        times[bisect_left(BOUNDS, seconds)] += 1
        times[-1] += seconds

    def text(self, arenas: Mapping[str, Mapping[str, float]]) -> str:
        """Return everything in the text form; ``arenas`` are numbers by name, and by the name of the arena."""
        lines = ["# TYPE duelling_requests_total counter"]
        for (method, route, status), count in sorted(self._requests.items()):
            labels = _labels(method=method, route=route, status=status)
            lines.append(f"duelling_requests_total{labels} {count}")
        lines.append("# TYPE duelling_request_seconds histogram")
        for route, times in sorted(self._times.items()):
            total = 0.0
            for bound, number in zip((*map(str, BOUNDS), "+Inf"), times, strict=False):
                total += number
                lines.append(f"duelling_request_seconds_bucket{_labels(route=route, le=bound)} {total:g}")
            lines.append(f"duelling_request_seconds_sum{_labels(route=route)} {times[-1]:.6f}")
            lines.append(f"duelling_request_seconds_count{_labels(route=route)} {total:g}")
        for name, values in arenas.items():
            lines.append(f"# TYPE duelling_{name} gauge")
            lines += [f"duelling_{name}{_labels(arena=arena)} {value:g}" for arena, value in values.items()]
        lines += ["# TYPE process_resident_memory_bytes gauge", f"process_resident_memory_bytes {memory()}"]
        return "\n".join(lines) + "\n"


def memory() -> int:
    """Return how much memory this process has now, in bytes."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * PAGE_SIZE
    except OSError:  # not Linux: the most that it ever had
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def _labels(**values: object) -> str:
    r"""Labels of a line; quotes, backslashes and ends of lines are escaped as the text form wants it."""
    escaped = {
        name: str(value).replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n") for name, value in values.items()
    }
    return "{" + ",".join(f'{name}="{value}"' for name, value in escaped.items()) + "}"
