"""Counts, in the text form of Prometheus."""

import pytest

from duelling.serve.metrics import BOUNDS, Metrics, memory

pytestmark = pytest.mark.plain


def test_requests_and_times_are_counted():
    metrics = Metrics()
    for seconds in (0.001, 0.005, 0.006, 99.0):
        metrics.count("GET", "/a", 200, seconds)
    metrics.count("GET", "/a", 404, 0.02)
    lines = metrics.text({"votes": {'x"\\y\nz': 3}}).splitlines()
    assert 'duelling_requests_total{method="GET",route="/a",status="200"} 4' in lines
    assert 'duelling_requests_total{method="GET",route="/a",status="404"} 1' in lines
    buckets = [float(line.split()[-1]) for line in lines if "_bucket" in line]
    assert buckets[:3] == [2, 3, 4]
    assert buckets == sorted(buckets)
    assert (len(buckets), buckets[-1]) == (len(BOUNDS) + 1, 5)
    assert 'duelling_request_seconds_sum{route="/a"} 99.032000' in lines
    assert 'duelling_votes{arena="x\\"\\\\y\\nz"} 3' in lines


def test_memory_is_that_of_this_process():
    before = memory()
    held = bytearray(64 * 2**20)
    held[::4096] = b"x" * len(held[::4096])
    assert 10 * 2**20 < before < memory()
