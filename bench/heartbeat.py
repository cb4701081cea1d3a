"""Whether the machine stood still: nobody answers in time while a processor does not run, or runs others.

A process on every processor sleeps a moment at a time and notes when it woke up late. One that only sleeps is woken before its
equals that work, so that what is measured does not hold it up."""

import multiprocessing
import os
import signal
import time

nap = 0.002  # seconds
least = 0.002  # shorter pauses are not noted
kept = 10_000  # pauses of each processor


class Pulse:
    """What one processor's process tells: when it was last awake, and its latest pauses."""

    def __init__(self):
        self.awake = multiprocessing.RawValue("d", time.monotonic())
        self.noted = multiprocessing.RawValue("L", 0)
        self.begins = multiprocessing.RawArray("d", kept)
        self.ends = multiprocessing.RawArray("d", kept)

    def beat(self, processor, nice):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began it ends it
        os.nice(nice)
        os.sched_setaffinity(0, {processor})
        self.awake.value = time.monotonic()
        while True:
            time.sleep(nap)
            now = time.monotonic()
            if now - self.awake.value - nap > least:
                place = self.noted.value % kept
                self.begins[place], self.ends[place] = self.awake.value + nap, now
                self.noted.value += 1
            self.awake.value = now

    def longest_pause(self, begin, end):
        longest = min(end, time.monotonic()) - max(begin, self.awake.value + nap)  # one that is not over yet
        noted = self.noted.value
        for number in range(noted - 1, max(noted - kept, 0) - 1, -1):  # the latest first
            since, until = self.begins[number % kept], self.ends[number % kept]
            if until < begin:
                break
            longest = max(longest, min(until, end) - max(since, begin))
        return max(longest, 0.0)


class Heartbeat:
    def __init__(self, nice=0):
        """`nice`: as whatever is measured has it."""
        processors = sorted(os.sched_getaffinity(0))
        self.pulses = [Pulse() for _ in processors]
        self.processes = [multiprocessing.Process(target=pulse.beat, args=(processor, nice), daemon=True)
                          for pulse, processor in zip(self.pulses, processors)]
        for process in self.processes:
            process.start()

    def longest_pause(self, begin, end):
        """Of any processor between these two times, in seconds."""
        return max(pulse.longest_pause(begin, end) for pulse in self.pulses)

    def stop(self):
        for process in self.processes:
            process.terminate()
            process.join()
