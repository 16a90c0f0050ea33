"""Notifying the phones of a table."""

from __future__ import annotations

import threading
import time

import pytest

from referee.live import Full, Notifier, Priority


def test_a_ring_reaches_all_who_listen_at_the_table_and_nobody_else():
    notifier = Notifier()
    with notifier.listen(1) as one, notifier.listen(1) as two, notifier.listen(2) as other:
        notifier.publish(1, 7)
        assert one.wait(1) == 7
        assert two.wait(1) == 7
        assert other.wait(0) is None
        assert one.wait(0) is None


def test_many_rings_are_heard_as_the_latest():
    notifier = Notifier()
    with notifier.listen(1) as subscription:
        for number in (3, 9, 5):
            notifier.publish(1, number)
        assert subscription.wait(0) == 9
        assert subscription.wait(0) is None


def test_who_brought_the_table_to_its_latest_number_is_known():
    notifier = Notifier()
    with notifier.listen(1) as subscription:
        assert not subscription.is_notified
        for number, by in ((3, 5), (9, 6), (9, 7), (8, 5)):
            notifier.publish(1, number, by)
        assert subscription.is_notified
        assert subscription.wait(0) == 9
        assert subscription.by == 6
        notifier.publish(1, 10)
        assert subscription.by == 0


def test_a_ring_while_waiting_wakes_at_once():
    notifier = Notifier()
    with notifier.listen(1) as subscription:
        threading.Timer(0.05, notifier.publish, (1, 4)).start()
        began = time.monotonic()
        assert subscription.wait(5) == 4
        assert time.monotonic() - began < 2


def test_no_ring_is_lost_among_threads():
    """Whoever waits hears the last number, however rings and waits fall."""
    notifier = Notifier()
    last = 2000
    heard = {}

    def listen(subscription, i):
        while (number := subscription.wait(10)) is not None and number < last:
            pass
        heard[i] = number

    subscriptions = [notifier.listen(1) for _ in range(6)]
    threads = [
        threading.Thread(target=listen, args=(subscription, i))
        for i, subscription in enumerate(subscriptions)
    ]
    for thread in threads:
        thread.start()
    for number in range(1, last + 1):
        notifier.publish(1, number)
    for thread in threads:
        thread.join(10)
    assert heard == dict.fromkeys(range(6), last)


def test_phones_that_watch_leave_places_to_seats_and_both_to_the_host():
    notifier = Notifier(most=10, most_watching=4, reserved=4)
    for _ in range(4):
        notifier.listen(1)
    with pytest.raises(Full):
        notifier.listen(1)
    for _ in range(2):
        notifier.listen(2)
    with pytest.raises(Full):
        notifier.listen(3)
    for table in (1, 2):
        notifier.listen(table, Priority.SEATED)
    with pytest.raises(Full):
        notifier.listen(1, Priority.SEATED)
    for table in (1, 3):
        notifier.listen(table, Priority.HOST)
    with pytest.raises(Full):
        notifier.listen(1, Priority.HOST)


def test_at_the_limit_one_more_is_refused_and_none_is_put_out():
    notifier = Notifier(most=3, most_watching=2, reserved=0)
    subscriptions = [notifier.listen(1), notifier.listen(1)]
    with pytest.raises(Full):
        notifier.listen(1)
    subscriptions.append(notifier.listen(2))
    with pytest.raises(Full):
        notifier.listen(3)
    notifier.publish(1, 1)
    assert [subscription.wait(0) for subscription in subscriptions] == [1, 1, None]
    subscriptions[0].close()
    subscriptions[0].close()
    assert (notifier.count(), notifier.count(1), notifier.count(3)) == (2, 1, 0)
    notifier.listen(3)


def test_nobody_waits_for_a_listener_that_never_reads():
    notifier = Notifier()
    with notifier.listen(1):
        began = time.monotonic()
        for number in range(10_000):
            notifier.publish(1, number)
        assert time.monotonic() - began < 5


def test_greenlets_wake_too():
    """Under gevent the same code waits without stopping the others (in a process of its own)."""
    import subprocess
    import sys

    program = """
from gevent import monkey; monkey.patch_all()
import gevent, time
from referee.live import Notifier
notifier = Notifier()
subscriptions = [notifier.listen("t") for _ in range(50)]
heard = [gevent.spawn(each.wait, 5) for each in subscriptions]
gevent.sleep(0.01)
began = time.monotonic()
notifier.publish("t", 3)
gevent.joinall(heard)
assert [g.value for g in heard] == [3] * 50
assert time.monotonic() - began < 2
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)
