"""The doorbell."""

from __future__ import annotations

import threading
import time

import pytest

from referee.live import Full, Notifier, Priority


def test_a_ring_reaches_all_who_listen_at_the_table_and_nobody_else():
    bell = Notifier()
    with bell.listen(1) as one, bell.listen(1) as two, bell.listen(2) as other:
        bell.ring(1, 7)
        assert one.wait(1) == 7
        assert two.wait(1) == 7
        assert other.wait(0) is None
        assert one.wait(0) is None


def test_many_rings_are_heard_as_the_latest():
    bell = Notifier()
    with bell.listen(1) as ear:
        for number in (3, 9, 5):
            bell.ring(1, number)
        assert ear.wait(0) == 9
        assert ear.wait(0) is None


def test_a_ring_while_waiting_wakes_at_once():
    bell = Notifier()
    with bell.listen(1) as ear:
        threading.Timer(0.05, bell.ring, (1, 4)).start()
        began = time.monotonic()
        assert ear.wait(5) == 4
        assert time.monotonic() - began < 2


def test_no_ring_is_lost_among_threads():
    """Whoever waits hears the last number, however rings and waits fall."""
    bell = Notifier()
    last = 2000
    heard = {}

    def listen(ear, i):
        while (number := ear.wait(10)) is not None and number < last:
            pass
        heard[i] = number

    ears = [bell.listen(1) for _ in range(6)]
    threads = [threading.Thread(target=listen, args=(ear, i)) for i, ear in enumerate(ears)]
    for thread in threads:
        thread.start()
    for number in range(1, last + 1):
        bell.ring(1, number)
    for thread in threads:
        thread.join(10)
    assert heard == dict.fromkeys(range(6), last)


def test_phones_that_watch_leave_places_to_seats_and_both_to_the_host():
    bell = Notifier(most=10, most_watching=4, reserved=4)
    for _ in range(4):
        bell.listen(1)
    with pytest.raises(Full):
        bell.listen(1)
    for _ in range(2):
        bell.listen(2)
    with pytest.raises(Full):
        bell.listen(3)
    for table in (1, 2):
        bell.listen(table, Priority.SEATED)
    with pytest.raises(Full):
        bell.listen(1, Priority.SEATED)
    for table in (1, 3):
        bell.listen(table, Priority.HOST)
    with pytest.raises(Full):
        bell.listen(1, Priority.HOST)


def test_at_the_limit_one_more_is_refused_and_none_is_put_out():
    bell = Notifier(most=3, most_watching=2, reserved=0)
    ears = [bell.listen(1), bell.listen(1)]
    with pytest.raises(Full):
        bell.listen(1)
    ears.append(bell.listen(2))
    with pytest.raises(Full):
        bell.listen(3)
    bell.ring(1, 1)
    assert [ear.wait(0) for ear in ears] == [1, 1, None]
    ears[0].close()
    ears[0].close()
    assert (bell.count(), bell.count(1), bell.count(3)) == (2, 1, 0)
    bell.listen(3)


def test_nobody_waits_for_a_listener_that_never_reads():
    bell = Notifier()
    with bell.listen(1):
        began = time.monotonic()
        for number in range(10_000):
            bell.ring(1, number)
        assert time.monotonic() - began < 5


def test_greenlets_wake_too():
    """Under gevent the same code waits without stopping the others (in a process of its own)."""
    import subprocess
    import sys

    program = """
from gevent import monkey; monkey.patch_all()
import gevent, time
from referee.live import Notifier
bell = Notifier()
ears = [bell.listen("t") for _ in range(50)]
heard = [gevent.spawn(ear.wait, 5) for ear in ears]
gevent.sleep(0.01)
began = time.monotonic()
bell.ring("t", 3)
gevent.joinall(heard)
assert [g.value for g in heard] == [3] * 50
assert time.monotonic() - began < 2
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)
