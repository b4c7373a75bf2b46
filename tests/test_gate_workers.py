"""The pool of threads that handlers run on."""

from __future__ import annotations

import os
import threading
import time

import pytest

from toolgate.gate.workers import Ticket, Workers


def wait_until(holds):
    deadline = time.monotonic() + 5
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_threads_are_used_again():
    workers = Workers()
    idents = []
    for _ in range(5):
        done = threading.Event()
        workers.start(
            lambda done=done: (
                idents.append(threading.get_ident()),
                done.set(),
            )
        )
        done.wait(5)
        wait_until(lambda: workers._idle == 1)
    assert len(set(idents)) == 1
    assert repr(workers) == "<Workers: 1 threads, 1 idle>"


def test_a_hung_job_does_not_hold_up_others():
    workers, release, done = Workers(), threading.Event(), threading.Event()
    workers.start(lambda: release.wait(5))
    workers.start(done.set)
    assert done.wait(5)
    release.set()


def test_jobs_that_are_given_up_are_lost_until_they_end():
    workers, release = Workers(max_threads=8), threading.Event()
    begun = threading.Event()
    owner, other = "one", "two"
    ticket = workers.start(lambda: (begun.set(), release.wait(5)), owner)
    assert begun.wait(5)
    assert not workers.give_up(ticket)
    with pytest.raises(RuntimeError, match="of this tool hang"):
        workers.start(pytest.fail, owner)
    assert workers.is_stuck()
    done = threading.Event()
    workers.start(done.set, other)
    assert done.wait(5)
    release.set()
    wait_until(lambda: not workers._lost)
    again = threading.Event()
    workers.start(again.set, owner)
    assert again.wait(5)
    assert not workers.is_stuck()


def test_each_lost_job_of_an_owner_counts():
    workers, release = Workers(max_threads=16), threading.Event()
    owner = "one"
    for _ in range(2):
        begun = threading.Event()
        ticket = workers.start(
            lambda begun=begun: (begun.set(), release.wait(5)), owner
        )
        assert begun.wait(5)
        workers.give_up(ticket)
    with pytest.raises(RuntimeError):
        workers.start(pytest.fail, owner)
    release.set()
    wait_until(lambda: not workers._lost)


def test_the_last_quarter_is_for_owners_that_have_lost_none():
    workers, release = Workers(max_threads=16), threading.Event()
    owners = [f"tool {number}" for number in range(12)]
    for owner in owners:
        begun = threading.Event()
        ticket = workers.start(
            lambda begun=begun: (begun.set(), release.wait(5)), owner
        )
        assert begun.wait(5)
        workers.give_up(ticket)
    for owner in owners:
        with pytest.raises(RuntimeError, match="on most threads"):
            workers.start(pytest.fail, owner)
    done = threading.Event()
    workers.start(done.set, "another")
    assert done.wait(5)
    release.set()
    wait_until(lambda: not workers._lost)


def test_a_job_that_has_ended_is_not_lost():
    workers = Workers()
    ticket = workers.start(lambda: None)
    wait_until(lambda: ticket.ended)
    assert not workers.give_up(ticket)
    assert not workers._lost


def test_no_job_waits_where_all_threads_are_lost():
    workers, release = Workers(max_threads=1), threading.Event()
    begun = threading.Event()
    ticket = workers.start(lambda: (begun.set(), release.wait(5)), "one")
    assert begun.wait(5)
    waiting = workers.start(pytest.fail, "two")
    assert waiting.queued
    assert waiting.waits
    workers.give_up(ticket)
    with pytest.raises(RuntimeError, match="on all threads"):
        workers.start(pytest.fail, "two")
    assert workers.give_up(waiting)
    assert not waiting.waits
    release.set()


def test_past_the_limit_jobs_wait():
    workers = Workers(max_threads=2)
    release = threading.Event()
    running, finished = [], []

    def job():
        running.append(1)
        release.wait(5)
        finished.append(1)

    for _ in range(6):
        workers.start(job)
    wait_until(lambda: len(running) == 2)
    time.sleep(0.05)
    assert len(running) == 2
    release.set()
    wait_until(lambda: len(finished) == 6)
    wait_until(lambda: workers._idle == 2)
    assert workers._backlog == 0


def test_idle_threads_end():
    workers = Workers(idle_seconds=0.05)
    workers.start(lambda: None)
    wait_until(lambda: workers._threads == 0)
    assert workers._idle == 0
    done = threading.Event()
    workers.start(done.set)
    assert done.wait(5)


def test_a_busy_moment_does_not_lose_a_job():
    """Jobs that arrive while threads are about to end are all run."""
    workers = Workers(idle_seconds=0.001)
    count = []
    for _ in range(300):
        workers.start(lambda: count.append(1))
        time.sleep(0.0012)
    wait_until(lambda: len(count) == 300)


def test_threads_are_daemons():
    workers, seen = Workers(), []
    done = threading.Event()
    workers.start(
        lambda: (seen.append(threading.current_thread().daemon), done.set())
    )
    done.wait(5)
    assert seen == [True]


def test_no_thread_to_be_had(monkeypatch):
    workers = Workers()

    def refuse(self):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError):
            workers.start(pytest.fail)
    assert workers._threads == 0
    done = threading.Event()
    workers.start(done.set)
    assert done.wait(5)


def test_a_thread_that_is_promised_a_job_waits_for_it():
    """A job may be promised to a thread just as its idle time runs out."""
    workers = Workers(idle_seconds=0.02)
    workers.start(lambda: None)
    wait_until(lambda: workers._idle == 1)
    with workers._lock:
        workers._idle = 0  # as `start` does, before the job is there
    time.sleep(0.1)
    assert workers._threads == 1
    done = threading.Event()
    workers._jobs.put(Ticket(done.set))
    assert done.wait(5)
    wait_until(lambda: workers._threads == 0)


def test_a_cancelled_job_never_runs():
    workers, release = Workers(max_threads=1), threading.Event()
    ran = []
    first = workers.start(lambda: release.wait(5))
    second = workers.start(lambda: ran.append(1))
    third = workers.start(lambda: ran.append(2))
    assert second.cancel()
    assert not second.cancel()
    release.set()
    wait_until(lambda: ran == [2])
    assert not first.cancel()
    assert not third.cancel()


def test_a_worker_may_wait_for_another():
    """Jobs that start jobs do not wait for a thread: they hold one."""
    workers, done = Workers(max_threads=1), threading.Event()

    def outer():
        inner = threading.Event()
        workers.start(inner.set)
        if inner.wait(5):
            done.set()

    workers.start(outer)
    assert done.wait(5)


def test_the_queue_is_bounded():
    workers = Workers(max_threads=1, max_waiting=1)
    release = threading.Event()
    workers.start(lambda: release.wait(5))
    workers.start(release.wait)
    with pytest.raises(RuntimeError, match="too many"):
        workers.start(pytest.fail)
    release.set()


def test_a_forked_process_begins_anew(monkeypatch):
    workers = Workers()
    workers.start(lambda: None)
    wait_until(lambda: workers._idle == 1)
    monkeypatch.setattr(os, "getpid", lambda: -1)
    done = threading.Event()
    workers.start(done.set)
    assert done.wait(5)
    assert workers._threads == 1
