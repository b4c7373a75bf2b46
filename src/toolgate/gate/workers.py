"""Threads that run handlers off the caller's thread."""

from __future__ import annotations

import contextvars
import os
import queue
import threading
from collections import Counter, deque
from collections.abc import Callable
from typing import TypeAlias

Job: TypeAlias = Callable[[], object]

IDLE_SECONDS = 10.0
MAX_THREADS = 256
MAX_WAITING = 10_000


class Ticket:
    """A job that has not begun yet, or has."""

    __slots__ = ("_job", "ended", "lost", "owner", "queued")

    def __init__(self, job: Job, owner: str = "") -> None:
        self._job = deque((job,))
        self.owner = owner
        self.queued = False
        self.lost = False
        self.ended = False

    def take(self) -> Job | None:
        """Return the job, once; None from then on."""
        try:
            return self._job.pop()
        except IndexError:
            return None

    @property
    def waits(self) -> bool:
        """Whether the job has not begun, and still may."""
        return bool(self._job)

    def cancel(self) -> bool:
        """Tell whether the job had not begun; then it never will."""
        return self.take() is not None


class Workers:
    """
    A pool of daemon threads, grown as needed.

    A thread whose handler hangs cannot be stopped: it is lost to the pool
    until the handler returns, and as a daemon it does not keep the process
    alive. Whoever gives such a job up says so, and it counts as lost until
    it ends. Of one owner at most an eighth of `max_threads` may be lost;
    from then on its jobs are refused, so that those of others find threads.
    The last quarter of the threads is for owners that have lost none: jobs
    of others are refused where no more than that is left.

    Past `max_threads`, jobs wait for a thread, save those that a worker
    itself starts: it may be waiting for them. They are refused where all
    threads are lost. Idle threads end after some seconds. A forked process
    begins with a pool of its own.
    """

    def __init__(
        self,
        max_threads: int = MAX_THREADS,
        *,
        idle_seconds: float = IDLE_SECONDS,
        max_waiting: int = MAX_WAITING,
    ) -> None:
        self._max_threads = max_threads
        self._idle_seconds = idle_seconds
        self._max_waiting = max_waiting
        self._here = threading.local()
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._jobs: queue.SimpleQueue[Ticket] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0
        self._idle = 0
        self._backlog = 0
        self._lost: Counter[str] = Counter()

    def start(self, job: Job, owner: str = "") -> Ticket:
        """
        Run a job on a thread, with the caller's context variables.

        The job must not raise; it hands its outcome on by itself. `owner`
        names whose it is. Raises RuntimeError where the system gives no
        further thread, too many jobs are waiting, or too many are lost.
        """
        if self._pid != os.getpid():
            self._begin()  # threads do not survive a fork
        context = contextvars.copy_context()
        ticket = Ticket(lambda: context.run(job), owner)
        nested = getattr(self._here, "inside", False)
        grow = False
        with self._lock:
            self._hold_share(owner)
            if self._idle:
                self._idle -= 1
            elif nested or self._threads < self._max_threads:
                self._threads += 1
                grow = True
            elif self._all_lost():
                raise RuntimeError("calls hang on all threads")
            elif self._backlog >= self._max_waiting:
                raise RuntimeError("too many calls wait for a thread")
            else:
                self._backlog += 1
                ticket.queued = True
        if grow:
            self._grow()
        self._jobs.put(ticket)
        return ticket

    def _hold_share(self, owner: str) -> None:
        lost = self._lost.get(owner, 0)
        if not lost:
            return
        if lost >= max(1, self._max_threads // 8):
            raise RuntimeError("too many calls of this tool hang on threads")
        reserve = self._max_threads // 4
        if sum(self._lost.values()) >= self._max_threads - reserve:
            raise RuntimeError(
                "calls hang on most threads, this tool's among them"
            )

    def give_up(self, ticket: Ticket) -> bool:
        """
        Tell whether a job had not begun; then it never will.

        One that has begun is lost until it ends.
        """
        if ticket.cancel():
            return True
        with self._lock:
            if not ticket.ended:
                ticket.lost = True
                self._lost[ticket.owner] += 1
        return False

    def is_stuck(self) -> bool:
        """Tell whether no thread is left to take a job that waits."""
        with self._lock:
            return self._all_lost()

    def _all_lost(self) -> bool:
        return not self._idle and sum(self._lost.values()) >= self._threads

    def _grow(self) -> None:
        try:
            thread = threading.Thread(
                target=self._work, name="toolgate-handler", daemon=True
            )
            thread.start()
        except RuntimeError:
            with self._lock:
                self._threads -= 1
            raise

    def _work(self) -> None:
        self._here.inside = True
        while (ticket := self._next()) is not None:
            job = ticket.take()
            if job is not None:
                job()
            del job  # an idle thread keeps no call's objects alive
            with self._lock:
                ticket.ended = True
                if ticket.lost:
                    self._found(ticket.owner)
                if self._backlog:
                    self._backlog -= 1
                else:
                    self._idle += 1

    def _found(self, owner: str) -> None:
        self._lost[owner] -= 1
        if self._lost[owner] <= 0:
            del self._lost[owner]

    def _next(self) -> Ticket | None:
        while True:
            try:
                return self._jobs.get(timeout=self._idle_seconds)
            except queue.Empty:
                with self._lock:
                    # Not idle by now means that a job is on its way here.
                    if self._idle:
                        self._idle -= 1
                        self._threads -= 1
                        return None

    def __repr__(self) -> str:
        return f"<Workers: {self._threads} threads, {self._idle} idle>"
