"""What is freed is given back."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.plain

PROGRAM = """
from duelling.serve.memory import give_back

def resident():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

small = [bytes(1000) for _ in range(100_000)]
last = bytes(1000)  # above all the others, which are kept below it
del small
before = resident()
give_back()
print(before - resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="where memory is given back is known for Linux")
def test_memory_is_given_back():
    told = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert int(told) > 50_000  # kB of 100 MB; other libraries of C than that of GNU may keep it
