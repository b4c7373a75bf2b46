"""Threads that run handlers off the caller's thread."""

from __future__ import annotations

import contextvars
import queue
import threading
from collections.abc import Callable
from typing import TypeAlias

Job: TypeAlias = Callable[[], object]

IDLE_SECONDS = 10.0
MAX_THREADS = 256


class Workers:
    """
    A pool of daemon threads, grown as needed.

    A thread whose handler hangs cannot be stopped: it is lost to the pool
    until the handler returns, and as a daemon it does not keep the process
    alive. Past `max_threads`, jobs wait for a thread. Idle threads end
    after some seconds.
    """

    def __init__(
        self,
        max_threads: int = MAX_THREADS,
        *,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._max_threads = max_threads
        self._idle_seconds = idle_seconds
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0
        self._idle = 0
        self._backlog = 0

    def start(self, job: Job) -> None:
        """
        Run a job on a thread, with the caller's context variables.

        The job must not raise; it hands its outcome on by itself. Raises
        RuntimeError where the system gives no further thread.
        """
        context = contextvars.copy_context()
        grow = False
        with self._lock:
            if self._idle:
                self._idle -= 1
            elif self._threads < self._max_threads:
                self._threads += 1
                grow = True
            else:
                self._backlog += 1
        if grow:
            self._grow()
        self._jobs.put(lambda: context.run(job))

    def _grow(self) -> None:
        thread = threading.Thread(
            target=self._work, name="toolgate-handler", daemon=True
        )
        try:
            thread.start()
        except RuntimeError:
            with self._lock:
                self._threads -= 1
            raise

    def _work(self) -> None:
        while (job := self._next()) is not None:
            job()
            del job  # an idle thread must not keep a call's objects alive
            with self._lock:
                if self._backlog:
                    self._backlog -= 1
                else:
                    self._idle += 1

    def _next(self) -> Job | None:
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
