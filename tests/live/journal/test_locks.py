"""One holder at a time, and file systems by their names."""

import threading

import pytest

from duelling.live.journal.locks import NETWORK, file_system, held

pytestmark = pytest.mark.plain

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 22 0:35 / /home rw shared:2 - nfs4 server:/home rw
41 40 8:2 / /home/ann/my\\040disk rw - xfs /dev/vdb rw
"""


def test_one_holds_the_lock_at_a_time(tmp_path):
    inside, most = [], []

    def hold():
        for _ in range(50):
            with held(tmp_path / "lock"):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=hold) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 200


def test_a_lock_file_that_is_deleted_meanwhile_is_made_again(tmp_path):
    path = tmp_path / "lock"
    with held(path):
        path.unlink()
        with held(path):
            assert path.exists()


@pytest.mark.parametrize(
    ("folder", "kind"), [("/home/bob", "nfs4"), ("/home/ann/my disk/x", "xfs"), ("/homes", "ext4"), ("/", "ext4")]
)
def test_the_file_system_is_that_of_the_nearest_mount(tmp_path, folder, kind):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    assert file_system(folder, mounts) == kind


def test_a_system_that_does_not_tell(tmp_path):
    assert file_system(tmp_path, tmp_path / "none") == ""
    assert "" not in NETWORK
