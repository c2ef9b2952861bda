"""What is freed is given back."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.plain

RESIDENT = """
from duelling.serve.memory import give_back, spare_memory

def resident():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
"""
SMALL = """

small = [bytes(1000) for _ in range(100_000)]
last = bytes(1000)  # above all the others, which are kept below it
del small
before = resident()
give_back()
print(before - resident())
"""
LARGE = """
{first}
del (freed := [bytearray(30_000_000)])[:]  # from now on the allocator would keep what is smaller than this
many = [bytearray(b"x") * 8_000_000 for _ in range(10)]
last = bytes(100_000)  # above all the others
before = resident()
del many
print(before - resident())
"""
COMPILER = """
import ctypes, llvmlite.binding
with open("/proc/self/maps") as file:  # all of its code is read, as if it were used
    for line in file:
        if "libllvmlite" in line and " r-xp " in line:
            begin, end = (int(each, 16) for each in line.split()[0].split("-"))
            ctypes.string_at(begin, end - begin)
before = resident()
give_back()
print(before - resident())
assert llvmlite.binding.parse_assembly("define void @f() {\\n ret void\\n}")  # it still runs
"""


def given_back(program: str) -> int:
    """The kB that a program says it has given back."""
    return int(subprocess.run([sys.executable, "-c", RESIDENT + program], capture_output=True, check=True).stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="where memory is given back is known for Linux")
def test_memory_is_given_back():
    assert given_back(SMALL) > 50_000  # of 100 MB; other libraries of C than that of GNU may keep it


@pytest.mark.skipif(sys.platform != "linux", reason="where memory is given back is known for Linux")
def test_code_that_is_used_once_goes_back_and_can_be_used_again():
    assert given_back(COMPILER) > 30_000  # of 80 MB


@pytest.mark.skipif(sys.platform != "linux", reason="where memory is given back is known for Linux")
def test_large_arrays_go_back_at_once():
    assert given_back(LARGE.format(first="spare_memory()")) > 70_000  # of 80 MB
    assert given_back(LARGE.format(first="")) < 70_000  # so that this says something


def test_what_is_there_at_the_start_is_never_looked_through_again():
    code = """
import gc
from duelling.serve.memory import NEW_OBJECTS, collect_seldom
collect_seldom()
assert gc.get_freeze_count() > 10_000 and gc.get_threshold()[0] == NEW_OBJECTS
ring = []
ring.append(ring)
del ring
assert gc.collect() == 1  # rings that come later are found as ever
"""
    subprocess.run([sys.executable, "-c", code], check=True)
